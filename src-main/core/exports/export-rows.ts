/** Writes rows in one of the formats of an export, in constant memory: waits until the file can accept more. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { ExportFormat } from '../../../src-shared/domain/event/event-export.ts';
import { type CsvCellForm, csvHead, csvLine } from '../../../src-shared/lib/csv.ts';
import { SheetCells, type SheetFit } from '../../../src-shared/lib/sheet-cells.ts';
import type { Workbook } from '../../../src-shared/lib/workbook.ts';
import type { ExportFile } from '../ports/export-files.ts';

export interface RowForm<Row> {
  readonly columns: readonly string[];
  cells(row: Row): readonly string[];
  /** JSON without line breaks. */
  json(row: Row): string;
}

/** Formats rows as lines, the same in a file and in standard output. */
export function textLines<Row>(format: Exclude<ExportFormat, 'xlsx'>, form: RowForm<Row>, cellForm: CsvCellForm) {
  if (format === 'jsonl') return { head: '', line: (row: Row) => `${form.json(row)}\n`, fit: () => null };
  const sheet = cellForm === 'spreadsheet' ? new SheetCells() : null;
  return {
    head: csvHead(form.columns, cellForm),
    line(row: Row): string {
      const cells = form.cells(row);
      return csvLine(sheet?.fit(cells) ?? cells, cellForm);
    },
    /** Counts what a spreadsheet cannot hold of the lines so far; null if they are not for one. */
    fit: (): SheetFit | null => sheet?.result(false) ?? null,
  };
}

const WRITE_CHARACTERS = 65_536;

interface RowsToWrite<Row> {
  readonly format: ExportFormat;
  readonly cells: CsvCellForm;
  readonly name: string;
  readonly form: RowForm<Row>;
  readonly rows: AsyncIterable<Row>;
}

/** Null if the file is not for a spreadsheet. @throws AppError EXPORT_FAILED; what `rows` throws */
export async function writeRows<Row>(
  file: ExportFile,
  { format, cells, name, form, rows }: RowsToWrite<Row>,
  onWrite: () => void,
): Promise<SheetFit | null> {
  if (format === 'xlsx') {
    const sheet = new SheetCells();
    await writeWorkbook(file, { name, columns: form.columns, rows: fittedCells(form, rows, sheet) }, onWrite);
    return sheet.result(true);
  }
  const lines = textLines(format, form, cells);
  let text = lines.head;
  for await (const row of rows) {
    text += lines.line(row);
    if (text.length < WRITE_CHARACTERS) continue;
    await file.write(text);
    text = '';
    onWrite();
  }
  await file.write(text);
  onWrite();
  return lines.fit();
}

async function writeWorkbook(file: ExportFile, workbook: Workbook, onWrite: () => void): Promise<void> {
  // Most processes write no .xlsx.
  const { workbookBytes } = await import('../../../src-shared/lib/workbook.ts');
  try {
    for await (const chunk of workbookBytes(workbook)) {
      await file.write(chunk);
      onWrite();
    }
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'ZipError')) throw cause;
    throw appError('EXPORT_FAILED', { path: file.path, problem: 'too-large' }, { cause });
  }
}

async function* fittedCells<Row>(form: RowForm<Row>, rows: AsyncIterable<Row>, sheet: SheetCells) {
  for await (const row of rows) yield sheet.fit(form.cells(row));
}
