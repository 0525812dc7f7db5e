/**
 * Opens plain files only: a thread that waits in `open` for the other end of a pipe keeps the process from ending.
 * Never writes through a link; reading follows links.
 */
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { fileTimestamp } from './file-timestamp.ts';

/** Windows has neither flag, and no pipes in folders. */
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** Modes as in `fs.open`. `r+`: the file must exist. `a` and `a+`: create it. */
const FLAGS = {
  r: constants.O_RDONLY,
  'r+': constants.O_RDWR | O_NOFOLLOW,
  a: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW,
  'a+': constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW,
} as const;

/** `code`: EFBIG, EISDIR, or EFTYPE for a pipe, a socket or a device. */
class NotPlainError extends Error {
  override readonly name = 'NotPlainError';
  readonly code: 'EFBIG' | 'EISDIR' | 'EFTYPE';

  constructor(code: NotPlainError['code'], path: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

/** True if the file's type or size makes it unusable, not its permissions. */
export function isNotPlain(cause: unknown): boolean {
  return cause instanceof NotPlainError;
}

interface FileStats {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function assertPlainFile(stats: FileStats, path: string, maxBytes: number): void {
  if (!stats.isFile()) throw new NotPlainError(stats.isDirectory() ? 'EISDIR' : 'EFTYPE', path);
  if (stats.size > maxBytes) throw new NotPlainError('EFBIG', path);
}

/** Returns a file descriptor. @throws NotPlainError; the system's error, which is ELOOP when writing to a link */
export function openPlainFile(path: string, mode: keyof typeof FLAGS, maxBytes = Number.POSITIVE_INFINITY): number {
  const file = openSync(path, FLAGS[mode] | O_NONBLOCK, 0o600);
  try {
    assertPlainFile(fstatSync(file), path, maxBytes);
    return file;
  } catch (cause) {
    closeSync(file);
    throw cause;
  }
}

/** Opens the file without blocking the thread. @throws as `openPlainFile` */
export async function openPlainFileHandle(
  path: string,
  mode: keyof typeof FLAGS,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<FileHandle> {
  const file = await open(path, FLAGS[mode] | O_NONBLOCK, 0o600);
  try {
    assertPlainFile(await file.stat(), path, maxBytes);
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

/** Reads UTF-8. @throws NotPlainError, the system's error */
export async function readPlainText(path: string, maxBytes: number): Promise<string> {
  const file = await openPlainFileHandle(path, 'r', maxBytes);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

export function readPlainTextSync(path: string, maxBytes: number): string {
  const file = openPlainFile(path, 'r', maxBytes);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Keeps the file and its inode, so that locks on it remain. @throws as `openPlainFile` */
export function truncatePlainFile(path: string): void {
  const file = openPlainFile(path, 'r+');
  try {
    ftruncateSync(file);
  } finally {
    closeSync(file);
  }
}

/** Renames a folder, pipe or link at a path that a plain file needs. Deletes nothing and follows no link. */
export function moveAsideUnlessPlain(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  renameSync(path, `${path}.found-${fileTimestamp(Date.now())}`);
}
