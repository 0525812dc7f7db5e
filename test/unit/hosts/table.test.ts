import { expect, test } from 'vitest';
import { type Column, tableHead, tableLine } from '../../../src-main/hosts/cli/terminal/table.ts';
import { cutToWidth, terminalWidth } from '../../../src-main/hosts/cli/terminal/terminal-width.ts';

const columns: readonly Column<readonly string[]>[] = [
  { title: 'KIND', width: 8, cell: ([kind = '']) => kind },
  { title: 'CODE', width: 0, cell: ([, code = '']) => code },
];

test.each<[what: string, text: string, columns: number]>([
  ['letters', 'kind', 4],
  ['ideographs', '通知', 4],
  ['kana and Hangul', 'カナ한글', 8],
  ['kana of half width', 'ｶﾅ', 2],
  ['full-width forms', 'ＯＫ', 4],
  ['a letter with two marks', 'e\u0301\u0323', 1],
  ['a picture', '📡', 2],
  ['a flag, which is two characters', '🇸🇪', 2],
  ['two flags', '🇸🇪🇯🇵', 4],
  ['a picture with a colour of skin', '👋🏽', 2],
  ['a syllable of Hangul written in its parts', '\u1112\u1161\u11ab', 2],
  ['a letter of Devanagari with its vowel', 'कि', 2],
  ['letters of the Latin alphabet beyond ASCII', 'Åäö', 3],
])('[CLI-61] %s take as many columns as a terminal gives them', (_what, text, wide) =>
  expect(terminalWidth(text)).toBe(wide),
);

test.each(['通知', '📡📡', '🇸🇪', 'e\u0301', 'plain', '한글'])(
  '[CLI-61] the column after %s stays below its title',
  (kind) => {
    const at = terminalWidth(tableHead(columns).split('CODE')[0] ?? '');
    expect(terminalWidth(tableLine(columns, [kind, '70']).split('70')[0] ?? '')).toBe(at);
  },
);

test.each<[text: string, shown: string]>([
  ['12345678', '12345678 70\n'],
  ['123456789', '1234567… 70\n'],
  ['通知通知', '通知通知 70\n'],
  // Half an ideograph cannot be shown, so the column has one space left over.
  ['通知通知通知', '通知通… 70\n'.replace('… ', '…  ')],
  ['a\u001b[2Jbc', 'a\\u001b… 70\n'],
])('[CLI-61] a cell that is wider than its column ends with an ellipsis and moves nothing: %j', (text, shown) =>
  expect(tableLine(columns, [text, '70'])).toBe(shown),
);

test('[CLI-61] a sign of several code points is never cut', () => {
  expect(cutToWidth('🇸🇪🇯🇵🇳🇴', 4, 'start')).toBe('🇸🇪…');
  expect(cutToWidth('🇸🇪🇯🇵🇳🇴', 4, 'end')).toBe('…🇳🇴');
  expect(cutToWidth('e\u0301e\u0301e\u0301', 2, 'start')).toBe('e\u0301…');
});

test('[CLI-61] the last column is complete, however long it is', () => {
  expect(tableLine(columns, ['K', 'x'.repeat(500)])).toBe(`K        ${'x'.repeat(500)}\n`);
});
