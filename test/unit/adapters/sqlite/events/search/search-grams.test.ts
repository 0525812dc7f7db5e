import { describe, expect, it, test } from 'vitest';
import type { TextTerm } from '../../../../../../src-main/adapters/sqlite/events/columns/filter-condition.ts';
import {
  BLOCK_SIZE,
  openBlock,
  packBlock,
} from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import {
  addEventsWithTexts,
  IndexedChunk,
  indexedBlock,
} from '../../../../../../src-main/adapters/sqlite/events/search/indexed-chunk.ts';
import { BlockSignature } from '../../../../../../src-main/adapters/sqlite/events/search/search-grams.ts';
import {
  type SearchQuery,
  searchQuery,
} from '../../../../../../src-main/adapters/sqlite/events/search/search-query.ts';
import type { IdentifierField } from '../../../../../../src-shared/domain/event/event-fields.ts';
import type { ReceivedEvent } from '../../../../../../src-shared/domain/event/event.ts';
import {
  matchesIdentifier,
  parseIdentifierPattern,
} from '../../../../../../src-shared/domain/filter/identifier-pattern.ts';
import { createTextMatcher, unescapeOnce } from '../../../../../../src-shared/domain/filter/text-matcher.ts';
import { generatedEvents } from '../../../../../bench/generated-events.ts';
import { oneOf } from '../../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { receivedEvent } from '../../../../../doubles/received-events.ts';
import { rounds } from '../../../../../support/breadth.ts';

const ALL_BLOCKS = { low: -1, high: -1 };
const signature = new BlockSignature();

function blockOf(texts: readonly string[], id: string | null = null) {
  const events = texts.map((data, index): ReceivedEvent => ({ ...receivedEvent(index), id, data }));
  return {
    id: 1,
    parts: [openBlock(1, packBlock(events.map((event, index) => ({ seq: 64 + index, event }))))],
    large: [],
    isPartial: false,
  };
}

const words = (...values: string[]): TextTerm => ({ kind: 'text', values, negated: false });
const ofField = (field: IdentifierField, ...values: string[]): TextTerm => ({
  kind: 'value',
  field,
  values,
  negated: false,
});
const anyOf = (...values: string[]): TextTerm => ofField('id', ...values);

/** A block as the index has it. */
class OneBlock {
  #slots: Int32Array | null = null;
  #bodies: readonly Buffer[] = [];

  put(block: ReturnType<typeof blockOf>): void {
    const indexed = indexedBlock(block, signature);
    this.#slots = indexed.slots;
    const chunk = new IndexedChunk(0);
    chunk.add(1, indexed);
    this.#bodies = chunk.bodies;
  }

  /** Returns the indexes of the events of the block that may match; null if any may. */
  find(query: SearchQuery | null): number[] | null {
    let found: number[] | null = null;
    for (const { words: alternatives, identifiers } of query?.terms ?? []) {
      if (
        alternatives?.some((slots) =>
          slots.every((slot) => ((this.#slots?.[slot >>> 5] ?? -1) >>> (slot & 31)) & 1),
        ) === false
      )
        return [];
      if (identifiers === null) continue;
      const places = new Set<number>();
      for (const kind of identifiers.kinds)
        addEventsWithTexts(this.#bodies[kind] ?? Buffer.alloc(0), identifiers.texts, ALL_BLOCKS, places);
      found = [...places].map((place) => place - BLOCK_SIZE).filter((index) => found?.includes(index) !== false);
    }
    return found;
  }

  mayHold(query: SearchQuery | null): boolean {
    return this.find(query)?.length !== 0;
  }

  /** Tests the signature alone, which decides whether the identifiers are read. */
  mayHaveWords(query: SearchQuery | null): boolean {
    const withoutIdentifiers = query?.terms.map((term) => ({ ...term, identifiers: null })) ?? [];
    return this.mayHold({ key: '', isExact: false, terms: withoutIdentifiers });
  }
}

function blockWith(...texts: string[]): OneBlock {
  const block = new OneBlock();
  block.put(blockOf(texts));
  return block;
}

describe('[SEARCH-1] a block is a candidate for', () => {
  it.each([
    ['any part of a number', '"8904903"', ['89049', '490', '4903', '903', '8904903']],
    ['any part of a word from three letters on, in any case', '"Timed"', ['timed', 'ime', 'MED', 'tim']],
    ['any part of a hexadecimal number', 'a12345f', ['a12345', '2345', '345f', '45f', '12345']],
    ['the text that a Unicode escape hides', String.raw`x\u0061cme`, ['acme', 'xac', 'u0061']],
    ['the text that a Unicode escape hides in nested JSON', String.raw`{"a":"{\"b\":\"\\u0053verige\"}"}`, ['sverige']],
    ['a word with a character whose lower case is an ASCII letter', '\u212aiel', ['kiel', 'iel']],
  ])('%s', (_, text, parts) => {
    expect(parts.filter((part) => !blockWith(text).mayHold(searchQuery([words(part)])))).toEqual([]);
  });

  it.each([
    ['a word that it does not have', 'Timed', [words('timer'), words('ame')]],
    ['a number in which its digits are in another order', '8904903', [words('89490'), words('48904903')]],
    ['a number that ends with digits that it has only within one', '19645', [anyOf('…1964'), anyOf('=1964')]],
  ])('not for %s', (_, text, terms) => {
    expect(terms.filter((term) => blockWith(text).mayHold(searchQuery([term])))).toEqual([]);
  });

  it('an EID if only other texts of the block have its digits', () => {
    const eid = '89049032000001000000035728471950';
    const text = JSON.stringify({ eid, iccid: '8946012345678901234' });
    const other = `${eid.slice(0, -1)}1`;
    const found = ['000100', '28471950', '12345678', '901234', eid, `=${eid}`, other, `=${other}`].map((part) =>
      blockWith(text).mayHaveWords(searchQuery([ofField('eid', part)])),
    );
    expect(found).toEqual([true, true, false, false, true, true, false, false]);
  });

  it.each([
    ['a code of which it has letters and digits apart', 'CMP-8124 and SMDA_5020', ['cmp-8124', 'a_5020'], ['cmp-5020']],
    ['a code whose digits it has after another letter', 'CMP-5020 x-90417', ['x-9041'], ['cmp-90417']],
  ])('%s', (_, text, there, notThere) => {
    const block = blockWith(text);
    const holds = (word: string) => block.mayHold(searchQuery([words(word)]));
    expect([there.every(holds), notThere.some(holds)]).toEqual([true, false]);
  });

  it('hardly any three letters that it does not have', () => {
    const texts = [...generatedEvents(0, BLOCK_SIZE)].map(({ data }) => data);
    const block = blockWith(...texts);
    const all = texts.join(' ').toLowerCase();
    const letters = Array.from('bcdghjklmnpqrstvwxyz');
    const absent = letters
      .flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))
      .filter((word) => !all.includes(word));
    const held = absent.filter((word) => block.mayHold(searchQuery([words(word)])));
    expect(held.length / absent.length).toBeLessThan(0.004);
  });

  it('everything if a part of it cannot be read', () => {
    const indexed = indexedBlock({ id: 1, parts: [], large: [], isPartial: true }, signature);
    const chunk = new IndexedChunk(0);
    chunk.add(0, indexed);
    const places = new Set<number>();
    for (const body of chunk.bodies) addEventsWithTexts(body, ['8904'], { low: 1, high: 0 }, places);
    expect([indexed.slots, chunk.rows.readUInt32BE(0), places.size]).toEqual([null, 1, BLOCK_SIZE]);
  });

  it('everything if its identifiers are too many', () => {
    const resources = Array.from({ length: 9_000 }, (_, index) => ({
      resourceId: `resource-${index}`.padEnd(36, '-'),
    }));
    const text = JSON.stringify({ detailedMessage: { subscriptionRequestResources: resources } });
    expect(blockWith(text).mayHold(searchQuery([ofField('eid', '12345678')]))).toBe(true);
  });

  it('nothing for half of a surrogate pair, which would end the process', () => {
    const chunk = new IndexedChunk(0);
    const { slots } = indexedBlock({ id: 1, parts: [], large: [], isPartial: false }, signature);
    chunk.add(0, { slots, lines: ['8904'] });
    const places = new Set<number>();
    for (const body of chunk.bodies) addEventsWithTexts(body, ['8904\ud800'], ALL_BLOCKS, places);
    expect(places.size).toBe(0);
  });
});

describe('[SEARCH-1] identifiers of a block', () => {
  const eid = '89049032000001000000035728471950';
  const request = (id: string, iccid: string) =>
    JSON.stringify({
      detailedMessage: {
        subscriptionRequestId: id,
        subscriptionRequestResources: [{ resourceProperties: [{ type: 'ICCID', value: iccid }] }],
      },
    });
  const texts = [
    JSON.stringify({ note: eid }),
    JSON.stringify({ detailedMessage: JSON.stringify({ eid, localizedProfile: { iccid: '8946010000000001' } }) }),
    request('R-00000001', '8946010000000002'),
    JSON.stringify({ detailedMessage: { eid: '8904\t00000001\n7', localizedProfile: { iccid: '8946010000000001' } } }),
  ];

  it.each([
    [
      'a part with zeros finds the events that name such an identifier, and no others',
      [ofField('eid', '00000100000')],
      [1],
    ],
    ['four digits find an event, although other texts have them', [ofField('eid', '1950')], [1]],
    ['the beginning is that of an identifier', [ofField('iccid', '8946…')], [1, 2, 3]],
    ['the end is that of an identifier', [ofField('iccid', '…0002')], [2]],
    ['a complete identifier is no part of another', [ofField('iccid', '=894601000000000')], []],
    ['another kind of identifier does not match', [ofField('eid', '8946')], []],
    ['any kind matches, in any case', [ofField('id', 'r-0000')], [2]],
    ['two terms match in the same event', [ofField('eid', '8904'), ofField('iccid', '…0001')], [1, 3]],
    ['characters that separate events are searched as spaces', [ofField('eid', '8904\t0')], [3]],
  ])('%s', (_, terms, found) => {
    expect(blockWith(...texts).find(searchQuery(terms))).toEqual(found);
  });
});

describe('[SEARCH-1] the index query narrows nothing for', () => {
  it.each([
    ['a value without three letters or five digits in a row next to one with', [words('acme', '--')]],
    ['an excluded value', [{ ...words('acme'), negated: true }]],
    ['four digits of a text', [words('8904')]],
    ['no terms', []],
  ])('%s', (_, terms) => {
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
    block.put(blockOf(texts, id));
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const source = random(5) === 0 ? randomText(random) : oneOf([...texts, ...(id === null ? [] : [id])], random);
      const form = oneOf([source, unescapeOnce(source), unescapeOnce(unescapeOnce(source))], random);
      const from = random(form.length);
      const word = oneOf([form, form.toUpperCase(), form.toLowerCase(), form.normalize('NFD')], random).slice(
        from,
        from + 1 + random(9),
      );
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
  for (let round = 0; round < rounds({ usual: 300, thorough: 3_000 }); round += 1) {
    const identifier = Array.from({ length: 5 + random(12) }, () =>
      oneOf(Array.from('01234567890123456789abcdef-'), random),
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
    block.put(blockOf([text]));
    for (const field of ['id', 'eid'] as const)
      if (!block.mayHold(searchQuery([ofField(field, value)]))) missed.push({ field, identifier, value });
  }
  expect(missed).toEqual([]);
});
