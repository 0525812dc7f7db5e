/** Allows three automatic restarts per hour after a crash. More would be a loop that no user notices. */
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from '../../adapters/files/atomic-file.ts';
import { readJsonFile } from './read-json-file.ts';

const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 3_600_000;
const MAX_FILE_LENGTH = 10_000;
/** UTC epoch ms, oldest first. */
const timesSchema = z.array(z.number());

/** Records a restart. @returns false if the limit is reached or the file cannot be written @param now UTC epoch ms */
export async function tryRecordCrashRestart(dataDir: string, now: number): Promise<boolean> {
  const path = join(dataDir, 'restarts.json');
  // A damaged file counts as empty.
  const times = readJsonFile(path, MAX_FILE_LENGTH, timesSchema) ?? [];
  const recent = times.filter((at) => at <= now && now - at < RESTART_WINDOW_MS);
  if (recent.length >= MAX_RESTARTS) return false;
  try {
    await writeFileAtomically(path, JSON.stringify([...recent, now]));
    return true;
  } catch {
    return false;
  }
}
