/** Manages the folder of the page's exports. No export replaces another one. */
import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { appError } from '../../../src-shared/api/errors.ts';
import type { TableFiles } from '../../core/ports/export-files.ts';
import { ABOUT_SUFFIX, createExportFile, exportError, type ForeignExportFile, PART_SUFFIX } from './export-file.ts';
import { isFileName, numberedName } from './file-name.ts';
import { tablesInOneFile, tablesInZip } from './tables/table-file.ts';
import { createTableFolder } from './tables/table-folder.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';

interface ReadExport {
  readonly fileName: string;
  readonly bytes: number;
  readonly content: Readable;
}

export interface ExportFolder extends TableFiles {
  /** Null if no finished export has this key (`hrefOf`). */
  read(key: string): Promise<ReadExport | null>;
}

/** Age at which a part file counts as abandoned. Another process may still be writing a younger one. */
const STALE_AFTER_MS = DAY_MS;

/** The store is on the same disk. Leaves room for a few days of events when an export ends for lack of space. */
const MIN_FREE_BYTES = 256 * 1_048_576;

/** Refuses links, which lead out of the folder (Windows has no such flag), and never waits, for example for a pipe. */
const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @param hrefBase path under which the host serves the files; null if it serves none */
export function createExportFolder(
  directory: string,
  hrefBase: string | null,
  leaveBytes = MIN_FREE_BYTES,
): ExportFolder {
  let cleaned: Promise<void> | null = null;

  async function create(fileName: string): Promise<ForeignExportFile> {
    if (!isFileName(fileName)) throw appError('EXPORT_FAILED', { path: fileName, problem: 'name' });
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await (cleaned ??= removeStaleParts(directory));
    } catch (cause) {
      throw exportError(cause, directory);
    }
    return createUnderFreeName(directory, fileName, leaveBytes);
  }

  return {
    create,
    async createTables(fileName, format) {
      const file = await create(fileName);
      try {
        if (format !== 'parquet') return await tablesInOneFile(file, format);
        const folder = await createTableFolder(`${file.path}.tables`, leaveBytes);
        if (folder === null) throw appError('EXPORT_FAILED', { path: file.path, problem: 'name' });
        return await tablesInZip(file, folder);
      } catch (error) {
        await file.discard();
        throw error;
      }
    },
    hrefOf: (fileName) => (hrefBase === null ? null : `${hrefBase}${keyOf(fileName)}`),
    async read(key) {
      const fileName = Buffer.from(key, 'base64url').toString();
      if (keyOf(fileName) !== key || !isFileName(fileName)) return null;
      const file = await open(join(directory, fileName), READ_NO_LINK).catch(() => null);
      if (file === null) return null;
      const found = await file.stat();
      if (found.isFile()) return { fileName, bytes: found.size, content: file.createReadStream() };
      await file.close();
      return null;
    },
  };
}

/** Encodes a name as a path without escapes, because the host's guard allows no other. */
function keyOf(fileName: string): string {
  return Buffer.from(fileName).toString('base64url');
}

async function createUnderFreeName(
  directory: string,
  fileName: string,
  leaveBytes: number,
): Promise<ForeignExportFile> {
  for (let number = 1; ; number += 1) {
    const path = join(directory, numberedName(fileName, number));
    const file = (await isNameTaken(path)) ? null : await createExportFile(path, leaveBytes);
    // The part file reserves the name. Another export may have finished since the first check.
    if (file !== null && !(await isNameTaken(path))) return file;
    await file?.discard();
  }
}

async function isNameTaken(path: string): Promise<boolean> {
  const found = await Promise.all([path, path + ABOUT_SUFFIX].map((one) => stat(one).catch(() => null)));
  return found.some((one) => one !== null);
}

async function removeStaleParts(directory: string): Promise<void> {
  const parts = (await readdir(directory)).filter((name) => name.endsWith(PART_SUFFIX));
  for (const path of parts.map((name) => join(directory, name))) {
    const left = await stat(path).catch(() => null);
    if (left !== null && Date.now() - left.mtimeMs > STALE_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}
