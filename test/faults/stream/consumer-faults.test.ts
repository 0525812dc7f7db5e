import { describe, expect, it } from 'vitest';
import { FaultServer, type FaultScript } from './fault-server.ts';
import { startAttempt } from '../../doubles/recorded-attempt.ts';

const twoEvents: FaultScript = async ({ open, write }) => {
  await open();
  await write('id: 1\n\ndata: 1\n\ndata: 2\n\n');
};

describe('a consumer that fails ends the attempt with its error and hangs up, and no error is unhandled, when', () => {
  const failure = new Error('no room');
  it.each([
    [
      'it throws at an event',
      {
        onEvent: () => {
          throw failure;
        },
      },
    ],
    [
      'it throws at an id without data',
      {
        onCursor: () => {
          throw failure;
        },
      },
    ],
    ['it rejects at an event', { onEvent: () => Promise.reject(failure) }],
    [
      'it throws when the stream opens',
      {
        onOpen: () => {
          throw failure;
        },
      },
    ],
  ])('%s', async (_fault, callbacks) => {
    const server = await FaultServer.start(twoEvents);
    const attempt = startAttempt(server.url, callbacks);
    expect(await attempt.ended).toEqual({ kind: 'consumer-failed', error: failure });
    await expect.poll(() => server.sockets.size).toBe(0);
    expect([attempt.clock.sleeping, attempt.events]).toEqual([0, []]);
  });
});

describe('a slow consumer', () => {
  it('gets one event at a time, in order', async () => {
    const server = await FaultServer.start(async ({ open, write, socket }) => {
      await open();
      for (let event = 0; event < 100; event++) socket.write(`data: ${event}\n\n`);
      await write('');
      socket.end();
    });
    let atOnce = 0;
    let maxPending = 0;
    const processed: string[] = [];
    const attempt = startAttempt(server.url, {
      onEvent: async ({ data }) => {
        maxPending = Math.max(maxPending, ++atOnce);
        await new Promise(setImmediate);
        processed.push(data);
        atOnce--;
      },
    });
    await attempt.ended;
    expect({ maxPending, processed }).toEqual({
      maxPending: 1,
      processed: Array.from({ length: 100 }, (_, event) => `${event}`),
    });
  });

  it('stops the socket, does not count as silence of the service, and loses nothing', async () => {
    const event = `data: ${'x'.repeat(1018)}\n\n`;
    // More events than the buffers of both ends of a loopback connection can hold.
    const total = 64 * 1024;
    let sent = 0;
    let stopped = false;
    const server = await FaultServer.start(async ({ open, socket }) => {
      await open();
      const pump = (): void => {
        while (sent < total && socket.write(event)) sent++;
        stopped = socket.writableNeedDrain;
        if (sent >= total) socket.end();
      };
      socket.on('drain', () => {
        sent++;
        pump();
      });
      pump();
    });
    const release = Promise.withResolvers<void>();
    let processed = 0;
    const attempt = startAttempt(server.url, {
      onEvent: () => {
        processed++;
        return processed === 1 ? release.promise : undefined;
      },
    });
    await expect.poll(() => [processed, stopped]).toEqual([1, true]);
    await attempt.clock.advance(300_000);
    expect(processed).toBe(1);
    expect(sent).toBeLessThan(total / 2);
    release.resolve();
    expect(await attempt.ended).toMatchObject({ kind: 'closed', cutBytes: 0 });
    expect(processed).toBe(total);
  });

  it('does not delay an abort, even if it never returns', async () => {
    const server = await FaultServer.start(twoEvents);
    const reached = Promise.withResolvers<void>();
    const attempt = startAttempt(server.url, {
      onEvent: () => {
        reached.resolve();
        return new Promise(() => undefined);
      },
    });
    await reached.promise;
    attempt.abort();
    expect(await attempt.ended).toEqual({ kind: 'aborted' });
    await expect.poll(() => server.sockets.size).toBe(0);
  });
});
