/**
 * Room that is set aside for the day on which the disk is full: then nothing can be written, not even what would remove
 * old events. The file is given up, what waits is written, and it is made anew when there is room again.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, lstatSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileSizeBytes } from '../files/file-stat.ts';
import { moveAsideUnlessPlain, openPlainFile } from '../files/plain-file.ts';

/**
 * The log is folded into the database at 1 000 pages of 8 KiB; where that failed for want of room, it grew by what room
 * there was, which was less than that again. So twice as much lets it be folded, whatever was in the way.
 */
export const BALLAST_BYTES = 16_777_216;
/** So that whoever waits behind it waits some milliseconds. */
const CHUNK_BYTES = 1_048_576;
/** Some file systems store equal blocks once. None has smaller blocks by default. */
const BLOCK_BYTES = 4_096;
/** Less than this, and the ballast would take what the store needs now. */
const MIN_FREE_BYTES = 67_108_864;
/** Each look at the file system is a call; room does not come back from one commit to the next. */
const POLL_INTERVAL_MS = 10_000;

export class Ballast {
  readonly #path: string;
  readonly #elapsed: () => number;
  #isComplete = false;
  #lastCheckedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, elapsed: () => number = () => performance.now()) {
    this.#path = path;
    this.#elapsed = elapsed;
  }

  /** Goes on making it where it is not whole and there is room; some milliseconds at most, never throws. */
  grow(): void {
    if (this.#isComplete || this.#elapsed() - this.#lastCheckedAt < POLL_INTERVAL_MS) return;
    try {
      moveAsideUnlessPlain(this.#path);
      const bytes = fileSizeBytes(this.#path);
      if (bytes === BALLAST_BYTES) this.#isComplete = true;
      else if (bytes > BALLAST_BYTES) rmSync(this.#path);
      else if (bytes > 0 || hasFreeDisk(this.#path)) addTo(this.#path, Math.min(CHUNK_BYTES, BALLAST_BYTES - bytes));
      else this.#lastCheckedAt = this.#elapsed();
    } catch {
      this.release();
    }
  }

  /** @returns whether there was something to give up: then what failed may be tried again */
  release(): boolean {
    this.#lastCheckedAt = this.#elapsed();
    this.#isComplete = false;
    const found = lstatSync(this.#path, { throwIfNoEntry: false });
    // A folder or a link in its place holds no room of ours.
    if (found?.isFile() !== true) return false;
    rmSync(this.#path, { force: true });
    return found.size > 0;
  }
}

function hasFreeDisk(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Real bytes: a file system keeps no room for holes, and some pack what repeats. */
function addTo(path: string, bytes: number): void {
  const file = openPlainFile(path, 'a');
  try {
    appendFileSync(file, incompressibleBytes().subarray(0, bytes));
  } finally {
    closeSync(file);
  }
}

let noise: Buffer | undefined;

/** The same random bytes each time, but for a mark in each block: drawing all of them takes as long as writing them. */
function incompressibleBytes(): Buffer {
  noise ??= randomBytes(CHUNK_BYTES);
  const mark = randomBytes(16);
  for (let at = 0; at < CHUNK_BYTES; at += BLOCK_BYTES) mark.copy(noise, at);
  return noise;
}
