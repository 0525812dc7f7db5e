/** Writes exports to a folder of the data directory or to a path that a command names. */
import type { TableCell, TableFormat, TableName } from '../../../src-shared/domain/analyst-tables.ts';

export interface ExportFile {
  readonly path: string;
  readonly fileName: string;
  /** Resolves when the file accepts more data. @throws AppError EXPORT_FAILED */
  write(data: string | Uint8Array): Promise<void>;
  /** Gives the file its final name and writes its description next to it. @throws AppError EXPORT_FAILED */
  finish(about: string): Promise<void>;
  /** Idempotent. */
  discard(): Promise<void>;
  readonly bytes: number;
  sha256(): string;
}

export interface WrittenTableFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes the tables of `analyst-tables.ts`: into one file, or into a folder with a file for each. */
export interface TableFile {
  readonly path: string;
  readonly fileName: string;
  /** So far. */
  readonly bytes: number;
  /** Cells so far with only the beginning of a text, because no cell of a workbook holds it. */
  readonly cutCells: number;
  /** Adds rows with cells in the order of the columns. Any table at any time. @throws AppError EXPORT_FAILED */
  add(table: TableName, rows: readonly (readonly TableCell[])[]): Promise<void>;
  /** Writes what still waits. Tables without rows are there, too. @throws AppError EXPORT_FAILED */
  complete(): Promise<readonly WrittenTableFile[]>;
  /** Gives it its final name, after `complete`, with the description next to it or in it. @throws AppError EXPORT_FAILED */
  finish(about: string): Promise<void>;
  /** Leaves nothing. Idempotent. */
  discard(): Promise<void>;
}

export interface ExportFiles {
  /** @throws AppError EXPORT_FAILED */
  create(fileName: string): Promise<ExportFile>;
  hrefOf(fileName: string): string | null;
}

export interface TableFiles extends ExportFiles {
  /** Parquet becomes a .zip of its files. @throws AppError EXPORT_FAILED */
  createTables(fileName: string, format: TableFormat): Promise<TableFile>;
}
