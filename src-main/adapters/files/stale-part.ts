/** Parts of files that are being written, and those that a process left when it died. */
import { lstat, rm } from 'node:fs/promises';

/** A part is written in milliseconds, or touched every 10 s. A disk or a computer may be slow. */
const STALE_AFTER_MS = 60_000;

/** Removes it if nobody has touched it for a minute; what is no file of ours stays. */
export async function removeStalePart(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() === true && Date.now() - found.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
}
