/**
 * Whether the program may start anew by itself after a bug of its own: three times within an hour. More often would be a
 * loop that nobody is told of. When it did is kept in `restarts.json` of the data folder.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { readPlainTextSync } from '../../adapters/files/plain-file.ts';
import { writeWholeFile } from '../../adapters/files/whole-file.ts';

const MOST = 3;
const WITHIN_MS = 3_600_000;
const LONGEST_FILE = 10_000;
/** UTC epoch ms, oldest first. */
const timesSchema = z.array(z.number());

/** Counts this one. @returns `false` as well where that cannot be kept. @param now UTC epoch ms */
export async function startsAnewAfterCrash(dataDir: string, now: number): Promise<boolean> {
  const path = join(dataDir, 'restarts.json');
  const recent = timesIn(path).filter((at) => at <= now && now - at < WITHIN_MS);
  if (recent.length >= MOST) return false;
  try {
    await writeWholeFile(path, JSON.stringify([...recent, now]));
    return true;
  } catch {
    return false;
  }
}

/** A file that cannot be understood was written by nobody of ours. */
function timesIn(path: string): readonly number[] {
  try {
    return timesSchema.parse(JSON.parse(readPlainTextSync(path, LONGEST_FILE)));
  } catch {
    return [];
  }
}
