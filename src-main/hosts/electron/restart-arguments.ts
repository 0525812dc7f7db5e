/**
 * What the program was started with, across an update: an installer starts the new one with no words of ours, and hands on
 * no environment everywhere. They wait in a file of the usual data folder, which is where a start without words looks.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readPlainTextSync } from '../../adapters/files/plain-file.ts';
import { writeFileAtomically } from '../../adapters/files/atomic-file.ts';

const restartSchema = z.object({
  /** That shall read it: an installation that came to nothing leads nobody anywhere. */
  version: z.string(),
  /** UTC epoch ms. */
  at: z.number(),
  args: z.array(z.string().max(8_192)).max(16).readonly(),
});
type Restart = z.infer<typeof restartSchema>;

/** An installer may ask its questions first. */
const VALID_FOR_MS = 3_600_000;
/** The longest command line of Linux. */
const MAX_BYTES = 2_097_152;

const restartFilePath = (usualFolder: string): string => join(usualFolder, 'restart.json');

/** Nothing is written where there is nothing to say. @throws AppError STORE_UNWRITABLE */
export async function saveRestartArguments(usualFolder: string, restart: Restart): Promise<void> {
  if (restart.args.length > 0) await writeFileAtomically(restartFilePath(usualFolder), JSON.stringify(restart));
}

/** Once. Empty where there are none, or they are another version's, old or damaged. @param now UTC epoch ms */
export function consumeRestartArguments(
  usualFolder: string,
  now: { readonly version: string; readonly at: number },
): readonly string[] {
  const path = restartFilePath(usualFolder);
  try {
    const { version, at, args } = restartSchema.parse(JSON.parse(readPlainTextSync(path, MAX_BYTES)));
    return version === now.version && at <= now.at && now.at - at < VALID_FOR_MS ? args : [];
  } catch {
    return [];
  } finally {
    rmSync(path, { force: true });
  }
}
