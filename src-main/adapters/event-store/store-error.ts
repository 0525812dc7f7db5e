/** What a failure of a store is, for whoever has to decide what to do about it. */
import { AppError, type AppErrorData } from '../../../src-shared/api/errors.ts';
import { databaseError } from '../files/database-error.ts';
import { DamagedColumn } from './chunk.ts';

/** Anything that is not an expected failure comes back as it is. */
export function storeError(cause: unknown, path: string): unknown {
  if (cause instanceof DamagedColumn)
    return new AppError({ code: 'STORE_DAMAGED', facts: { path, movedTo: null } }, { cause });
  return databaseError(cause, path);
}

/** The database cannot be read, or not all of it. */
export function isDamage(cause: unknown): boolean {
  return expected(cause)?.code === 'STORE_DAMAGED';
}

/** Nothing can be opened at the path: what a replaced database is for a moment, too. */
export function isUnavailable(cause: unknown): boolean {
  const code = expected(cause)?.code;
  return code === 'NO_STORE' || code === 'STORE_UNWRITABLE';
}

/** SQLite finds the pages damaged, or the disk does not give them. */
export function isUnreadable(cause: unknown): boolean {
  return isDamage(cause) || problemOf(cause) === 'disk-error';
}

export function isLocked(cause: unknown): boolean {
  return problemOf(cause) === 'locked';
}

export function isFull(cause: unknown): boolean {
  return problemOf(cause) === 'full';
}

function problemOf(cause: unknown): string | null {
  const data = expected(cause);
  return data?.code === 'STORE_UNWRITABLE' ? data.facts.problem : null;
}

function expected(cause: unknown): AppErrorData | null {
  const error = storeError(cause, '');
  return error instanceof AppError ? error.data : null;
}
