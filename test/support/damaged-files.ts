/** Damages the files of a store from outside, and compares what became of them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lchownSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import type { StorePaths } from '../../src-main/adapters/sqlite/store-paths.ts';

/** Overwrites a page from another process: closing a file here would drop the locks of this one. */
export function scribble(path: string, page: number): void {
  execFileSync('dd', ['if=/dev/urandom', `of=${path}`, 'bs=8192', `seek=${page - 1}`, 'count=1', 'conv=notrunc'], {
    stdio: 'ignore',
  });
}

/** Returns digests of all files except the shared memory and an empty log, which SQLite creates for every reader. */
export function bytesIn(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { withFileTypes: true })
      .filter(({ name }) => !name.endsWith('-shm'))
      .map((entry) => [entry.name, entry.isDirectory() ? 'a folder' : digestOf(join(directory, entry.name))])
      .filter(([name, digest]) => digest !== EMPTY || !name?.endsWith('-wal')),
  );
}

const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const EMPTY = createHash('sha256').digest('hex');

/**
 * Runs `work` as a user without rights, who becomes the owner of the files, because file modes refuse nothing to root.
 */
export function asUnprivilegedUser<Result>({ directory }: Pick<StorePaths, 'directory'>, work: () => Result): Result {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return work();
  const parent = realpathSync(join(directory, '..'));
  // Changes only the folder of a test, because everyone uses the folder for temporary files.
  if (!parent.startsWith(realpathSync(tmpdir()) + sep)) throw new Error(`${directory} is in no folder of a test's own`);
  process.seteuid('nobody');
  const effectiveUser = process.geteuid();
  process.seteuid(0);
  for (const path of [
    parent,
    ...readdirSync(parent, { recursive: true, encoding: 'utf8' }).map((name) => join(parent, name)),
  ])
    lchownSync(path, effectiveUser, -1);
  process.seteuid(effectiveUser);
  try {
    return work();
  } finally {
    process.seteuid(0);
  }
}

export function seenWhen(atOpening: string | null, atOnce: string | null, flaws: readonly string[]): string {
  if (atOpening !== null) return 'at opening';
  if (atOnce !== null) return 'at once';
  return flaws.length > 0 ? 'by the check' : 'nothing lost';
}
