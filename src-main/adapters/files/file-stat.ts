/** Opens nothing: closing a database's file would drop the locks that the process holds. */
import { type BigIntStats, statSync } from 'node:fs';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

/** A file keeps its id while it is open; a replacement has another one. Null if there is none. */
export function fileIdAt(path: string): string | null {
  const found = statOrNull(path);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

export function fileSizeBytes(path: string): number {
  return Number(statOrNull(path)?.size ?? 0);
}

/** Returns null if there is no file, or if a link leads to itself. */
export function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (cause) {
    if (errorCodeOf(cause) === 'ELOOP') return null;
    throw cause;
  }
}
