import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { TextTerm } from '../../../../../../src-main/adapters/sqlite/events/columns/filter-condition.ts';
import { openBlock, packBlock } from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { ALWAYS_CANDIDATE, BlockGrams } from '../../../../../../src-main/adapters/sqlite/events/search/search-grams.ts';
import { searchQuery } from '../../../../../../src-main/adapters/sqlite/events/search/search-query.ts';
import type { ReceivedEvent } from '../../../../../../src-shared/domain/event/event.ts';
import {
  matchesIdentifier,
  parseIdentifierPattern,
} from '../../../../../../src-shared/domain/filter/identifier-pattern.ts';
import { createTextMatcher, unescapeOnce } from '../../../../../../src-shared/domain/filter/text-matcher.ts';
import { oneOf } from '../../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { receivedEvent } from '../../../../../doubles/received-events.ts';

const grams = new BlockGrams();

function blockOf(texts: readonly string[], id: string | null = null) {
  const events = texts.map((data, index): ReceivedEvent => ({ ...receivedEvent(index), id, data }));
  return {
    id: 1,
    parts: [openBlock(1, packBlock(events.map((event, index) => ({ seq: 64 + index, event }))))],
    large: [],
    isPartial: false,
  };
}

function gramsOf(text: string): string[] {
  const ofNothing = new Set(grams.gramsOfBlock(blockOf([''])).split(' '));
  return grams
    .gramsOfBlock(blockOf([text]))
    .split(' ')
    .filter((gram) => !ofNothing.has(gram));
}

const words = (...values: string[]): TextTerm => ({ kind: 'text', values, negated: false });
const anyOf = (...values: string[]): TextTerm => ({ kind: 'value', field: 'id', values, negated: false });

class OneBlock {
  readonly #database = new Sqlite(':memory:');
  readonly #put: Sqlite.Statement<[grams: string]>;
  readonly #match: Sqlite.Statement<[match: string]>;

  constructor() {
    this.#database.exec("CREATE VIRTUAL TABLE block USING fts5(grams, detail=none, tokenize='ascii')");
    this.#put = this.#database.prepare('INSERT OR REPLACE INTO block (rowid, grams) VALUES (1, ?)');
    this.#match = this.#database.prepare('SELECT rowid FROM block WHERE block MATCH ?');
    onTestFinished(() => void this.#database.close());
  }

  put(storedText: string): void {
    this.#put.run(storedText);
  }

  mayHold(query: string | null): boolean {
    return query === null || this.#match.get(query) !== undefined;
  }
}

describe('[SEARCH-1] the index stores of a block', () => {
  it.each([
    [
      'five digits from each position, and the shorter rest at the end',
      '"8904903"',
      ['89049', '90490', '04903', '4903z', '903'],
    ],
    ['four other characters, in lower case', '"Timed"', ['time', 'imed', 'med']],
    ['grams of digits and of letters for a hexadecimal number', 'a12345f', ['a123', '12345', '2345', '345f', '45f']],
    [
      'the end of a number in another form than its digits elsewhere',
      '1964-1964e',
      ['1964z', '964', '1964', '964e', '64e'],
    ],
    ['nothing for words shorter than three characters', 'ab 12 - 3', []],
    [
      'the text that a Unicode escape hides',
      String.raw`x\u0061cme`,
      ['xacm', 'acme', 'cme', 'u006', '0061', '061c', '61cm', '1cme'],
    ],
    [
      'the text that a Unicode escape hides in nested JSON',
      String.raw`{"a":"{\"b\":\"\\u0053verige\"}"}`,
      ['u005', '0053', '053v', '53ve', '3ver', 'sver', 'veri', 'erig', 'rige', 'ige', 'veri'],
    ],
    ['a character whose lower case is an ASCII letter', '\u212aiel', ['kiel', 'iel']],
  ])('%s', (_, text, expected) => {
    expect(new Set(gramsOf(text))).toEqual(new Set(expected));
  });

  it('a mark that makes it always a candidate if a part of it cannot be read', () => {
    expect(grams.gramsOfBlock({ id: 1, parts: [], large: [], isPartial: true })).toBe(ALWAYS_CANDIDATE);
  });
});

describe('[SEARCH-1] the index query asks', () => {
  it.each([
    ['for all grams of a word', [words('8904903')], '((("89049" AND "90490" AND "04903"))) OR "always"'],
    ['for a prefix if the word is short', [words('8904')], '((("8904" *))) OR "always"'],
    ['for the end if the value is the end of an identifier', [anyOf('…1964')], '((("1964z"))) OR "always"'],
    [
      'for all grams up to the end if that value is longer',
      [anyOf('…461964')],
      '((("46196" AND "61964" AND "1964z"))) OR "always"',
    ],
    [
      'for the last three characters if an identifier ends with a letter',
      [anyOf('=a1964b')],
      '((("a196" AND "1964" AND "964b" AND "64b"))) OR "always"',
    ],
    ['for a prefix if the word can continue', [words('a-1964')], '((("1964" *))) OR "always"'],
    [
      'for one of the values of each term',
      [words('acme', 'emea'), anyOf('46701')],
      '((("acme") OR ("emea")) AND (("46701"))) OR "always"',
    ],
    ['for each word of a value', [words('a timed-out b')], '((("time" AND "imed" AND "med" AND "out"))) OR "always"'],
  ])('%s', (_, terms, query) => {
    expect(searchQuery(terms)?.replaceAll(/\s+/g, ' ')).toBe(query);
  });

  it.each([
    ['a value that narrows nothing next to one that does', [words('acme', '--')]],
    ['an excluded value', [{ ...words('acme'), negated: true }]],
    ['no terms', []],
  ])('nothing for %s', (_, terms) => {
    expect(searchQuery(terms)).toBeNull();
  });
});

const SIGNS = [
  '0',
  '1',
  '2',
  '5',
  '9',
  'a',
  'A',
  'f',
  'k',
  'K',
  '\u212a',
  '\u0130',
  'Σ',
  'ß',
  'é',
  '😀',
  '"',
  '\\',
  '/',
  '-',
  ' ',
  '\n',
  '{',
  ':',
];

function randomText(random: (limit: number) => number): string {
  const text = Array.from({ length: 4 + random(30) }, () => {
    const sign = oneOf(SIGNS, random);
    return random(12) === 0 ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign;
  }).join('');
  const level = random(4);
  return level === 0
    ? text
    : level === 1
      ? JSON.stringify({ a: text })
      : JSON.stringify({ a: JSON.stringify({ b: text }) });
}

test('[SEARCH-1] a search skips no block that contains the word, however it is written', () => {
  const random = randomNumbers(64);
  const block = new OneBlock();
  const missed: unknown[] = [];
  let [storedText, passedOver] = [0, 0];
  for (let round = 0; round < 600; round += 1) {
    const texts = Array.from({ length: 1 + random(3) }, () => randomText(random));
    const id = random(3) === 0 ? randomText(random) : null;
    block.put(grams.gramsOfBlock(blockOf(texts, id)));
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const source = random(5) === 0 ? randomText(random) : oneOf([...texts, ...(id === null ? [] : [id])], random);
      const form = oneOf([source, unescapeOnce(source), unescapeOnce(unescapeOnce(source))], random);
      const from = random(form.length);
      const word = oneOf([form, form.toUpperCase(), form.toLowerCase()], random).slice(from, from + 1 + random(9));
      const isThere = texts.some((text) => createTextMatcher([word])(text, id));
      const isFound = block.mayHold(searchQuery([words(word)]));
      if (isThere && !isFound) missed.push({ texts, id, word });
      if (isThere) storedText += 1;
      if (!isFound) passedOver += 1;
    }
  }
  expect(missed).toEqual([]);
  expect([storedText > 1_000, passedOver > 300]).toEqual([true, true]);
});

test('[SEARCH-1] a search skips no block that contains an identifier with the part that is searched for', () => {
  const random = randomNumbers(8904);
  const block = new OneBlock();
  const missed: unknown[] = [];
  for (let round = 0; round < 1_500; round += 1) {
    const identifier = Array.from({ length: 5 + random(12) }, () =>
      oneOf(Array.from('0123456789abcdef-'), random),
    ).join('');
    const text = JSON.stringify({ detailedMessage: JSON.stringify({ eid: identifier, next: 'x' }) });
    const from = random(identifier.length - 3);
    const value = oneOf(
      [
        identifier.slice(from, from + 4 + random(8)),
        `${identifier.slice(0, 4)}…`,
        `…${identifier.slice(-4)}`,
        `=${identifier}`,
      ],
      random,
    );
    if (!matchesIdentifier(parseIdentifierPattern(value), identifier)) throw new Error('That is no piece of it.');
    block.put(grams.gramsOfBlock(blockOf([text])));
    if (!block.mayHold(searchQuery([anyOf(value)]))) missed.push({ identifier, value });
  }
  expect(missed).toEqual([]);
});
