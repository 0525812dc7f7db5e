/** Opens a database for reading, even if this user cannot write next to it. */
import { chmodSync, constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppError } from '../../../src-shared/api/errors.ts';
import { openDatabaseFile } from './database-file.ts';
import { databaseError } from './database-error.ts';
import { fileSizeBytes } from './file-stat.ts';

/** Opens over a read-only connection. `at`: the path of the database or of a copy. */
type Opener<Opened> = (at: string) => Opened;

/** @throws AppError STORE_UNWRITABLE, STORE_DAMAGED; what the opener throws */
export function openReadable<Opened>(path: string, open: Opener<Opened>): Opened {
  try {
    return open(path);
  } catch (cause) {
    const error = databaseError(cause, path);
    if (isForbidden(error) && fileSizeBytes(`${path}-wal`) === 0) return openCopy(path, open, error);
    throw error;
  }
}

function isForbidden(error: unknown): boolean {
  return (
    error instanceof AppError && error.data.code === 'STORE_UNWRITABLE' && error.data.facts.problem === 'forbidden'
  );
}

/** SQLite writes shared memory even for reading. If this user may not, a private copy serves if the log is empty. */
function openCopy<Opened>(path: string, open: Opener<Opened>, refusal: unknown): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-read-'));
  const copy = join(folder, basename(path));
  try {
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
    const made = openDatabaseFile(copy);
    made.pragma('journal_mode = DELETE'); // otherwise more files would be opened later, when the folder is gone
    made.close();
    return open(copy);
  } catch (cause) {
    const error = databaseError(cause, path);
    throw error instanceof AppError && error.code !== 'STORE_UNWRITABLE' ? error : refusal;
  } finally {
    // The system keeps an open file until it is closed.
    rmSync(folder, { recursive: true, force: true });
  }
}
