/** Provides a temporary folder for this user only, removed after use or with the process. Its data is confidential. */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodeOf } from '../../../../src-shared/lib/error-code.ts';

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

function removeOrphanedFolders(): void {
  try {
    for (const name of readdirSync(tmpdir())) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  } catch {
    // folders of other users are left to them
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return errorCodeOf(cause) !== 'ESRCH';
  }
}
