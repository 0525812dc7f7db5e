/** Writes an export as `.part`, for this user only, and renames it when it is complete and on the disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { ExportFile } from '../../core/ports/export-files.ts';
import { removeStalePart } from '../files/stale-part.ts';
import { createPartFileLease } from './part-file-lease.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';

export const PART_SUFFIX = '.part';
export const ABOUT_SUFFIX = '.about.json';

const DISK_CHECK_INTERVAL_BYTES = 4 * 1_048_576;

/** A file that another library writes. */
export interface ForeignExportFile extends ExportFile {
  /** The library writes to this path until `finish`. */
  readonly partPath: string;
  /** Notes how large the file is now. @throws AppError EXPORT_FAILED if the disk is nearly full */
  grewTo(bytes: number): Promise<void>;
  /** Reads what the library wrote, for size and hash. @throws AppError EXPORT_FAILED */
  measure(): Promise<void>;
  /** @param about null: the description is elsewhere */
  finish(about: string | null): Promise<void>;
}

/**
 * Null if another export is writing the file. `minFreeBytes`: left for received events. `replacesStalePart`: removes
 * what a dead process left. @throws AppError EXPORT_FAILED
 */
export async function createExportFile(
  path: string,
  minFreeBytes = 0,
  replacesStalePart = false,
): Promise<ForeignExportFile | null> {
  try {
    if (replacesStalePart) await removeStalePart(path + PART_SUFFIX);
    return createAtomicExportFile(path, await open(path + PART_SUFFIX, 'wx', 0o600), minFreeBytes);
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return null;
    throw exportError(cause, path);
  }
}

function createAtomicExportFile(path: string, file: FileHandle, leaveBytes: number): ForeignExportFile {
  let writtenBytes = 0;
  let hash = createHash('sha256');
  let isOpen = true;
  /** The part file at this path now belongs to another export. */
  let isReplaced = false;
  let hasWrittenAbout = false;
  let nextDiskCheckAt = 0;
  const fileName = basename(path);
  const part = createPartFileLease(path + PART_SUFFIX, file);

  async function write(data: string | Uint8Array): Promise<void> {
    const chunk = typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data);
    await assertFreeDisk();
    try {
      await writeFully(file, chunk);
    } catch (cause) {
      throw exportError(cause, path);
    }
    hash.update(chunk);
    writtenBytes += chunk.length;
  }

  async function measure(): Promise<void> {
    try {
      hash = createHash('sha256');
      writtenBytes = 0;
      for await (const chunk of createReadStream(path + PART_SUFFIX) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        writtenBytes += chunk.length;
      }
    } catch (cause) {
      throw exportError(cause, path);
    }
  }

  async function grewTo(bytes: number): Promise<void> {
    writtenBytes = bytes;
    await assertFreeDisk();
  }

  function sha256(): string {
    return hash.copy().digest('hex');
  }

  /** Writes the description first, so that no finished file is without it. */
  async function finish(about: string | null): Promise<void> {
    try {
      await file.sync();
      await close();
      if (isReplaced) {
        const detail = 'another export replaced it';
        throw appError('EXPORT_FAILED', { path, problem: 'disk-error', detail });
      }
      if (about !== null) {
        await writeSynced(path + ABOUT_SUFFIX + PART_SUFFIX, about);
        await rename(path + ABOUT_SUFFIX + PART_SUFFIX, path + ABOUT_SUFFIX);
        hasWrittenAbout = true;
      }
      await rename(path + PART_SUFFIX, path);
      await syncFolder(dirname(path));
    } catch (cause) {
      throw exportError(cause, path);
    }
  }

  async function discard(): Promise<void> {
    await close().catch(() => undefined);
    if (isReplaced) return;
    // Without a part file, the export is finished or already removed.
    const isUnfinished = await rm(path + PART_SUFFIX).then(
      () => true,
      () => false,
    );
    if (!isUnfinished) return;
    await rm(path + ABOUT_SUFFIX + PART_SUFFIX, { force: true }).catch(() => undefined);
    // Any other description belongs to the file that already has this name.
    if (hasWrittenAbout) await rm(path + ABOUT_SUFFIX, { force: true }).catch(() => undefined);
  }

  async function assertFreeDisk(): Promise<void> {
    if (leaveBytes === 0 || writtenBytes < nextDiskCheckAt) return;
    nextDiskCheckAt = writtenBytes + DISK_CHECK_INTERVAL_BYTES;
    // If the free space is unknown, the write itself fails when the disk is full.
    const disk = await statfs(dirname(path)).catch(() => null);
    if (disk !== null && disk.bavail * disk.bsize < leaveBytes)
      throw appError('EXPORT_FAILED', { path, problem: 'full' });
  }

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    part.release();
    isReplaced = !(await part.isOurs().catch(() => false));
    await file.close();
  }

  return {
    path,
    fileName,
    partPath: path + PART_SUFFIX,
    grewTo,
    measure,
    get bytes() {
      return writtenBytes;
    },
    write,
    sha256,
    finish,
    discard,
  };
}

async function writeFully(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, written);
    written += bytesWritten;
  }
}

/** Never writes through a link: replaces what is at the path. */
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

/** Makes the name survive a power loss. Windows cannot open a folder and does not need it. */
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
  const detail = errorCodeOf(cause) || 'unknown';
  return appError('EXPORT_FAILED', { path, problem: PROBLEMS[detail] ?? 'disk-error', detail }, { cause });
}
