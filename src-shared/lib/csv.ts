/**
 * Formats CSV rows that every reader accepts and that no spreadsheet runs as a formula, the same in files and in
 * output.
 */

/**
 * Formats one row by RFC 4180, but ends it with LF. Quotes a single empty cell, because many readers skip an empty
 * line.
 */
export function csvRow(cells: readonly string[]): string {
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

/** Matches the start of a formula, also after characters that a spreadsheet skips, and in its full-width form. */
const FORMULA = /^[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** Puts an apostrophe before a formula. A lone `-` is the operation of heartbeats and not a formula. */
export function withoutFormula(cell: string): string {
  return cell !== '-' && FORMULA.test(cell) ? `'${cell}` : cell;
}
