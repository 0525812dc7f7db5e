/**
 * The `.part` of an export while it is written: touched again and again, so that another process can tell it from one
 * that was left by a process that died. No system says everywhere who has a file open.
 */
import { type FileHandle, lstat } from 'node:fs/promises';

const TOUCH_INTERVAL_MS = 10_000;

/** Has to be let go before the file is closed. */
export class PartFileLease {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #touching: NodeJS.Timeout;

  constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
    this.#touching = setInterval(() => {
      const now = new Date();
      // One that cannot be touched looks left behind; whoever takes it is noticed below.
      void file.utimes(now, now).catch(() => undefined);
    }, TOUCH_INTERVAL_MS).unref();
  }

  release(): void {
    clearInterval(this.#touching);
  }

  /** `false`: it was taken for one that was left, as after a night of the computer; the place is another one's. */
  async isOurs(): Promise<boolean> {
    const [ours, there] = await Promise.all([
      this.#file.stat({ bigint: true }),
      lstat(this.#path, { bigint: true }).catch(() => null),
    ]);
    return there !== null && there.ino === ours.ino && there.dev === ours.dev;
  }
}
