/** Every reader accepts the rows, and no spreadsheet runs them as a formula. */
import { sheetCell } from './sheet-cells.ts';

/**
 * `guarded`: an apostrophe before what a spreadsheet would run. `spreadsheet`: guarded, with a byte order mark, and
 * numbers that would lose digits as text (`="0123"`), which other programs do not read.
 */
export const csvCellForms = ['guarded', 'verbatim', 'spreadsheet'] as const;
export type CsvCellForm = (typeof csvCellForms)[number];

const BYTE_ORDER_MARK = '\uFEFF';

const CELLS: Readonly<Record<CsvCellForm, (cell: string) => string>> = {
  verbatim: (cell) => cell,
  guarded: withoutFormula,
  spreadsheet: (cell) => spreadsheetCell(sheetCell(cell)),
};

function spreadsheetCell(cell: string): string {
  return losesDigits(cell) ? `="${cell}"` : withoutFormula(cell);
}

/** Formats the line with the names of the columns, which may come from the service. */
export function csvHead(names: readonly string[], form: CsvCellForm): string {
  return `${form === 'spreadsheet' ? BYTE_ORDER_MARK : ''}${csvLine(names, form)}`;
}

export function csvLine(values: readonly string[], form: CsvCellForm): string {
  return csvRow(values.map(CELLS[form]));
}

const NUMBER = /^\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i;
/** A spreadsheet keeps this many digits of a number. */
const KEPT_DIGITS = 15;

/** Returns whether a spreadsheet would read the cell as a number and write another one: `0123`, `8E5`, an ICCID. */
function losesDigits(cell: string): boolean {
  return NUMBER.test(cell) && (cell.length > KEPT_DIGITS || String(Number(cell)) !== cell);
}

/** RFC 4180, but ends with LF. Spreadsheets also split at semicolons and tabs; many readers skip an empty line. */
export function csvRow(cells: readonly string[]): string {
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

/** Matches the start of a formula, also after characters that a spreadsheet skips, and in its full-width form. */
const FORMULA = /^[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Puts an apostrophe before a formula. A lone `-` is the operation of heartbeats and not a formula. */
function withoutFormula(cell: string): string {
  return cell !== '-' && FORMULA.test(cell) ? `'${cell}` : cell;
}
