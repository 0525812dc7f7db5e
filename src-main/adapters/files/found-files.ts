/** What stands at a path, without opening it: closing a database's file would drop the locks that the process holds. */
import { statSync } from 'node:fs';

/** Which file a path leads to: another one once it was set aside. `null`: to none. A file keeps its number while it is open. */
export function fileAt(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** Its bytes; 0 where nothing is there. */
export function bytesAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
