import { describe, expect, it } from 'vitest';
import {
  type BlockEntry,
  openBlock,
  packBlock,
  encodeBlock,
} from '../../../../../../src-main/adapters/sqlite/events/texts/received-block.ts';
import {
  packDigits,
  packUuid,
  unpackDigits,
  unpackUuid,
} from '../../../../../../src-main/adapters/sqlite/events/texts/packed-values.ts';
import { randomEvents } from '../../../../../doubles/random-events.ts';
import { oneOf } from '../../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { receivedEvent } from '../../../../../doubles/received-events.ts';
import { generatedEvents } from '../../../../../bench/generated-events.ts';

const placed = (count: number, random: (limit: number) => number) =>
  randomEvents(count, random).map((event, index) => ({ seq: 640 + index, event }));

const contents = (entries: readonly BlockEntry[]) =>
  entries.map((entry) => ({ seq: entry.seq, event: entry.event(), isWhole: entry.isIntact }));

describe('[STORE-20] a received text', () => {
  it('comes out of a block unchanged, whatever it contains', () => {
    const random = randomNumbers(1);
    for (let round = 0; round < 60; round += 1) {
      const events = placed(1 + random(64), random);
      expect(contents(openBlock(10, packBlock(events)).entries)).toEqual(
        events.map((one) => ({ ...one, isWhole: true })),
      );
    }
  });

  it('comes out unchanged with megabytes, and with the size and hash of an oversize event', () => {
    const oversize = { bytes: 50_000_000, sha256: 'ab'.repeat(32) };
    const events = [
      { seq: 640, event: receivedEvent(1, { oversize, id: null }) },
      { seq: 700, event: receivedEvent(2, { data: 'ä\u{1F6F0}\u0000'.repeat(1_000_000) }) },
    ];
    expect(contents(openBlock(10, packBlock(events)).entries)).toEqual(
      events.map((one) => ({ ...one, isWhole: true })),
    );
  });

  it('[DECODE-5] keeps the bytes that were not UTF-8, with and without the domain of the stream', () => {
    const events = [
      { seq: 640, event: receivedEvent(1, { data: 'Br\uFFFDnd', replacedBytes: '\\xF8' }) },
      { seq: 641, event: receivedEvent(2, { data: 'Br\uFFFDnd', replacedBytes: '\\xF8', streamDomain: 'acme' }) },
      { seq: 642, event: receivedEvent(3, { data: 'Br\uFFFDnd', streamDomain: 'acme' }) },
    ];
    expect(contents(openBlock(10, packBlock(events)).entries)).toEqual(
      events.map((one) => ({ ...one, isWhole: true })),
    );
  });

  it('is reported as damaged or cannot be read if any of its bits changed, and no other text is reported', () => {
    const events = placed(3, randomNumbers(2));
    const plain = encodeBlock(events);
    const directory = 1 + 13 * events.length;
    for (let bit = 8; bit < plain.length * 8; bit += 1) {
      const body = Buffer.from(plain);
      body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      let damaged: number[];
      try {
        const { entries } = openBlock(10, body);
        damaged = entries.flatMap(({ isIntact }, index) => (isIntact ? [] : [index]));
        // No entry belongs to another block.
        expect(entries.filter(({ seq }) => seq < 640 || seq > 703)).toEqual([]);
      } catch (error) {
        if (!(error instanceof Error) || error.name === 'AssertionError') throw error;
        damaged = [-1];
      }
      if (damaged.length === 0) throw new Error(`Bit ${bit} of ${plain.length * 8} went unnoticed.`);
      if (bit >= directory * 8) expect(damaged).toHaveLength(1);
    }
  });

  it.each([
    ['in the checksum', -1],
    ['in its content', 60],
  ])('is read as far as possible from a frame with a changed bit %s', (_, at) => {
    const events = placed(64, randomNumbers(4));
    const frame = packBlock(events);
    const body = Buffer.from(frame);
    const offset = at < 0 ? body.length + at : at;
    body[offset] = (body[offset] ?? 0) ^ 1;
    let damaged: unknown;
    try {
      const block = openBlock(10, body);
      damaged = [block.damaged.length === block.entries.filter(({ isIntact }) => !isIntact).length, block.count];
    } catch (error) {
      damaged = error instanceof Error && at > 0 ? [true, 64] : error;
    }
    expect([damaged, openBlock(10, frame).damaged]).toEqual([[true, 64], []]);
  });

  it('is not accepted as the text of another event', () => {
    const [entry] = openBlock(10, packBlock([{ seq: 641, event: receivedEvent(1) }])).entries;
    const elsewhere = openBlock(11, packBlock([{ seq: 641, event: receivedEvent(1) }])).entries[0];
    expect([entry?.isIntact, elsewhere?.seq, elsewhere?.isIntact]).toEqual([true, 705, false]);
    // The checksum of the frame matches, but its number does not.
    const events = Array.from({ length: 20 }, (_, index) => ({ seq: 640 + index, event: receivedEvent(1) }));
    const body = packBlock(events);
    expect(body.length).toBeLessThan(encodeBlock(events).length);
    expect(openBlock(11, body).entries.filter(({ isIntact }) => isIntact)).toEqual([]);
  });

  it('is still reported as damaged after its block was written again', () => {
    const [first, second, third] = [640, 641, 642].map((seq) => ({ seq, event: receivedEvent(seq) }));
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
    const body = Buffer.from(encodeBlock([first, second]));
    body[body.length - 4] = 0x21;
    const entries = openBlock(10, body).entries;
    const again = openBlock(10, packBlock([...entries, third])).entries;
    expect(again.map(({ seq, isIntact }) => [seq, isIntact])).toEqual([
      [640, true],
      [641, false],
      [642, true],
    ]);
    expect(openBlock(10, packBlock([...entries, third])).damaged.map(({ seq }) => seq)).toEqual([641]);
  });
});

describe('an identifier packed for a row', () => {
  it('is unpacked to the same text, whatever its form', () => {
    const random = randomNumbers(3);
    const hex = (length: number, signs = '0123456789abcdef') =>
      Array.from({ length }, () => signs[random(signs.length)]).join('');
    const uuid = () => [8, 4, 4, 4, 12].map((length) => hex(length)).join('-');
    for (let round = 0; round < 20_000; round += 1) {
      const text = oneOf(
        [
          uuid(),
          uuid().toUpperCase(),
          uuid().replace('-', '0'),
          hex(36),
          hex(random(70), '0123456789'),
          hex(32, '0123456789:'),
          hex(20, '0123456789f'),
          'ä'.repeat(36),
          '',
        ],
        random,
      );
      expect([unpackUuid(packUuid(text)), unpackDigits(packDigits(text))]).toEqual([text, text]);
    }
    expect([unpackUuid(packUuid(null)), unpackDigits(packDigits(null))]).toEqual([null, null]);
  });

  it('takes half the space if it has the usual form', () => {
    const sizes = [
      packUuid('0d9f6e2c-51a7-4c3e-8b1d-7f0a2c4e6b88'),
      packDigits('89049032000001000000000000000017'),
      packDigits('8946000000000000017'),
    ];
    expect(sizes.map((packed) => (packed instanceof Buffer ? packed.length : packed))).toEqual([16, 16, 10]);
  });
});

it('a block takes at most 14.6 % of what was received, although most identifiers are random', () => {
  const events = [...generatedEvents(0, 6_400)];
  const received = events.reduce((sum, { data }) => sum + data.length, 0);
  const blocks = Array.from({ length: 100 }, (_, block) =>
    packBlock(events.slice(block * 64, block * 64 + 64).map((event, place) => ({ seq: block * 64 + place, event }))),
  );
  expect(blocks.reduce((sum, { length }) => sum + length, 0) / received).toBeLessThan(0.146);
});
