/**
 * Reserves disk space for the case that the disk is full, when not even a deletion of old events could be written. The
 * file is deleted, pending data is written, and the file is created again when there is space.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, lstatSync, rmSync } from 'node:fs';
import { hasFreeDisk } from '../../database-writer.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';
import { moveAsideUnlessPlain, openPlainFile } from '../../../files/plain-file.ts';

/**
 * SQLite checkpoints the log at 1 000 pages of 8 KiB. If a checkpoint fails because the disk is full, the log has grown
 * by less than that again, so twice the size is enough to complete it.
 */
export const BALLAST_BYTES = 16_777_216;
/** Bytes added per call, which takes some milliseconds. */
const CHUNK_BYTES = 1_048_576;
/** Some file systems store equal blocks once. None uses smaller blocks by default. */
const BLOCK_BYTES = 4_096;
/** Below this much free space no ballast is created, because the store needs the space itself. */
const MIN_FREE_BYTES = 67_108_864;
/** Interval between checks of free space. Each is a system call, and space rarely returns between two commits. */
const POLL_INTERVAL_MS = 10_000;

export function createBallast(path: string, elapsed: () => number = () => performance.now()) {
  let isComplete = false;
  let lastCheckedAt = Number.NEGATIVE_INFINITY;

  function grow(): void {
    if (isComplete || elapsed() - lastCheckedAt < POLL_INTERVAL_MS) return;
    try {
      moveAsideUnlessPlain(path);
      const bytes = fileSizeBytes(path);
      if (bytes === BALLAST_BYTES) isComplete = true;
      else if (bytes > BALLAST_BYTES) rmSync(path);
      else if (bytes > 0 || hasFreeDisk(path, MIN_FREE_BYTES))
        addTo(path, Math.min(CHUNK_BYTES, BALLAST_BYTES - bytes));
      else lastCheckedAt = elapsed();
    } catch {
      release();
    }
  }

  /** @returns true if space was freed, so that the failed write can be repeated */
  function release(): boolean {
    lastCheckedAt = elapsed();
    isComplete = false;
    const found = lstatSync(path, { throwIfNoEntry: false });
    // A folder or link at this path reserves no space.
    if (found?.isFile() !== true) return false;
    rmSync(path, { force: true });
    return found.size > 0;
  }

  return { grow, release };
}
export type Ballast = ReturnType<typeof createBallast>;

/** Writes real bytes: file systems reserve no space for holes, and some compress repeated data. */
function addTo(path: string, bytes: number): void {
  const file = openPlainFile(path, 'a');
  try {
    appendFileSync(file, incompressibleBytes().subarray(0, bytes));
  } finally {
    closeSync(file);
  }
}

let noise: Buffer | undefined;

/** Returns the same random bytes with a new mark in each block. Generating all bytes takes as long as writing them. */
function incompressibleBytes(): Buffer {
  noise ??= randomBytes(CHUNK_BYTES);
  const mark = randomBytes(16);
  for (let at = 0; at < CHUNK_BYTES; at += BLOCK_BYTES) mark.copy(noise, at);
  return noise;
}
