/**
 * A table for people. Each cell is safe for a terminal and stands under its title, whatever script it is written in; what
 * is wider than its column ends with an ellipsis, so that it moves nothing. Programs have NDJSON and CSV, which cut nothing.
 */
import { terminalText } from './terminal-text.ts';
import { cutToWidth, terminalWidth } from './terminal-width.ts';

export interface Column<Row> {
  readonly title: string;
  /** In columns of a terminal; 0, of the last one: as many as it takes. */
  readonly width: number;
  readonly cell: (row: Row) => string;
}

export function tableHead<Row>(columns: readonly Column<Row>[]): string {
  return paddedLine(columns.map(({ title, width }) => [title, width]));
}

export function tableLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return paddedLine(columns.map(({ width, cell }) => [cell(row), width]));
}

/** Cells with their widths; one of width 0 is neither padded nor cut. */
export function paddedLine(cells: readonly (readonly [text: string, width: number])[]): string {
  return `${cells
    .map(([text, width]) => paddedCell(terminalText(text), width))
    .join(' ')
    .trimEnd()}\n`;
}

/** @param text safe for a terminal */
export function paddedCell(text: string, width: number): string {
  if (width === 0) return text;
  const shown = cutToWidth(text, width, 'start');
  return shown + ' '.repeat(Math.max(0, width - terminalWidth(shown)));
}
