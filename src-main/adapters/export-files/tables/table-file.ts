/** Writes exported tables in each format. */
import { createReadStream } from 'node:fs';
import { Zip, ZipPassThrough } from 'fflate';
import { type TableFormat, type TableName, tableNames } from '../../../../src-shared/domain/analyst-tables.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import type { TableFile, WrittenTableFile } from '../../../core/ports/export-files.ts';
import { exportError, type ForeignExportFile } from '../export-file.ts';
import { ABOUT_NAME, type TableFolder } from './table-folder.ts';

/** The workbook is made in memory, about 3 kB for each row. */
const MAX_WORKBOOK_ROWS = 50_000;
const MAX_WORKBOOK_CHARACTERS = 48 * 1_048_576;
/** The library writes no ZIP64. */
const MAX_ZIP_BYTES = 4 * 1_073_741_824 - 1_048_576;

/** @throws AppError EXPORT_FAILED */
export async function tablesInOneFile(
  file: ForeignExportFile,
  format: Exclude<TableFormat, 'parquet'>,
): Promise<TableFile> {
  switch (format) {
    case 'sqlite':
      return sqliteFile(file);
    case 'xlsx':
      return workbookFile(file);
    default:
      return assertNever(format);
  }
}

async function sqliteFile(file: ForeignExportFile): Promise<TableFile> {
  const { SqliteTables } = await import('./sqlite-tables.ts');
  const failing = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (cause) {
      throw exportError(cause, file.path);
    }
  };
  const tables = failing(() => new SqliteTables(file.partPath));
  return {
    ...describedNextToIt(file),
    get bytes() {
      return file.bytes;
    },
    add: (table, rows) => file.grewTo(failing(() => tables.add(table, rows))),
    async complete() {
      failing(() => tables.end());
      await file.measure();
      return [sumOf(file)];
    },
    async discard() {
      tables.close();
      await file.discard();
    },
  };
}

async function workbookFile(file: ForeignExportFile): Promise<TableFile> {
  const { WorkbookTables } = await import('./workbook-tables.ts');
  const tables = new WorkbookTables();
  return {
    ...describedNextToIt(file),
    get bytes() {
      return file.bytes;
    },
    get cutCells() {
      return tables.cutCells;
    },
    async add(table, rows) {
      tables.add(table, rows);
      if (tables.count > MAX_WORKBOOK_ROWS || tables.characters > MAX_WORKBOOK_CHARACTERS)
        throw appError('EXPORT_FAILED', { path: file.path, problem: 'too-many-rows' });
    },
    async complete() {
      await file.write(await tables.bytes(Date.now()));
      return [sumOf(file)];
    },
  };
}

function describedNextToIt(file: ForeignExportFile) {
  const { path, fileName } = file;
  return { path, fileName, cutCells: 0, finish: (about: string) => file.finish(about), discard: () => file.discard() };
}

/** @throws AppError EXPORT_FAILED */
export async function tablesInFolder(folder: TableFolder, fileName: string): Promise<TableFile> {
  const { ParquetTables } = await import('./parquet-tables.ts');
  const opened = await openAll(folder);
  const tables = new ParquetTables(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an entry for each name
    Object.fromEntries(
      opened.map(([name, file]) => [name, (bytes: Uint8Array) => file.write(bytes)]),
    ) as ConstructorParameters<typeof ParquetTables>[0],
  );
  return {
    path: folder.path,
    fileName,
    cutCells: 0,
    get bytes() {
      return folder.files.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    add: (table, rows) => tables.add(table, rows),
    async complete() {
      await tables.end();
      for (const [, file] of opened) await file.finish(null);
      return opened.map(([, file]) => sumOf(file));
    },
    async finish(about) {
      const file = await folder.open(ABOUT_NAME);
      await file.write(about);
      await file.finish(null);
      await folder.finish();
    },
    discard: () => folder.discard(),
  };
}

async function openAll(folder: TableFolder) {
  const opened: (readonly [TableName, ForeignExportFile])[] = [];
  try {
    // A .zip has the files in the order in which they were opened.
    for (const name of tableNames) opened.push([name, await folder.open(`${name}.parquet`)]);
    return opened;
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/** For a host that hands out single files. `folder`: temporary. @throws AppError EXPORT_FAILED */
export async function tablesInZip(zip: ForeignExportFile, folder: TableFolder): Promise<TableFile> {
  const inFolder = await tablesInFolder(folder, zip.fileName);
  return {
    ...inFolder,
    path: zip.path,
    get bytes() {
      return zip.bytes || inFolder.bytes;
    },
    async complete() {
      const files = await inFolder.complete();
      if (inFolder.bytes > MAX_ZIP_BYTES) throw appError('EXPORT_FAILED', { path: zip.path, problem: 'too-large' });
      await writeZip(zip, folder);
      return files;
    },
    async finish(about) {
      await zip.finish(about);
      await folder.discard();
    },
    async discard() {
      await Promise.all([zip.discard(), folder.discard()]);
    },
  };
}

/** Parquet is compressed already. */
async function writeZip(zip: ForeignExportFile, folder: TableFolder): Promise<void> {
  let made: Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    const chunks = made;
    made = [];
    for (const chunk of chunks) await zip.write(chunk);
  };
  const archive = new Zip((error, chunk) => {
    if (error !== null) throw error;
    made.push(chunk);
  });
  for (const { path, fileName } of folder.files) {
    const entry = new ZipPassThrough(fileName);
    archive.add(entry);
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      entry.push(chunk);
      await flush();
    }
    entry.push(new Uint8Array(), true);
  }
  archive.end();
  await flush();
}

function sumOf(file: ForeignExportFile): WrittenTableFile {
  return { name: file.fileName, bytes: file.bytes, sha256: file.sha256() };
}
