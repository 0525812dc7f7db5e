/** Sets a store aside whose seqs are not those of the team. It stays readable as a data folder of its own. */
import { existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { databaseFiles, moveDatabase, openDatabaseFile } from '../../../files/database-file.ts';
import { storeError } from '../store-error.ts';
import { createStoreDirectory } from './store-directory.ts';
import { pathsIn, type StorePaths } from '../../store-paths.ts';
import { acquireWriterLock } from './writer-lock.ts';

const DERIVED = ['search.db', 'cases.db'];

/**
 * Moves events, copies and everything derived. What the user saved, the vault and the results of searches stay. `log`:
 * id of the team's log. Returns the new data folder. @throws AppError STORE_IN_USE, STORE_UNWRITABLE
 */
export function setAsideBeforeTeam(paths: StorePaths, dataDir: string, log: string): string {
  const lock = acquireWriterLock(paths);
  try {
    const { folder, aside } = freeFolder(paths, join(dataDir, 'before-team', log));
    // The end of the last connection empties the write-ahead log, so only one file has to be moved.
    openDatabaseFile(paths.events).close();
    createStoreDirectory(aside);
    // The mark and the copies first: without the database, they would make a new store continue the old one.
    move(paths.mark, aside.mark);
    move(paths.backups, aside.backups);
    for (const name of DERIVED) {
      const path = join(paths.directory, name);
      if (isThere(path)) moveDatabase(path, join(aside.directory, name));
    }
    moveDatabase(paths.events, aside.events);
    return folder;
  } catch (cause) {
    throw storeError(cause, paths.directory);
  } finally {
    lock.release();
  }
}

/** A process that was killed meanwhile has left a folder without a database, which is used again. */
function freeFolder({ directory }: StorePaths, first: string): { readonly folder: string; readonly aside: StorePaths } {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? first : `${first}-${number}`;
    const aside = pathsIn(join(folder, 'profiles', basename(directory)));
    if (!isThere(aside.events)) return { folder, aside };
  }
}

const isThere = (path: string): boolean => databaseFiles(path).some((file) => existsSync(file));

function move(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
