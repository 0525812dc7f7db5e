import { lstat, rm } from 'node:fs/promises';

/** A part is written in milliseconds or touched every 10 s; the rest allows for a slow disk or computer. */
const STALE_AFTER_MS = 60_000;

/** Removes the file if it was not touched for a minute. Leaves anything but a plain file. */
export async function removeStalePart(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() === true && Date.now() - found.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
}
