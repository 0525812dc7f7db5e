import { expect, test } from 'vitest';
import { csvHead, csvLine } from '../../../src-shared/lib/csv.ts';

test.each([
  ['an EID', '89044012000000000000000000000007', '"=""89044012000000000000000000000007"""'],
  ['an ICCID', '8946200011660301003', '"=""8946200011660301003"""'],
  ['sixteen digits that a double has', '9007199254740992', '"=""9007199254740992"""'],
  ['a leading zero', '001010000000123', '"=""001010000000123"""'],
  ['an exponent', '8904E12', '"=""8904E12"""'],
  ['a trailing zero', '1.10', '"=""1.10"""'],
  ['fifteen digits', '240011234567890', '240011234567890'],
  ['a small number', '70', '70'],
  ['a zero', '0', '0'],
  ['a formula', '=1+1', "'=1+1"],
  ['a number with plus', '+46700008000', "'+46700008000"],
  ['a text', 'Åkeri, "AB"', '"Åkeri, ""AB"""'],
  ['an empty value', '', ''],
])('[EXPORT-17] a cell for a spreadsheet keeps %s', (_what, value, cell) => {
  expect(csvLine([value, 'x'], 'spreadsheet')).toBe(`${cell},x\n`);
});

test.each(['guarded', 'verbatim', 'spreadsheet'] as const)(
  '[EXPORT-17] a %s cell with a semicolon or a tab is quoted, because import dialogs separate there',
  (form) => {
    expect(csvLine(['a;b', 'c\td', 'e'], form)).toBe('"a;b","c\td",e\n');
    expect(csvHead(['f;g', 'h'], form)).toMatch(/"f;g",h\n$/);
  },
);

test('[EXPORT-17] a file for a spreadsheet starts with a byte order mark, and a plain file does not', () => {
  expect(csvHead(['id', '=x'], 'spreadsheet')).toBe("\uFEFFid,'=x\n");
  expect(csvHead(['id', '=x'], 'guarded')).toBe("id,'=x\n");
});
