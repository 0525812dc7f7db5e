/** Maps errors of SQLite and the file system on a vault to the failures that users can act on. */
import Sqlite from 'better-sqlite3';
import { AppError, type AppErrorDetails, appError } from '../../../src-shared/api/errors.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

type Problem = AppErrorDetails['STORE_UNWRITABLE']['problem'];

/** Meaning of each code when writing; `damaged` also when reading. */
const PROBLEMS_BY_CODE: Readonly<Record<string, Problem | 'damaged'>> = {
  SQLITE_NOTADB: 'damaged',
  SQLITE_CORRUPT: 'damaged',
  EISDIR: 'damaged',
  EFTYPE: 'damaged',
  ELOOP: 'damaged',
  SQLITE_FULL: 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_READONLY: 'forbidden',
  SQLITE_CANTOPEN: 'forbidden',
  SQLITE_PERM: 'forbidden',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  EEXIST: 'folder',
  ENOTDIR: 'folder',
  ENOENT: 'folder',
  SQLITE_IOERR: 'disk-error',
  EIO: 'disk-error',
};

export function vaultError(cause: unknown, path: string): unknown {
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause);
  const meaning = Object.hasOwn(PROBLEMS_BY_CODE, code) ? PROBLEMS_BY_CODE[code] : undefined;
  if (meaning === undefined) return cause;
  return meaning === 'damaged'
    ? appError('VAULT_DAMAGED', { path }, { cause })
    : appError('STORE_UNWRITABLE', { path, problem: meaning, detail: code }, { cause });
}

export function isBusy(cause: unknown): boolean {
  return codeOf(cause) === 'SQLITE_BUSY';
}

export function isNoDatabase(cause: unknown): boolean {
  return /^SQLITE_(?:NOTADB|CORRUPT)$/.test(codeOf(cause));
}

function codeOf(cause: unknown): string {
  if (cause instanceof Sqlite.SqliteError) return cause.code.split('_').slice(0, 2).join('_');
  return errorCodeOf(cause);
}
