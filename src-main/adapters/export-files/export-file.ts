/**
 * A file of an export: written beside its place as `.part`, and given its name when it is whole and on the disk. Only
 * this user can read it. What was told about it lies beside it as `.about.json`.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { ExportFile } from '../../core/ports/export-files.ts';
import { removeStalePart } from '../files/stale-part.ts';
import { PartFileLease } from './part-file-lease.ts';

export const PART_SUFFIX = '.part';
export const ABOUT_SUFFIX = '.about.json';

/** How often the room on the disk is looked at. */
const DISK_CHECK_INTERVAL_BYTES = 4 * 1_048_576;

/**
 * @param path absolute
 * @param minFreeBytes of the disk that are not for exports: what is received has to have room there
 * @param replacesStalePart what a process that died left in its place goes
 * @returns `null` where another export writes it. @throws AppError EXPORT_FAILED
 */
export async function createExportFile(
  path: string,
  minFreeBytes = 0,
  replacesStalePart = false,
): Promise<ExportFile | null> {
  try {
    if (replacesStalePart) await removeStalePart(path + PART_SUFFIX);
    return new AtomicExportFile(path, await open(path + PART_SUFFIX, 'wx', 0o600), minFreeBytes);
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return null;
    throw exportError(cause, path);
  }
}

class AtomicExportFile implements ExportFile {
  readonly path: string;
  readonly fileName: string;
  bytes = 0;
  readonly #hash = createHash('sha256');
  readonly #file: FileHandle;
  readonly #part: PartFileLease;
  readonly #leaveBytes: number;
  #isOpen = true;
  /** What lies in its place is another export's. */
  #isReplaced = false;
  #hasWrittenAbout = false;
  #lookAt = 0;

  constructor(path: string, file: FileHandle, leaveBytes: number) {
    this.path = path;
    this.fileName = basename(path);
    this.#file = file;
    this.#part = new PartFileLease(path + PART_SUFFIX, file);
    this.#leaveBytes = leaveBytes;
  }

  async write(piece: string | Uint8Array): Promise<void> {
    const chunk = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : Buffer.from(piece);
    await this.#assertFreeDisk();
    try {
      await writeFully(this.#file, chunk);
    } catch (cause) {
      throw exportError(cause, this.path);
    }
    this.#hash.update(chunk);
    this.bytes += chunk.length;
  }

  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** What is told about it first: a file of that name is never without it. */
  async finish(about: string): Promise<void> {
    try {
      await this.#file.sync();
      await this.#close();
      if (this.#isReplaced) {
        const detail = 'another export took its place';
        throw appError('EXPORT_FAILED', { path: this.path, problem: 'disk-error', detail });
      }
      await writeSynced(this.path + ABOUT_SUFFIX + PART_SUFFIX, about);
      await rename(this.path + ABOUT_SUFFIX + PART_SUFFIX, this.path + ABOUT_SUFFIX);
      this.#hasWrittenAbout = true;
      await rename(this.path + PART_SUFFIX, this.path);
      await syncFolder(dirname(this.path));
    } catch (cause) {
      throw exportError(cause, this.path);
    }
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    if (this.#isReplaced) return;
    // Without a part there is a whole file, or nothing any more.
    const isUnfinished = await rm(this.path + PART_SUFFIX).then(
      () => true,
      () => false,
    );
    if (!isUnfinished) return;
    await rm(this.path + ABOUT_SUFFIX + PART_SUFFIX, { force: true }).catch(() => undefined);
    // What lies there else is told about the file whose place this one would have taken.
    if (this.#hasWrittenAbout) await rm(this.path + ABOUT_SUFFIX, { force: true }).catch(() => undefined);
  }

  async #assertFreeDisk(): Promise<void> {
    if (this.#leaveBytes === 0 || this.bytes < this.#lookAt) return;
    this.#lookAt = this.bytes + DISK_CHECK_INTERVAL_BYTES;
    // Where nobody can tell, the disk will.
    const disk = await statfs(dirname(this.path)).catch(() => null);
    if (disk !== null && disk.bavail * disk.bsize < this.#leaveBytes)
      throw appError('EXPORT_FAILED', { path: this.path, problem: 'full' });
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#part.release();
    this.#isReplaced = !(await this.#part.isOurs().catch(() => false));
    await this.#file.close();
  }
}

async function writeFully(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    // oxlint-disable-next-line no-await-in-loop -- a disk that is nearly full takes a part
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}

/** Never through a link that somebody put there: what was left of another one that died is removed, not written to. */
async function writeSynced(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFully(file, Buffer.from(text, 'utf8'));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** So that the name is there after a loss of power, too; Windows cannot open a folder, and needs it not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

const PROBLEMS: Readonly<Record<string, 'full' | 'forbidden' | 'name'>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EROFS: 'forbidden',
  ENAMETOOLONG: 'name',
  EISDIR: 'name',
};

export function exportError(cause: unknown, path: string): AppError {
  if (cause instanceof AppError) return cause;
  const detail = codeOf(cause);
  return appError('EXPORT_FAILED', { path, problem: PROBLEMS[detail] ?? 'disk-error', detail }, { cause });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
}
