/** Tests the size limits of the framer. The conformance suite tests how it reads lines. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EventFramer, eventLimits, type EventLimits } from '../../../../src-main/adapters/stream/event-framer.ts';
import type { EventBlock } from '../../../../src-main/adapters/stream/oversize-event.ts';
import { readBySpec, type SpecEvent } from '../../../support/spec-reader.ts';
import { rounds } from '../../../support/breadth.ts';

const bounds: EventLimits = { bytes: 100, lines: 10 };

interface Read {
  readonly text: string;
  readonly hasId: boolean;
  readonly oversize: EventBlock['oversize'];
}

function read(
  stream: string | Buffer,
  chunkBytes: number,
  within: EventLimits = bounds,
): { blocks: Read[]; cursors: string[]; framer: EventFramer } {
  const framer = new EventFramer(within);
  const bytes = Buffer.from(stream);
  const blocks: Read[] = [];
  const cursors: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    for (const block of framer.push(bytes.subarray(at, at + chunkBytes))) {
      if (block.kind === 'cursor') cursors.push(block.lastEventId);
      else blocks.push({ text: Buffer.from(block.bytes).toString(), hasId: block.hasId, oversize: block.oversize });
    }
  }
  return { blocks, cursors, framer };
}

function sizeAndHash(event: string): EventBlock['oversize'] {
  return { bytes: Buffer.byteLength(event), sha256: createHash('sha256').update(event).digest('hex') };
}

const before: Read = { text: 'id:1\ndata:before\n\n', hasId: true, oversize: null };
const after: Read = { text: 'data:after\n\n', hasId: false, oversize: null };
const long = 'x'.repeat(150);
const manyLines = 'data:y\n'.repeat(20);

/**
 * Oversize events and what the stub shows of each. The chunks decide where a line is cut, so the stub shows a beginning
 * of it.
 */
const oversizeEvents: readonly { name: string; event: string; names: string; hasId: boolean; data: string }[] = [
  {
    name: 'one long line',
    event: `event:K\nid:2\ndata:${long}\n\n`,
    names: 'event:K\nid:2\n',
    hasId: true,
    data: `data:${long}`,
  },
  { name: 'many lines', event: `event:K\n${manyLines}\n`, names: 'event:K\n', hasId: false, data: manyLines },
  {
    name: 'the last of several names',
    event: `event:A\nevent:B\nid:1\nid:2\ndata:${long}\n\n`,
    names: 'event:B\nid:2\n',
    hasId: true,
    data: `data:${long}`,
  },
  { name: 'an id with NUL', event: `id:\0\ndata:${long}\n\n`, names: '', hasId: false, data: `data:${long}` },
  {
    name: 'many ids before the data',
    event: `${'id:7\n'.repeat(20)}data:1\n\n`,
    names: 'id:7\n',
    hasId: true,
    data: 'data',
  },
  {
    name: 'names after the data',
    event: `data:${long}\nevent:B\nid:9\n\n`,
    names: 'event:B\nid:9\n',
    hasId: true,
    data: `data:${long}`,
  },
  {
    name: 'a kind too long to be kept',
    event: `event:${long.repeat(10)}\ndata:1\n\n`,
    names: '',
    hasId: false,
    data: 'data',
  },
];

describe.each([1, 2, 3, 7, 64, 100_000])('a framer with chunks of %d bytes', (chunkBytes) => {
  it.each(oversizeEvents)(
    'replaces an event over the limits with a stub between its neighbours: $name',
    ({ event, names, hasId, data }) => {
      const { blocks, framer } = read(`id:1\ndata:before\n\n${event}data:after\n\n`, chunkBytes);
      expect(blocks).toHaveLength(3);
      const [first, stub, last] = blocks;
      expect([first, last]).toEqual([before, after]);
      expect({ hasId: stub?.hasId, oversize: stub?.oversize }).toEqual({ hasId, oversize: sizeAndHash(event) });
      expect(stub?.text.startsWith(`${names}data`)).toBe(true);
      const shown = stub?.text.slice(names.length).replace(/\n+$/, '');
      expect(data.startsWith(shown ?? 'nothing')).toBe(true);
      expect(framer.unfinishedBytes).toBe(0);
    },
  );

  it('ignores an oversize event without data and moves the cursor, as for a small one', () => {
    const ids = Array.from({ length: 200 }, (_, id) => `id:${id}\n`).join('');
    const { blocks, cursors } = read(`id:1\ndata:before\n\n${ids}\ndata:after\n\n`, chunkBytes);
    expect([blocks, cursors]).toEqual([[before, after], ['199']]);
  });

  it('moves the cursor for ids without data: the last id of each block counts, and one with NUL does not', () => {
    const { cursors } = read('id:1\nid:é2\n\nevent:x\nid: 3\nid:\0\n\nid\n\n: nothing\n\n', chunkBytes);
    expect(cursors).toEqual(['é2', '3', '']);
  });

  it('keeps an event at the limits', () => {
    const event = `data:${'x'.repeat(94)}\n`;
    expect(read(`${event}\n`, chunkBytes).blocks).toEqual([{ text: `${event}\n`, hasId: false, oversize: null }]);
  });

  it('does not count comments, other fields and retry lines', () => {
    const noise = `:${long}\nfoo:${long}\nretry:2000\n`.repeat(30);
    const { blocks, framer } = read(`${noise}data:after\n${noise}\n`, chunkBytes);
    expect([blocks, framer.retryMs]).toEqual([[after], 2000]);
  });

  it('reports size and hash independently of line ends, comments and chunks', () => {
    const event = `event:K\r\n: note\r\ndata:${long}\r\n\r\n`;
    expect(read(event, chunkBytes).blocks[0]?.oversize).toEqual(sizeAndHash(`event:K\ndata:${long}\n\n`));
  });

  it('reports the size of an unfinished event, also of an oversize one', () => {
    expect(read('data:1\n\nid:1\ndata:22', chunkBytes).framer.unfinishedBytes).toBe(12);
    expect(read(`data:${long}`, chunkBytes).framer.unfinishedBytes).toBe(155);
  });
});

it('the stub of an oversize event shows 64 KiB of its data, cut between characters', () => {
  const data = 'é'.repeat(100_000);
  const { blocks } = read(`data: a\ndata: ${data}\n\n`, 4096, { bytes: 150_000, lines: 10 });
  const text = blocks[0]?.text ?? '';
  // The first line and its newline take two bytes, so an even number is left.
  expect(text).toBe(`data: a\ndata: ${'é'.repeat((64 * 1024 - 2) / 2)}\n\n`);
});

it('an endless retry line is ignored', () => {
  const { blocks, framer } = read(`retry:${'1'.repeat(100_000)}\ndata:after\n\n`, 64);
  expect([blocks, framer.retryMs]).toEqual([[after], null]);
});

/** The buffer of a block has such a size. Above the first few, only the memory to copy grows. */
const powersOfTwo = Array.from({ length: rounds({ usual: 8, thorough: 15 }) }, (_, index) => 2 ** (index + 10));
/** Single bytes of larger events take minutes and reach no other code. */
const MAX_SMALL_CHUNK_EVENT = 2 ** 16;

describe.each(powersOfTwo)('an event whose lines have about %d bytes', (size) => {
  const chunks = [1, 1_400, 65_536, Infinity].filter((bytes) => bytes > 1 || size <= MAX_SMALL_CHUNK_EVENT);
  it.each(chunks)('[STREAM-1] leaves the next event as it is, in chunks of %d bytes', (chunkBytes) => {
    for (let bytes = size - 4; bytes <= size + 4; bytes += 1) {
      const names = 'event: A\nid: 1\n';
      const value = 'x'.repeat(bytes - names.length - 'data: \n'.length);
      const stream = Buffer.from(`${names}data: ${value}\n\nevent: B\nid: 2\ndata: after\n\n`);
      const { blocks } = read(stream, Math.min(chunkBytes, stream.length), eventLimits);
      const [[first], ...others] = blocks.map(({ text }) => readBySpec(Buffer.from(text)).events) as [SpecEvent[]];
      expect([bytes, ...others]).toEqual([bytes, [{ kind: 'B', id: '2', data: 'after' }]]);
      expect([bytes, first?.kind, first?.id]).toEqual([bytes, 'A', '1']);
      // A larger event is replaced by a stub.
      expect([bytes, first?.data === value]).toEqual([bytes, bytes <= eventLimits.bytes]);
    }
  });
});
