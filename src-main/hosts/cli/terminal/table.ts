/** Formats a table for people: cells are safe for a terminal and aligned in every script; a wide one is cut. */
import { terminalText } from './terminal-text.ts';
import { cutToWidth, terminalWidth } from './terminal-width.ts';

export interface Column<Row> {
  readonly title: string;
  /** In terminal columns. 0 for the last column: as wide as needed. */
  readonly width: number;
  readonly cell: (row: Row) => string;
}

export function tableHead<Row>(columns: readonly Column<Row>[]): string {
  return paddedLine(columns.map(({ title, width }) => [title, width]));
}

export function tableLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return paddedLine(columns.map(({ width, cell }) => [cell(row), width]));
}

function paddedLine(cells: readonly (readonly [text: string, width: number])[]): string {
  return `${cells
    .map(([text, width]) => paddedCell(terminalText(text), width))
    .join(' ')
    .trimEnd()}\n`;
}

export function labelledLines(rows: readonly (readonly [name: string, value: string])[], nameWidth: number): string {
  return rows
    .map(([name, value]) =>
      paddedLine([
        [name, nameWidth],
        [value, 0],
      ]),
    )
    .join('');
}

/** @param text safe for a terminal */
export function paddedCell(text: string, width: number): string {
  if (width === 0) return text;
  const shown = cutToWidth(text, width, 'start');
  return shown + ' '.repeat(Math.max(0, width - terminalWidth(shown)));
}
