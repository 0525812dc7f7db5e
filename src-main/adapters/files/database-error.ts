/** Maps errors of SQLite and the file system to the few failures that users can act on. */
import Sqlite from 'better-sqlite3';
import { AppError, type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

type Problem = AppErrorDetails['STORE_UNWRITABLE']['problem'];

/** Meaning of the codes of SQLite and the file system when a file is written; `damaged` also when it is read. */
export const FILE_PROBLEMS: ReadonlyMap<string, Problem | 'damaged'> = new Map([
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_READONLY', 'forbidden'],
  ['SQLITE_CANTOPEN', 'forbidden'],
  ['SQLITE_PERM', 'forbidden'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['EROFS', 'forbidden'],
  ['EEXIST', 'folder'],
  ['ENOTDIR', 'folder'],
  ['EISDIR', 'not-a-file'],
  ['EFTYPE', 'not-a-file'],
  ['ELOOP', 'not-a-file'],
  ['SQLITE_IOERR', 'disk-error'],
  ['EIO', 'disk-error'],
]);

export function databaseError(cause: unknown, path: string): unknown {
  if (cause instanceof AppError) return cause;
  const code = fileErrorCode(cause);
  const problem = FILE_PROBLEMS.get(code);
  if (problem === undefined) return cause;
  return problem === 'damaged'
    ? appError('STORE_DAMAGED', { path, movedTo: null }, { cause })
    : appError('STORE_UNWRITABLE', { path, problem, detail: code }, { cause });
}

export function isNotAFile({ data }: AppError): boolean {
  return data.code === 'STORE_UNWRITABLE' && data.facts.problem === 'not-a-file';
}

/** The code without SQLite's extension (`SQLITE_IOERR_WRITE` → `SQLITE_IOERR`), or the system's (`EACCES`). */
export function fileErrorCode(cause: unknown): string {
  // The shared memory of the connections is a file as well, and the disk has no room for it.
  if (cause instanceof Sqlite.SqliteError && cause.code === 'SQLITE_IOERR_SHMSIZE') return 'SQLITE_FULL';
  if (cause instanceof Sqlite.SqliteError) return cause.code.split('_').slice(0, 2).join('_');
  return errorCodeOf(cause);
}
