import { expect, test } from 'vitest';
import { type FindKind, searchedWords } from '../../src-renderer/words/searched-words.ts';

test.each<[string, FindKind, string]>([
  ['8904-4012', 'text', 'Searched for 89044012.'],
  ['EID …9727', 'words', 'Searched for 9727.'],
  ['EID 7679 9727', 'words', 'Searched for 76799727.'],
  ['se 8904-4012 +46 70 000 80 00', 'words', 'Searched for 89044012 and 46700008000.'],
  ['0046700008000', 'text', 'Searched for 46700008000.'],
  ['4711 se', 'words', ''],
  ['trailer åsa', 'text', ''],
  ['', 'words', ''],
])('[FILTER-8] the page says what a list looks for instead of %j', (find, kind, words) => {
  expect(searchedWords(find, kind)).toBe(words);
});
