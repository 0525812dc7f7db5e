/** Compares the real reader with the algorithm of the standard, for random streams in random chunks. */
import { expect, it } from 'vitest';
import type { StreamFetch } from '../../../src-main/adapters/stream/stream-connection.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { startAttempt } from '../../doubles/recorded-attempt.ts';
import { rounds } from '../../support/breadth.ts';
import { readBySpec } from '../../support/spec-reader.ts';

const streams = rounds({ usual: 5_000, thorough: 100_000 });
const seed = Number(process.env['SSE_FUZZ_SEED'] ?? 20_260_101);

/** Parts of streams. Interesting ones occur often, and any single byte sometimes. */
const asBytes = (texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text));
const fieldNames = asBytes([
  'data:',
  'data: ',
  'data:',
  'data',
  'event:',
  'event: ',
  'event',
  'id:',
  'id: ',
  'id',
  'retry:',
]);
const lineEnds = asBytes(['\n', '\n', '\r', '\r\n', '\n\n', '\n\n', '\r\r', '\r\n\r\n', '\n\r']);
const parts = [
  ...fieldNames,
  ...lineEnds,
  ...asBytes([
    '1',
    '3000',
    '12x',
    'a',
    'é',
    '…',
    '😀',
    '\uFEFF',
    'Data:',
    'da',
    'dat',
    'foo: bar',
    '__proto__',
    'error',
  ]),
  ...asBytes([':', ': comment', ' ', '\t', '\0', '{"a":1}']),
];
const brokenParts = [
  [0xef],
  [0xbb],
  [0xbf],
  [0xef, 0xbb],
  [0xc3],
  [0xe2, 0x82],
  [0xff],
  [0xf0, 0x9f, 0x98],
  [0xed, 0xa0],
].map((bytes) => Buffer.from(bytes));

/** Number of streams for each one with an event whose lines nearly or exactly fill a buffer. */
const STREAMS_PER_LARGE_EVENT = 12;

/** An event whose lines have 2^10 to 2^17 bytes, or up to four more or less. */
function eventNearPowerOfTwo(random: (below: number) => number): Buffer {
  const [names, data] = ['event: A\nid: 1\n', 'data: '];
  const lines = 2 ** (10 + random(8)) - 4 + random(9);
  return Buffer.from(`${names}${data}${'x'.repeat(lines - names.length - data.length - 1)}\n\n`);
}

function randomStream(random: (below: number) => number): Buffer {
  const stream: Buffer[] = random(4) === 0 ? [Buffer.from('\uFEFF')] : [];
  if (random(STREAMS_PER_LARGE_EVENT) === 0) stream.push(eventNearPowerOfTwo(random));
  const pick = (from: readonly Buffer[]): void => {
    stream.push(from[random(from.length)] ?? Buffer.of());
  };
  const count = random(24);
  for (let part = 0; part < count; part++) {
    const choice = random(40);
    if (choice === 0) pick(brokenParts);
    else if (choice === 1) stream.push(Buffer.of(random(256)));
    else if (choice < 16) pick(parts);
    else {
      pick(fieldNames);
      pick(parts);
      pick(lineEnds);
    }
  }
  return Buffer.concat(stream);
}

function randomChunks(bytes: Buffer, random: (below: number) => number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  // A large stream in single bytes takes a second.
  const maxLength = 1 + random(Math.max(20, bytes.length / 10));
  for (let at = 0; at < bytes.length;) {
    const length = random(maxLength + 1);
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

function fetchOf(chunks: readonly Uint8Array[]): StreamFetch {
  let next = 0;
  const body = {
    read: () => {
      const value = chunks[next++];
      return Promise.resolve<{ done: false; value: Uint8Array } | { done: true }>(
        value === undefined ? { done: true } : { done: false, value },
      );
    },
    cancel: () => Promise.resolve(),
  };
  return () =>
    Promise.resolve({ status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => body } });
}

it(`[STREAM-1] reads ${streams} random streams as the standard does`, async () => {
  const random = randomNumbers(seed);
  const differences: unknown[] = [];
  let events = 0;
  for (let stream = 0; stream < streams; stream++) {
    const bytes = randomStream(random);
    const expected = readBySpec(bytes);
    const attempt = startAttempt('http://stream.invalid/', { fetch: fetchOf(randomChunks(bytes, random)) });
    const end = await attempt.ended;
    const actual = {
      counted: attempt.counted(),
      events: attempt.events.map(({ kind, id, data }) => ({ kind, id, data })),
      lastEventId: attempt.lastEventId(),
      retryMs: end.kind === 'closed' ? end.retryMs : end,
    };
    const accepted = {
      counted: expected.events.length,
      events: expected.events,
      lastEventId: expected.lastEventId,
      retryMs: expected.retry === null ? null : Math.min(Math.max(expected.retry, 1000), 60_000),
    };
    events += accepted.events.length;
    if (JSON.stringify(actual) !== JSON.stringify(accepted))
      differences.push({ stream, bytes: bytes.toString('latin1').slice(0, 1_000), actual, accepted });
  }
  console.log(`fuzz: ${streams} streams, ${events} events, ${differences.length} differences (seed ${seed})`);
  expect(differences).toEqual([]);
  expect(events).toBeGreaterThan(streams / 2);
});
