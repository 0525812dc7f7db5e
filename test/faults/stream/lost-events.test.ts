/** Tests that events which arrive and are not stored do not stay unnoticed. The framer and the store lose some here. */
import { afterEach, expect, test } from 'vitest';
import { EventFramer, type StreamBlock } from '../../../src-main/adapters/stream/event-framer.ts';
import { createNetwork } from '../../../src-main/adapters/network/network.ts';
import { createStreamClient } from '../../../src-main/adapters/stream/stream-client.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { SilentLog } from '../../doubles/silent-log.ts';
import { type WatchedStream, watchStream } from '../../doubles/watched-stream.ts';

const opened: WatchedStream[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ stop }) => stop())));

/** Leaves out the blank line of an event that fills the buffer exactly, as a framer once did. */
class JoiningFramer extends EventFramer {
  override push(chunk: Uint8Array): readonly StreamBlock[] {
    const text = Buffer.from(chunk).toString();
    return super.push(Buffer.from(text.replace(/(data: full\n)\n/, '$1')));
  }
}

/** Loses the events of one network chunk. */
class DroppingFramer extends EventFramer {
  override push(chunk: Uint8Array): readonly StreamBlock[] {
    const blocks = super.push(chunk);
    return Buffer.from(chunk).includes('full') ? [] : blocks;
  }
}

/** Watches a stream whose chunks the test sends. */
function watchChunks(createFramer: () => EventFramer) {
  const clock = new FakeClock();
  const chunks = new TransformStream<string, Uint8Array>({
    transform: (text, out) => out.enqueue(Buffer.from(text)),
  });
  const writer = chunks.writable.getWriter();
  const streams = createStreamClient({
    clock,
    log: new SilentLog(),
    network: createNetwork({ env: {} }),
    fetch: async () => ({ status: 200, headers: { get: () => 'text/event-stream' }, body: chunks.readable }),
    createFramer,
  });
  const watched = watchStream({ clock, streams });
  opened.push(watched);
  return { ...watched, send: (text: string) => writer.write(text) };
}

test.each([
  ['joins two', JoiningFramer, ['SUBSCRIPTION_STARTED', 'A'], '2 of 3'],
  ['drops some', DroppingFramer, ['SUBSCRIPTION_STARTED'], '1 of 3'],
])('[STREAM-8] a reader that %s events is logged, shown and recorded as a gap', async (_what, framer, kinds, lost) => {
  const { send, sink, status, log } = watchChunks(() => new framer());
  await send('event: SUBSCRIPTION_STARTED\ndata: 1\n\n');
  await expect.poll(() => status().kind).toBe('watching');
  await send('event: A\ndata: full\n\nevent: A\ndata: 2\n\n');
  await expect.poll(() => sink.kinds).toEqual(kinds);
  await expect.poll(() => sink.losses.length).toBe(1);
  expect(sink.losses).toMatchObject([{ reason: 'events-lost', detail: lost }]);
  expect(status()).toMatchObject({ kind: 'reconnecting', cause: { kind: 'events-lost', code: lost } });
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'events were received and not stored' }),
  );
  await send('event: HEARTBEAT\ndata: 3\n\n');
  await expect.poll(() => status().kind).toBe('watching');
  expect([sink.kinds, sink.losses.length]).toEqual([[...kinds, 'HEARTBEAT'], 1]);
});

test('[STREAM-8] a stream that is read completely is one session', async () => {
  const { send, sink, status } = watchChunks(() => new EventFramer());
  for (const part of ['data: 1\n\ndata: ', 'full\n\n: note\n\nid: 7\n\n', 'data: 3\r\n\r', '\ndata: 4\n\n'])
    await send(part);
  await expect.poll(() => sink.kinds.length).toBe(4);
  expect([sink.losses, status().kind]).toEqual([[], 'watching']);
});
