/** Tests streams with large events, endless events and endless lines. The neighbours of each arrive unchanged. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { rounds } from '../../support/breadth.ts';
import { FaultServer, type FaultExchange } from './fault-server.ts';
import { startAttempt } from '../../doubles/recorded-attempt.ts';

const mebibyte = 1024 * 1024;
/** Size of the stream in MiB: more than the 16 MiB limit of an event. */
const streamMiB = rounds({ usual: 18, thorough: 32 });

async function serveBetweenNeighbours(send: (exchange: FaultExchange) => Promise<void>): Promise<string> {
  const server = await FaultServer.start(async (exchange) => {
    await exchange.open();
    await exchange.write('data: before\n\n');
    await send(exchange);
    await exchange.write('data: after\n\n');
    exchange.socket.end();
  });
  return server.url;
}

it('an event of 10 MB in writes of 1 KB is kept verbatim', async () => {
  const data = '0123456789abcdef'.repeat((10 * mebibyte) / 16);
  const url = await serveBetweenNeighbours(async ({ write }) => {
    await write('event: CMP_EVENT\nid: big\ndata: ');
    for (let at = 0; at < data.length; at += 1024) {
      await write(data.slice(at, at + 1024));
    }
    await write('\n\n');
  });
  const attempt = startAttempt(url);
  expect(await attempt.ended).toEqual({ kind: 'closed', retryMs: null, cutBytes: 0 });
  const received = attempt.events.map((event) => ({
    ...event,
    data: event.data === data ? 'as sent' : event.data.slice(0, 50),
  }));
  const receivedAt = attempt.clock.now();
  expect(received).toEqual([
    { receivedAt, kind: 'message', id: null, data: 'before' },
    { receivedAt, kind: 'CMP_EVENT', id: 'big', data: 'as sent' },
    { receivedAt, kind: 'message', id: null, data: 'after' },
  ]);
});

it('an event of 20 MB is replaced with a stub that has its size and hash', async () => {
  const event = Buffer.from(`event: CMP_EVENT\nid: huge\ndata: ${'€'.repeat((20 * mebibyte) / 3)}\n\n`);
  const url = await serveBetweenNeighbours(({ write }) => write(event));
  const attempt = startAttempt(url);
  expect(await attempt.ended).toEqual({ kind: 'closed', retryMs: null, cutBytes: 0 });
  const prefix = '€'.repeat(Math.floor((64 * 1024) / 3));
  const received = attempt.events.map((each) => ({
    ...each,
    data: each.data === prefix ? 'its beginning' : each.data.slice(0, 50),
  }));
  const receivedAt = attempt.clock.now();
  expect(received).toEqual([
    { receivedAt, kind: 'message', id: null, data: 'before' },
    {
      receivedAt,
      kind: 'CMP_EVENT',
      id: 'huge',
      data: 'its beginning',
      oversize: { bytes: event.length, sha256: createHash('sha256').update(event).digest('hex') },
    },
    { receivedAt, kind: 'message', id: null, data: 'after' },
  ]);
});

it.each([
  ['tiny data lines', 'data:\n', 1],
  ['data lines of 60 characters', `data: ${'x'.repeat(60)}\n`, 1],
  ['one data line', 'data: xxxx', 1],
  ['comments', ':\n', 0],
  ['one comment', ': xxxx', 0],
  ['fields that do not exist', 'foo: bar\n', 0],
  ['ids', 'id: 1\n', 0],
])(`${streamMiB} MB of %s take less than 200 MiB of memory`, async (_what, chunk, stubs) => {
  const block = Buffer.from(chunk.repeat(Math.floor((256 * 1024) / chunk.length)));
  let highestRss = 0;
  const url = await serveBetweenNeighbours(async ({ write }) => {
    for (let sent = 0; sent < streamMiB * mebibyte; sent += block.length) {
      await write(block);
      highestRss = Math.max(highestRss, process.memoryUsage.rss());
    }
    await write('\n\n');
  });
  const rssBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const attempt = startAttempt(url);
  expect(await attempt.ended).toEqual({ kind: 'closed', retryMs: null, cutBytes: 0 });
  const { user, system } = process.cpuUsage(cpuBefore);
  const grownMiB = (highestRss - rssBefore) / mebibyte;
  console.log(
    `${streamMiB} MB of ${_what}: rss +${grownMiB.toFixed(0)} MiB, ${((user + system) / 1e6).toFixed(2)} s CPU, both ends`,
  );
  expect(attempt.events.map(({ data, oversize }) => (oversize ? 'stub' : data))).toEqual([
    'before',
    ...Array.from({ length: stubs }, () => 'stub'),
    'after',
  ]);
  // Room for the kept event, its copy while it grows, and memory that is not collected yet.
  expect(grownMiB).toBeLessThan(200);
});
