import { describe, expect, it, test } from 'vitest';
import { openBlock, packBlock } from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { TextSearch } from '../../../../../../src-main/adapters/sqlite/events/search/text-search.ts';
import type { ReceivedEvent } from '../../../../../../src-shared/domain/event/event.ts';
import { createTextMatcher } from '../../../../../../src-shared/domain/filter/text-matcher.ts';
import { randomEvents } from '../../../../../doubles/random-events.ts';
import { oneOf } from '../../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { rounds } from '../../../../../support/breadth.ts';
import { receivedEvent } from '../../../../../doubles/received-events.ts';

const blockOf = (events: readonly ReceivedEvent[]) => ({
  id: 1,
  parts: [openBlock(1, packBlock(events.map((event, index) => ({ seq: 64 + index, event }))))],
  large: [],
  isPartial: false,
});

function lookedAt(events: readonly ReceivedEvent[], ...words: string[]): number[] | 'none' | 'all' {
  const found = new TextSearch([{ kind: 'text', values: words, negated: false }]).candidates(blockOf(events));
  return typeof found === 'string' ? found : [...found].map((seq) => seq - 64);
}

const texts = (...data: string[]) => data.map((one, index) => receivedEvent(index, { data: one, id: null }));

function someOf(text: string, random: (limit: number) => number): string {
  const from = random(Math.max(1, text.length - 1));
  const fragment = text.slice(from, from + 1 + random(12));
  return oneOf(
    [fragment, fragment, fragment.toUpperCase(), fragment.replaceAll(/\\(.)/g, '$1'), fragment.replaceAll('\\', '')],
    random,
  );
}

const ODD = [
  '\u212aelvin',
  'ALİ',
  'ΣΟΦΟΣ',
  'σοφός',
  'sofo\\u03a3',
  'straße',
  'cafe\u0301',
  'caf\u00e9',
  '\\u00e9t\\u00e9',
  'a\\/b',
  'q\\\\"z',
  '\\\\u0041bc',
];

test('[FILTER-8] no text that contains a word is skipped, whatever its case and escapes', () => {
  const random = randomNumbers(11);
  let passedOver = 0;
  let matches = 0;
  const count = rounds({ usual: 300, thorough: 1_500 });
  for (let round = 0; round < count; round += 1) {
    const events = randomEvents(8, random).map((event) =>
      random(3) > 0 ? event : { ...event, data: `${event.data} ${oneOf(ODD, random)}` },
    );
    const stored = blockOf(events).parts.flatMap(({ entries }) => entries.map((entry) => entry.event()));
    const words = Array.from({ length: 1 + random(2) }, () =>
      someOf(random(4) === 0 ? oneOf(ODD, random) : oneOf(stored, random).data, random),
    ).filter((word) => word !== '');
    if (words.length === 0) continue;
    const holds = createTextMatcher(words);
    const expected = stored.flatMap(({ data, id }, index) => (holds(data, id) ? [index] : []));
    const found = lookedAt(events, ...words);
    const looked = found === 'all' ? expected : found === 'none' ? [] : found;
    expect({ words, missed: expected.filter((index) => !looked.includes(index)) }).toEqual({ words, missed: [] });
    passedOver += events.length - looked.length;
    matches += expected.length;
  }
  expect([passedOver > count, matches > count / 2]).toEqual([true, true]);
});

describe('[FILTER-8] the candidates of a block', () => {
  it('are only the texts that may contain the word', () => {
    expect(lookedAt(texts('{"a":"Acme"}', '{"a":"other"}', '{"a":"ACME"}'), 'acme')).toEqual([0, 2]);
  });

  it('are none if the word begins in one text and ends in the next', () => {
    expect(lookedAt(texts('89049032', '00000074'), '8904903200000074')).toBe('none');
  });

  it('do not match a word that occurs only between two texts', () => {
    const search = new TextSearch([{ kind: 'text', values: ['HEARTBEAT'], negated: false }]);
    expect(search.holds({ id: null, eid: null, iccid: null, requestId: null }, () => '{}')).toBe(false);
  });

  it('include a text with a Unicode escape', () => {
    expect(lookedAt(texts(String.raw`{"a":"\u0061cme"}`, '{}'), 'acme')).toEqual([0]);
  });

  it('include every text for a character whose lower case depends on its neighbours', () => {
    const text = String.raw`{"a":"\nΣ"}`;
    expect([createTextMatcher(['σ'])(text, null), lookedAt(texts(text), 'σ')]).toEqual([true, [0]]);
  });

  it('are all texts, unread, if none of them contains the excluded word', () => {
    const search = new TextSearch([{ kind: 'text', values: ['nobody'], negated: true }]);
    expect(search.candidates(blockOf(texts('a', 'b')))).toBe('all');
  });

  it('are all events if a part of the block cannot be read', () => {
    const search = new TextSearch([{ kind: 'text', values: ['nobody'], negated: true }]);
    expect(search.candidates({ id: 1, parts: [], large: [], isPartial: true })).toHaveProperty('size', 64);
  });
});

test('[FILTER-8] a search for the end of an identifier considers texts in which no letter or digit follows it', () => {
  const of = (value: string) => {
    const search = new TextSearch([{ kind: 'value', field: 'eid', values: [value], negated: false }]);
    const events = texts(
      '{"eid":"89041964"}',
      '{"eid":"19648904"}',
      '{"eid":"1964f"}',
      String.raw`{"detailedMessage":"{\"eid\":\"19641964\\n\"}"}`,
      '{"eid":19641964}',
      '{"eid":"nobody"}',
    );
    const found = search.candidates(blockOf(events));
    return typeof found === 'string' ? found : [...found].map((seq) => seq - 64);
  };
  expect({ end: of('…1964'), whole: of('=89041964'), piece: of('1964') }).toEqual({
    end: [0, 3, 4],
    whole: [0],
    piece: [0, 1, 2, 3, 4],
  });
});

test('[FILTER-8] only two characters outside ASCII become ASCII in lower case', () => {
  const found = Array.from({ length: 0x110000 }, (_, code) => code)
    .slice(0x80)
    .filter((code) => (code < 0xd800 || code > 0xdfff) && /\p{ASCII}/u.test(String.fromCodePoint(code).toLowerCase()));
  expect(found).toEqual([0x130, 0x212a]);
});
