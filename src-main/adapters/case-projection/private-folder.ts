/**
 * A folder for temporary files that is gone when it is not needed any more, or with the process. It is made by whoever
 * writes into it first, for this user alone: whom a device belongs to is nobody else's.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = /^watchfloor-cases-(\d+)-/;

export interface PrivateFolder {
  readonly path: string;
  remove(): void;
}

export function createPrivateFolder(): PrivateFolder {
  removeOrphanedFolders();
  const path = join(tmpdir(), `watchfloor-cases-${process.pid}-${randomUUID()}`);
  const removeIt = (): void => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeIt);
  return {
    path,
    remove() {
      process.off('exit', removeIt);
      removeIt();
    },
  };
}

/** What a process that was killed has left. */
function removeOrphanedFolders(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  } catch {
    // another user's, or nobody may look: whoever it belongs to removes it
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return !(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH');
  }
}
