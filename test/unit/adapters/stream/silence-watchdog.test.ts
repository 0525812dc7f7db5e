/** Tests that only complete events count as a sign of life. The body of the answer is fed by hand. */
import { describe, expect, it } from 'vitest';
import type { StreamFetch } from '../../../../src-main/adapters/stream/stream-connection.ts';
import { startAttempt } from '../../../doubles/recorded-attempt.ts';

/** Creates a body whose `feed` resolves when the reader has processed the bytes and asks for more. */
function handFedBody(): { fetch: StreamFetch; feed: (text: string) => Promise<void> } {
  let requested = Promise.withResolvers<void>();
  let response = Promise.withResolvers<{ done: false; value: Uint8Array }>();
  const body = {
    read: () => {
      requested.resolve();
      return response.promise;
    },
    cancel: () => Promise.resolve(),
  };
  return {
    fetch: () =>
      Promise.resolve({ status: 200, headers: { get: () => 'text/event-stream' }, body: { getReader: () => body } }),
    feed: async (text) => {
      await requested.promise;
      requested = Promise.withResolvers();
      const { resolve } = response;
      response = Promise.withResolvers();
      resolve({ done: false, value: Buffer.from(text) });
      await requested.promise;
    },
  };
}

describe('the silence watchdog', () => {
  it.each([
    ['comments', ': still here\n\n'],
    ['ids without data', 'id: 1\n\n'],
    ['retry lines', 'retry: 2000\n\n'],
    ['blank lines', '\n\n'],
    ['parts of an event that never ends', 'data: more\n'],
    ['single bytes', 'x'],
  ])('is not reset by a drip of %s', async (_what, drip) => {
    const { fetch, feed } = handFedBody();
    const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 75_000 });
    await feed('data: 1\n\n');
    for (let second = 0; second < 75; second++) {
      await feed(drip);
      await attempt.clock.advance(1_000);
    }
    expect(await attempt.ended).toMatchObject({ kind: 'silent' });
    expect([attempt.clock.monotonic(), attempt.clock.sleeping, attempt.events.length]).toEqual([75_000, 0, 1]);
  });

  it('starts again with each complete event', async () => {
    const { fetch, feed } = handFedBody();
    const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 75_000 });
    for (let event = 0; event < 10; event++) {
      await attempt.clock.advance(74_999);
      await feed('data: 1\n\n');
    }
    await attempt.clock.advance(75_000);
    expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
    expect([attempt.clock.monotonic(), attempt.events.length]).toEqual([10 * 74_999 + 75_000, 10]);
  });

  it('[STREAM-1] reads the socket of a process that was stopped before it ends the stream', async () => {
    const { fetch, feed } = handFedBody();
    const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 75_000 });
    await feed('data: 1\n\n');
    await attempt.clock.suspend(120_000);
    // The timers come first, as in a real process. Then the bytes in the socket are read.
    await feed('data: 2\n\ndata: 3\n\n');
    await attempt.clock.advance(74_999);
    expect(attempt.events.map(({ data }) => data)).toEqual(['1', '2', '3']);
    await attempt.clock.advance(1);
    expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
  });

  it('ends the stream 1 s after such a stop if the socket was empty', async () => {
    const { fetch, feed } = handFedBody();
    const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 75_000 });
    await feed('data: 1\n\n');
    await attempt.clock.suspend(120_000);
    await attempt.clock.advance(999);
    expect(attempt.clock.sleeping).toBe(1);
    await attempt.clock.advance(1);
    expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
    expect([attempt.clock.monotonic(), attempt.clock.sleeping]).toEqual([121_000, 0]);
  });

  describe('[STREAM-1] an event that takes longer than the silence to arrive', () => {
    it('may go on while 64 KiB of it arrive in each period', async () => {
      const { fetch, feed } = handFedBody();
      const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 75_000 });
      await feed('data: ');
      for (let period = 0; period < 7; period++) {
        await feed('x'.repeat(64 * 1024));
        await attempt.clock.advance(75_000);
      }
      await feed('\n\n');
      expect(attempt.events.map(({ data }) => data.length)).toEqual([7 * 64 * 1024]);
      // Then the silence period starts again.
      await attempt.clock.advance(75_000);
      expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
      expect(attempt.clock.monotonic()).toBe(600_000);
    });

    it('is cut off when less than that arrives in one period', async () => {
      const { fetch, feed } = handFedBody();
      const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 75_000 });
      await feed(`data: ${'x'.repeat(100_000)}`);
      await attempt.clock.advance(75_000);
      await feed('x'.repeat(64 * 1024 - 1));
      await attempt.clock.advance(75_000);
      expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
      expect(attempt.clock.monotonic()).toBe(150_000);
    });

    it('is cut off after 10 min, whatever arrived', async () => {
      const { fetch, feed } = handFedBody();
      const attempt = startAttempt('http://stream.invalid/', { fetch, silenceMs: 74_000 });
      await feed('data: ');
      for (let second = 0; second < 600; second++) {
        await feed('x'.repeat(8 * 1024));
        await attempt.clock.advance(1_000);
      }
      expect(await attempt.ended).toEqual({ kind: 'silent', retryMs: null });
      expect([attempt.clock.monotonic(), attempt.events]).toEqual([600_000, []]);
    });
  });

  it('stamps each event with the time at which it was complete', async () => {
    const { fetch, feed } = handFedBody();
    const attempt = startAttempt('http://stream.invalid/', { fetch });
    const start = attempt.clock.now();
    await feed('data: 1\n\ndata: 2');
    await attempt.clock.advance(1_000);
    await feed('\n\n');
    attempt.abort();
    await attempt.ended;
    expect(attempt.events.map(({ data, receivedAt }) => [data, receivedAt - start])).toEqual([
      ['1', 0],
      ['2', 1_000],
    ]);
  });
});
