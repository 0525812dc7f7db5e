/**
 * Deletes a store with all files in its folder, only while no process writes it. The folder is renamed first, so that a
 * process that dies meanwhile leaves no partial store.
 */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StorePaths } from './store-directory.ts';
import { storeError } from './store-error.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** No profile id starts like this. */
const REMOVED_PREFIX = '.gone-';

/**
 * Deletes a store. Runs `first` once no other process uses the store; if `first` fails, nothing is deleted.
 * @throws AppError STORE_IN_USE, STORE_UNWRITABLE; the error of `first`
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
    // Windows cannot move a folder with an open file.
    if (process.platform === 'win32') release();
    const gone = join(dirname(directory), `${REMOVED_PREFIX}${basename(directory)}-${Date.now()}`);
    renameSync(directory, gone);
    await rm(gone, { recursive: true, force: true });
  } catch (cause) {
    throw storeError(cause, directory);
  } finally {
    release();
  }
}

/** Deletes what an earlier process left. */
async function removeLeftovers(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  const left = readdirSync(parent).filter((name) => name.startsWith(REMOVED_PREFIX));
  await Promise.all(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}
