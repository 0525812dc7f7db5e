/** What stands at a path, without opening it: closing a database's file would drop the locks that the process holds. */
import { type BigIntStats, statSync } from 'node:fs';

/** Which file a path leads to: another one once it was set aside. `null`: to none. A file keeps its number while it is open. */
export function fileIdAt(path: string): string | null {
  const found = statOrNull(path);
  return found === null ? null : `${found.dev}:${found.ino}`;
}

/** Its bytes; 0 where nothing is there. */
export function fileSizeBytes(path: string): number {
  return Number(statOrNull(path)?.size ?? 0);
}

/** `null` if the path leads to nothing, which is also said of a link that leads to itself. */
export function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ELOOP') return null;
    throw cause;
  }
}
