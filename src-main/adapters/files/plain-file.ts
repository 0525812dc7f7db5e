/**
 * Opens files of the data folder, and files that a user names. Only a plain file is opened, and opening never waits: a
 * thread that waits in `open` for the other end of a pipe keeps the process from ending. What is written is never
 * reached through a link, or the file that the link leads to would be changed. Reading follows links.
 */
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTimestamp } from './file-timestamp.ts';

/** Windows has neither flag, and no pipes in folders. */
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** Modes as of `fs.open`. `r+`: the file must exist. `a`: creates it. */
const FLAGS = {
  r: constants.O_RDONLY,
  'r+': constants.O_RDWR | O_NOFOLLOW,
  a: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW,
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

/** Whether the file cannot be used because of what it is, not because of who may open it. */
export function isNotPlain(cause: unknown): boolean {
  return cause instanceof NotPlainError;
}

interface FileStats {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function assertPlainFile(facts: FileStats, path: string, maxBytes: number): void {
  if (!facts.isFile()) throw new NotPlainError(facts.isDirectory() ? 'EISDIR' : 'EFTYPE', path);
  if (facts.size > maxBytes) throw new NotPlainError('EFBIG', path);
}

/** A file descriptor. @throws NotPlainError; the system's error, which is ELOOP for a link that is to be written */
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

/** UTF-8. @throws NotPlainError, the system's error */
export async function readPlainText(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, FLAGS.r | O_NONBLOCK);
  try {
    assertPlainFile(await file.stat(), path, maxBytes);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** As `readPlainText`, for what is read before anything runs. */
export function readPlainTextSync(path: string, maxBytes: number): string {
  const file = openPlainFile(path, 'r', maxBytes);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Keeps the file and its number, so that locks on it stay. @throws as `openPlainFile` */
export function truncatePlainFile(path: string): void {
  const file = openPlainFile(path, 'r+');
  try {
    ftruncateSync(file);
  } finally {
    closeSync(file);
  }
}

/** Renames a folder, a pipe or a link, whose place a plain file of ours needs. Deletes nothing, follows nothing. */
export function moveAsideUnlessPlain(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  renameSync(path, `${path}.found-${fileTimestamp(Date.now())}`);
}
