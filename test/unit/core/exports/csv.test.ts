import { expect, test } from 'vitest';
import { eventLines } from '../../../../src-main/core/exports/event-lines.ts';
import type { StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import { summaryOf } from '../../../doubles/example-events.ts';

/**
 * Parses RFC 4180, 2.5 to 2.7, with LF at the end of a line: a quoted cell holds anything, and a quote in it is
 * doubled.
 */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n)/y.exec(text.slice(at));
    if (cell === null) throw new Error(`no cell at ${at} of ${JSON.stringify(text)}`);
    const { 0: match, 1: quoted, 2: plain = '', 3: end } = cell;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += match.length;
    if (end !== '\n') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) throw new Error('a line without an end');
  return rows;
}

const written = (events: readonly StoredEvent[], fields: ('kind' | 'id' | 'raw')[]) => {
  const lines = eventLines('csv', { fields, mask: [], cells: 'verbatim' });
  // UTF-8, as in the file.
  return Buffer.from(lines.head + events.map((event) => lines.line(event)).join('')).toString();
};
const eventOf = (raw: string, id: string | null = null): StoredEvent => ({ ...summaryOf(1), id, raw, whole: null });

const CELLS = ['', 'a', ',', '"', '""', '",', ',"', 'a "b" c', '\n', '\r', '\r\n', '\n"', ' a ', '\t', '\u0000', '|;'];
const UNICODE = ['\u2028', '\u0085', '\uFEFFa', '\u202Eb', '💥', '\uD800', 'a\uDC00,"', '\uDC00\uD800\n'];

test.each([...CELLS, ...UNICODE])('[EXPORT-3] writes the cell %j so that it is read back unchanged', (cell) => {
  const kind = summaryOf(1).kind;
  const wellFormed = cell.toWellFormed();
  expect(rowsOf(written([eventOf(cell, cell), eventOf('after')], ['id', 'kind', 'raw']))).toEqual([
    ['id', 'kind', 'raw'],
    [wellFormed, kind, wellFormed],
    ['', kind, 'after'],
  ]);
  // Many readers skip an empty line.
  expect(written([eventOf(cell)], ['raw'])).not.toMatch(/^raw\n\n/);
  expect(rowsOf(written([eventOf(cell), eventOf('after')], ['raw']))).toEqual([['raw'], [wellFormed], ['after']]);
});
