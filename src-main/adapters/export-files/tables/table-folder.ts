/** Writes files into a folder `.part`, which gets its name when all of them are complete. */
import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tableNames } from '../../../../src-shared/domain/analyst-tables.ts';
import { errorCodeOf } from '../../../../src-shared/lib/error-code.ts';
import { createExportFile, exportError, type ForeignExportFile, PART_SUFFIX } from '../export-file.ts';

export const ABOUT_NAME = 'about.json';
const OUR_NAMES: ReadonlySet<string> = new Set([ABOUT_NAME, ...tableNames.map((name) => `${name}.parquet`)]);
/** A part is touched every 10 s. */
const STALE_AFTER_MS = 60_000;

/** True if the folder is one that an export wrote, without any other file. */
export function isTableFolder(path: string): boolean {
  if (!lstatSync(path).isDirectory()) return false;
  const names = readdirSync(path);
  return names.includes(ABOUT_NAME) && names.every((name) => OUR_NAMES.has(name));
}

/** Null if another export is writing it. @param replaces an older export, and what a killed one left long ago */
export async function createTableFolder(path: string, minFreeBytes = 0, replaces = false): Promise<TableFolder | null> {
  const part = path + PART_SUFFIX;
  try {
    if (replaces) await removeStaleFolder(part);
    await mkdir(part, { mode: 0o700 });
    return new TableFolder(path, minFreeBytes, replaces);
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return null;
    throw exportError(cause, path);
  }
}

async function removeStaleFolder(part: string): Promise<void> {
  const names = await readdir(part).catch(() => []);
  const paths = [part, ...names.map((name) => join(part, name))];
  const times = await Promise.all(paths.map(async (one) => (await stat(one).catch(() => null))?.mtimeMs ?? 0));
  if (Date.now() - Math.max(...times) > STALE_AFTER_MS) await rm(part, { recursive: true, force: true });
}

export class TableFolder {
  readonly path: string;
  readonly #minFreeBytes: number;
  readonly #replaces: boolean;
  readonly #files: ForeignExportFile[] = [];

  constructor(path: string, minFreeBytes: number, replaces: boolean) {
    this.path = path;
    this.#minFreeBytes = minFreeBytes;
    this.#replaces = replaces;
  }

  get part(): string {
    return this.path + PART_SUFFIX;
  }

  get files(): readonly ForeignExportFile[] {
    return this.#files;
  }

  /** @throws AppError EXPORT_FAILED */
  async open(name: string): Promise<ForeignExportFile> {
    const file = await createExportFile(join(this.part, name), this.#minFreeBytes);
    if (file === null) throw exportError(new Error(`${name} is there`), this.path);
    this.#files.push(file);
    return file;
  }

  /** @throws AppError EXPORT_FAILED */
  async finish(): Promise<void> {
    try {
      if (this.#replaces) await rm(this.path, { recursive: true, force: true });
      await rename(this.part, this.path);
    } catch (cause) {
      throw exportError(cause, this.path);
    }
  }

  async discard(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.discard()));
    await rm(this.part, { recursive: true, force: true }).catch(() => undefined);
  }
}
