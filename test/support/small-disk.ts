/** Mounts a file system of a limited size. Skips the test if this user is not root. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

export function smallDisk(megabytes: number, { skip }: Pick<TestContext, 'skip'>): string {
  const disk = mkdtempSync(join(tmpdir(), 'watchfloor-disk-'));
  onTestFinished(() => rmdirSync(disk));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes * 1_024}k`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    skip('no file system of a given size: only root may mount one');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  return disk;
}

const FILLER = Buffer.alloc(1_048_576, 1);
const fillerOf = (disk: string) => join(disk, 'filler');

/** Writes what fits on the disk. Repeat it while Watchfloor frees what it had reserved. */
export function fillDisk(disk: string): void {
  for (let bytes = FILLER.length; bytes >= 1_024;)
    try {
      writeFileSync(fillerOf(disk), FILLER.subarray(0, bytes), { flag: 'a' });
    } catch {
      bytes /= 2;
    }
}

export const makeRoom = (disk: string): void => rmSync(fillerOf(disk));
