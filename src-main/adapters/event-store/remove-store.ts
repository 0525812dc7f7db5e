/**
 * Takes everything of a store away, with whatever lies beside it. Only while nobody writes into it; and whole: a process
 * that dies meanwhile leaves no half of a store behind, only a folder that nobody takes for one.
 */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StorePaths } from './store-directory.ts';
import { storeError } from './store-error.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** No id of a profile begins so. */
const REMOVED_PREFIX = '.gone-';

/**
 * `first` runs when nobody else uses the store, before anything is taken away; where it fails, nothing is.
 * @throws AppError STORE_IN_USE, STORE_UNWRITABLE; what `first` throws
 */
export async function removeStore(paths: StorePaths, beforeRemoval: () => Promise<void>): Promise<void> {
  const { directory } = paths;
  await removeLeftovers(dirname(directory));
  if (!existsSync(directory)) {
    await beforeRemoval();
    return;
  }
  const lock = acquireWriterLock(paths);
  let isHeld = true;
  const release = (): void => {
    if (isHeld) lock.release();
    isHeld = false;
  };
  try {
    await beforeRemoval();
    // Windows moves no folder in which a file is open.
    if (process.platform === 'win32') release();
    const gone = join(dirname(directory), `${REMOVED_PREFIX}${basename(directory)}-${Date.now()}`);
    renameSync(directory, gone);
    // Years of events take a while.
    await rm(gone, { recursive: true, force: true });
  } catch (cause) {
    throw storeError(cause, directory);
  } finally {
    release();
  }
}

/** What an earlier process did not come to take away. */
async function removeLeftovers(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  const left = readdirSync(parent).filter((name) => name.startsWith(REMOVED_PREFIX));
  await Promise.all(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}
