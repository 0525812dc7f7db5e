/** Deletes a store. Renames its folder first, so that a process that dies meanwhile leaves no partial store. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StorePaths } from '../../store-paths.ts';
import { storeError } from '../store-error.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** No profile id starts like this. */
const REMOVED_PREFIX = '.gone-';

/** If `beforeRemoval` fails, nothing is deleted. @throws AppError STORE_IN_USE, STORE_UNWRITABLE; its error */
export async function removeStore(paths: StorePaths, beforeRemoval: () => Promise<void>): Promise<void> {
  const { directory } = paths;
  await removeLeftovers(dirname(directory));
  if (!existsSync(directory)) {
    await beforeRemoval();
    return;
  }
  const lock = acquireWriterLock(paths);
  let isLocked = true;
  const release = (): void => {
    if (isLocked) lock.release();
    isLocked = false;
  };
  try {
    await beforeRemoval();
    // Windows cannot move a folder with an open file.
    if (process.platform === 'win32') release();
    const renamed = join(dirname(directory), `${REMOVED_PREFIX}${basename(directory)}-${Date.now()}`);
    renameSync(directory, renamed);
    await rm(renamed, { recursive: true, force: true });
  } catch (cause) {
    throw storeError(cause, directory);
  } finally {
    release();
  }
}

async function removeLeftovers(parent: string): Promise<void> {
  if (!existsSync(parent)) return;
  const leftovers = readdirSync(parent).filter((name) => name.startsWith(REMOVED_PREFIX));
  await Promise.all(leftovers.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}
