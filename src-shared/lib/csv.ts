/** A line of CSV that every reader takes, and that no spreadsheet runs: the same in files and in output. */

/** RFC 4180, with the line end that every reader takes; a line that holds nothing is none to many of them. */
export function csvRow(cells: readonly string[]): string {
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

/** What begins a formula, also behind characters that a spreadsheet skips, and in its full-width form. */
const FORMULA = /^[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** A formula gets an apostrophe before it. A lone `-` is the operation of heartbeats, and calculates nothing. */
export function withoutFormula(cell: string): string {
  return cell !== '-' && FORMULA.test(cell) ? `'${cell}` : cell;
}
