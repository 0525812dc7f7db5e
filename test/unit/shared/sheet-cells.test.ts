import { expect, test } from 'vitest';
import { csvLine } from '../../../src-shared/lib/csv.ts';
import { sheetCell, SheetCells } from '../../../src-shared/lib/sheet-cells.ts';
import { sheetFitWords } from '../../../src-shared/words/events/sheet-words.ts';

/** Excel holds this many UTF-16 code units in a cell. */
const HELD = 32_767;
const ROWS_WITHOUT_HEADER = 1_048_575;

test.each([
  ['a received text', `{"a":"${'x'.repeat(180_000)}"}`],
  ['a text that begins as a formula', `=${'x'.repeat(HELD - 1)}`],
  ['a number of more digits than a cell holds', '1'.repeat(40_000)],
  ['a number that only its form makes too long', '1'.repeat(HELD - 1)],
  ['characters of two units at the cut', '\u{1F600}'.repeat(20_000)],
  ['the same, one unit later', `x${'\u{1F600}'.repeat(20_000)}`],
])('[EXPORT-17] %s is cut with a mark in front that is no data', (_what, text) => {
  const cells = new SheetCells();
  const [cut = ''] = cells.fit([text]);
  expect(cut).toMatch(new RegExp(`^\\[cut: the first \\d+ of ${text.length} characters\\] `));
  expect(text.startsWith(cut.slice(cut.indexOf(']') + 2))).toBe(true);
  expect(cut.length).toBeGreaterThan(32_000);
  expect(cut.isWellFormed()).toBe(true);
  expect(cells.result(true).cutCells).toBe(1);
  // A spreadsheet reads the cell without the quotes of CSV.
  const [cell = ''] = csvLine([text], 'spreadsheet').trimEnd().split(/^"|"$/).filter(Boolean);
  expect(cell.replaceAll('""', '"').length).toBeLessThanOrEqual(HELD);
});

test('[EXPORT-17] a text that a cell holds is not cut, also in its CSV form', () => {
  const longest = `=${'x'.repeat(HELD - 4)}`;
  expect(sheetCell(longest)).toBe(longest);
  expect(csvLine([longest, 'b'], 'spreadsheet')).toBe(`'${longest},b\n`);
  expect(csvLine(['x'.repeat(40_000)], 'guarded')).toHaveLength(40_001);
});

test('[EXPORT-17] counts the sheets of an .xlsx, and the rows of a CSV that a spreadsheet does not show', () => {
  const cells = new SheetCells();
  for (let row = 0; row < ROWS_WITHOUT_HEADER; row += 1) cells.fit([]);
  expect([cells.result(true), cells.result(false)]).toEqual([
    { cutCells: 0, sheets: 1, hiddenRows: 0 },
    { cutCells: 0, sheets: 1, hiddenRows: 0 },
  ]);
  cells.fit([]);
  expect([cells.result(true), cells.result(false)]).toEqual([
    { cutCells: 0, sheets: 2, hiddenRows: 0 },
    { cutCells: 0, sheets: 1, hiddenRows: 1 },
  ]);
});

test('[EXPORT-17] says what was cut and what is not shown, and nothing if everything fits', () => {
  expect(sheetFitWords(null)).toEqual([]);
  expect(sheetFitWords({ cutCells: 0, sheets: 1, hiddenRows: 0 })).toEqual([]);
  expect(sheetFitWords({ cutCells: 1, sheets: 2, hiddenRows: 0 })).toEqual([
    '1 cell was cut, because a spreadsheet holds 32,767 characters in a cell. JSON Lines and plain CSV have everything.',
    'The rows are on 2 sheets, because a spreadsheet holds 1,048,576 rows on one.',
  ]);
  expect(sheetFitWords({ cutCells: 0, sheets: 1, hiddenRows: 12_345 })).toEqual([
    'A spreadsheet does not show the last 12,345 rows, because it holds 1,048,576. An .xlsx puts them on further sheets.',
  ]);
});
