/** Keeps the start arguments in a file across an update: an installer starts the new version without them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeFileAtomically } from '../../adapters/files/atomic-file.ts';
import { readJsonFile } from './read-json-file.ts';

const restartSchema = z.object({
  /** The version that may read the file, so that a failed installation has no effect. */
  version: z.string(),
  /** UTC epoch ms. */
  at: z.number(),
  args: z.array(z.string().max(8_192)).max(16).readonly(),
});
type Restart = z.infer<typeof restartSchema>;

/** The installer may ask the user questions first. */
const VALID_FOR_MS = 3_600_000;
/** Maximum length of a command line on Linux. */
const MAX_BYTES = 2_097_152;

const restartFilePath = (usualFolder: string): string => join(usualFolder, 'restart.json');

export async function saveRestartArguments(usualFolder: string, restart: Restart): Promise<void> {
  if (restart.args.length > 0) await writeFileAtomically(restartFilePath(usualFolder), JSON.stringify(restart));
}

/** Deletes the file. Returns an empty list if it is missing, damaged, too old or for another version. */
export function consumeRestartArguments(
  usualFolder: string,
  now: { readonly version: string; readonly at: number },
): readonly string[] {
  const path = restartFilePath(usualFolder);
  const restart = readJsonFile(path, MAX_BYTES, restartSchema);
  rmSync(path, { force: true });
  if (restart === null || restart.version !== now.version) return [];
  return restart.at <= now.at && now.at - restart.at < VALID_FOR_MS ? restart.args : [];
}
