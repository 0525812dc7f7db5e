/** Touches a `.part` while it is written, because no system-independent check for open files exists. */
import { type FileHandle, lstat } from 'node:fs/promises';

const TOUCH_INTERVAL_MS = 10_000;

/** Call `release` before the file is closed. */
export function createPartFileLease(path: string, file: FileHandle) {
  const touching: NodeJS.Timeout = setInterval(() => {
    const now = new Date();
    // A file that cannot be touched looks abandoned; `isOurs` detects a process that took it.
    void file.utimes(now, now).catch(() => undefined);
  }, TOUCH_INTERVAL_MS).unref();

  function release(): void {
    clearInterval(touching);
  }

  /** False if another process took the path because the file looked abandoned, for example after the computer slept. */
  async function isOurs(): Promise<boolean> {
    const [ours, there] = await Promise.all([
      file.stat({ bigint: true }),
      lstat(path, { bigint: true }).catch(() => null),
    ]);
    return there !== null && there.ino === ours.ino && there.dev === ours.dev;
  }

  return { release, isOurs };
}
