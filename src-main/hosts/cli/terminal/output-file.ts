/** Writes output files of commands: only into an existing folder, and over an existing file only with --force. */
import { lstatSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf } from '../../../../src-shared/lib/error-code.ts';
import { type AppError, appError } from '../../../../src-shared/api/errors.ts';
import {
  ABOUT_SUFFIX,
  createExportFile,
  exportError,
  type ForeignExportFile,
  PART_SUFFIX,
} from '../../../adapters/export-files/export-file.ts';
import { removeStalePart } from '../../../adapters/files/stale-part.ts';

/** Call before anything is read. @param path absolute @throws AppError BAD_ARGUMENT, EXPORT_FAILED */
export function refuseOutput(path: string, force: boolean): void {
  refuseMissingFolder(dirname(path));
  refuseExistingFile(path, force);
}

/** @throws AppError BAD_ARGUMENT, EXPORT_FAILED */
export async function createOutputFile(path: string, force: boolean): Promise<ForeignExportFile> {
  const file = await createExportFile(path, 0, force);
  if (file === null) throw writtenByAnother(path);
  return file;
}

/** A missing folder is mostly a typo, not a problem of the disk. */
export function refuseMissingFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  throw appError('BAD_ARGUMENT', { words: `The folder ${folder} does not exist. Create it, or name another place.` });
}

function refuseExistingFile(path: string, force: boolean): void {
  for (const file of [path, path + ABOUT_SUFFIX]) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (!found.isFile()) throw appError('EXPORT_FAILED', { path: file, problem: 'name' });
    if (!force) throw appError('BAD_ARGUMENT', { words: `${file} already exists. Name another file, or add --force.` });
  }
}

/** Leaves nothing if it fails. @throws AppError BAD_ARGUMENT, EXPORT_FAILED */
export async function writeOutput(path: string, text: string | Uint8Array, force: boolean): Promise<void> {
  const part = path + PART_SUFFIX;
  try {
    if (force) await removeStalePart(part);
    await writeFile(part, text, { flag: 'wx', mode: 0o600, flush: true });
    await rename(part, path);
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') throw writtenByAnother(path);
    await rm(part, { force: true }).catch(() => undefined);
    throw exportError(cause, path);
  }
}

export function writtenByAnother(path: string): AppError {
  return appError('BAD_ARGUMENT', {
    words: `Another export is writing ${path}, or was killed and left ${path}${PART_SUFFIX}. Delete that file, or name another file.`,
  });
}
