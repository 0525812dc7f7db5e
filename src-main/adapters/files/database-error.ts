/** Maps errors of SQLite and the file system to the few failures that users can act on. */
import Sqlite from 'better-sqlite3';
import { AppError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

export function databaseError(cause: unknown, path: string): unknown {
  if (cause instanceof AppError) return cause;
  const known = errorDataFor(codeOf(cause), path);
  return known === null ? cause : new AppError(known, { cause });
}

export function isNotAFile({ data }: AppError): boolean {
  return data.code === 'STORE_UNWRITABLE' && data.facts.problem === 'not-a-file';
}

/** The code without SQLite's extension (`SQLITE_IOERR_WRITE` → `SQLITE_IOERR`), or the system's (`EACCES`). */
function codeOf(cause: unknown): string {
  // The shared memory of the connections is a file as well, and the disk has no room for it.
  if (cause instanceof Sqlite.SqliteError && cause.code === 'SQLITE_IOERR_SHMSIZE') return 'SQLITE_FULL';
  if (cause instanceof Sqlite.SqliteError) return cause.code.split('_').slice(0, 2).join('_');
  return errorCodeOf(cause);
}

function errorDataFor(code: string, path: string): AppErrorData | null {
  switch (code) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return { code: 'STORE_DAMAGED', facts: { path, movedTo: null } };
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return unwritable(path, 'full', code);
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return unwritable(path, 'locked', code);
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return unwritable(path, 'forbidden', code);
    case 'EEXIST':
    case 'ENOTDIR':
      return unwritable(path, 'folder', code);
    case 'EISDIR':
    case 'EFTYPE':
    case 'ELOOP':
      return unwritable(path, 'not-a-file', code);
    case 'SQLITE_IOERR':
    case 'EIO':
      return unwritable(path, 'disk-error', code);
    default:
      return null;
  }
}

type Problem = 'full' | 'locked' | 'forbidden' | 'folder' | 'not-a-file' | 'disk-error';

function unwritable(path: string, problem: Problem, detail: string): AppErrorData {
  return { code: 'STORE_UNWRITABLE', facts: { path, problem, detail } };
}
