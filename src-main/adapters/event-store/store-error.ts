/** Turns what SQLite and the file system report into the few failures that people can do something about. */
import Sqlite from 'better-sqlite3';
import { AppError, type AppErrorCode } from '../../../src-shared/api/errors.ts';

/** Anything that is not an expected failure comes back as it is. */
export function storeError(cause: unknown, path: string): unknown {
  if (cause instanceof AppError) return cause;
  const known = describe(codeOf(cause), path);
  return known === null ? cause : new AppError(known[0], known[1], { cause });
}

/** The code without SQLite's extension (`SQLITE_IOERR_WRITE` → `SQLITE_IOERR`), or the system's (`EACCES`). */
function codeOf(cause: unknown): string {
  if (cause instanceof Sqlite.SqliteError) return cause.code.split('_').slice(0, 2).join('_');
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function describe(code: string, path: string): [AppErrorCode, string] | null {
  switch (code) {
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return ['STORE_DAMAGED', `The store ${path} is damaged. Copy it to a safe place before anything else.`];
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return ['STORE_UNWRITABLE', `No space is left to store events in ${path}. Free some space on this disk.`];
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return ['STORE_UNWRITABLE', `Another program holds ${path} locked. Close it, or wait until it has finished.`];
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EEXIST':
    case 'ENOTDIR':
      return [
        'STORE_UNWRITABLE',
        `${path} cannot be written. Give this user write access to the file and its folder, which SQLite needs for reading, too; or read a copy of the folder.`,
      ];
    case 'SQLITE_IOERR':
    case 'EIO':
      return [
        'STORE_UNWRITABLE',
        `The disk reports an error on ${path}. Check the disk, or use another data directory.`,
      ];
    default:
      return null;
  }
}
