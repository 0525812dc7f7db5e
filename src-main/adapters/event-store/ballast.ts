/**
 * Room that is set aside for the day on which the disk is full: then nothing can be written, not even what would remove
 * old events. The file is given up, what waits is written, and it is made anew when there is room again.
 */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { randomFillSync } from 'node:crypto';
import { dirname } from 'node:path';

/** Enough for the write-ahead log of a batch, a checkpoint and a piece of tidying. */
export const BALLAST_BYTES = 4_194_304;
/** Less than this, and the ballast would take what the store needs now. */
const ROOM_BYTES = 67_108_864;
/** Each look at the file system is a call; room does not come back from one commit to the next. */
const LOOK_EVERY_MS = 10_000;

export class Ballast {
  readonly #path: string;
  readonly #elapsed: () => number;
  #isKept = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, elapsed: () => number = () => performance.now()) {
    this.#path = path;
    this.#elapsed = elapsed;
  }

  /** Makes it where there is none and there is room for it; cheap, to be called now and then. Never throws. */
  keep(): void {
    if (this.#isKept) return;
    const now = this.#elapsed();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    try {
      this.#isKept = isWhole(this.#path) || (hasRoom(this.#path) && make(this.#path));
    } catch {
      rmSync(this.#path, { force: true });
    }
  }

  /** @returns whether there was something to give up: then what failed may be tried again */
  release(): boolean {
    this.#lookedAt = this.#elapsed();
    this.#isKept = false;
    const had = (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > 0;
    rmSync(this.#path, { force: true });
    return had;
  }
}

function isWhole(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === BALLAST_BYTES;
}

function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize >= ROOM_BYTES;
}

/** Of real bytes: a file system keeps no room for holes, and some pack zeros. */
function make(path: string): true {
  const descriptor = openSync(path, 'w', 0o600);
  try {
    writeSync(descriptor, randomFillSync(Buffer.allocUnsafe(BALLAST_BYTES)));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return true;
}
