/** Effect of time steps on coverage, status and connection; see `time-steps.test.ts` for the steps. */
import { gapReasonWords } from '../../../../src-shared/words/gap-words.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  attemptClosed,
  attemptLost,
  attemptRefused,
  attemptUnreachable,
  watchStream,
  type WatchedStream,
} from '../../../doubles/watched-stream.ts';

const HOUR = 3_600_000;
const opened: WatchedStream[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ stop }) => stop())));

async function watching(): Promise<WatchedStream> {
  const watched = watchStream();
  opened.push(watched);
  await watched.waitForAttempts(1);
  watched.streams.event('SUBSCRIPTION_STARTED', watched.clock.now());
  await watched.clock.advance(20_000);
  watched.streams.event('HEARTBEAT', watched.clock.now());
  return watched;
}
const heartbeat = ({ streams, clock }: WatchedStream): void => streams.event('HEARTBEAT', clock.now());

describe.each([
  ['forward by an hour', HOUR, '+3600 s'],
  ['back by two hours', -2 * HOUR, '-7200 s'],
])('[COVER-1] a clock that is set %s starts a gap, and the connection stays open', (_which, byMs, detail) => {
  test('from the last event to the next', async () => {
    const watched = await watching();
    const { clock, sink, streams } = watched;
    await clock.advance(10_000);
    clock.setWallClock(clock.now() + byMs);
    await clock.advance(20_000);
    heartbeat(watched);
    await clock.advance(30_000);
    heartbeat(watched);
    streams.end(attemptClosed);
    await watched.waitForStatus('reconnecting');
    expect(sink.spans).toEqual([
      { kind: 'session', ms: 20_000 },
      { kind: 'gap', reason: 'clock-set', ms: 30_000 },
      { kind: 'session', ms: 30_000 },
    ]);
    expect(sink.losses[0]).toMatchObject({ reason: 'clock-set', detail });
    expect(streams.attempts).toHaveLength(1);
  });

  test('before an event that arrives earlier than the tick', async () => {
    const watched = await watching();
    const { clock, sink } = watched;
    await clock.advance(10_500);
    clock.setWallClock(clock.now() + byMs);
    heartbeat(watched);
    expect(sink.spans).toEqual([
      { kind: 'session', ms: 20_000 },
      { kind: 'gap', reason: 'clock-set', ms: 10_500 },
    ]);
    await clock.advance(2_000);
    expect(new Set(sink.losses.map(({ reason }) => reason))).toEqual(new Set(['clock-set']));
  });

  test('but a gap that is already open keeps its reason and length', async () => {
    const watched = await watching();
    const { clock, sink, streams } = watched;
    streams.end(attemptUnreachable);
    await watched.waitForStatus('reconnecting');
    await clock.advance(300);
    clock.setWallClock(clock.now() + byMs);
    for (let minute = 0; minute < 10; minute += 1) {
      streams.end(attemptUnreachable);
      await clock.advance(60_000);
    }
    // The loss is reported again so that the store can correct its start: ten minutes ago by the present clock.
    expect(new Set(sink.losses.map(({ reason }) => reason))).toEqual(new Set(['unreachable']));
    const last = sink.losses.at(-1);
    expect((last?.at.at ?? 0) - (last?.from.at ?? 0)).toBe((last?.at.elapsed ?? 0) - (last?.from.elapsed ?? 0));
    heartbeat(watched);
    expect(sink.spans.at(-1)).toEqual({ kind: 'gap', reason: 'unreachable', ms: 600_300 });
  });

  test('[COVER-1] blind and reconnecting stay as they are, and published times follow the clock', async () => {
    const watched = await watching();
    const { clock, streams, status } = watched;
    streams.end(attemptUnreachable);
    await watched.waitForStatus('reconnecting');
    clock.setWallClock(clock.now() + byMs);
    await clock.advance(9_999);
    expect(status()).toMatchObject({ kind: 'reconnecting', since: clock.now() - 9_999 });
    await clock.advance(1);
    expect(status()).toMatchObject({ kind: 'blind', since: clock.now() - 10_000 });
    clock.setWallClock(clock.now() + byMs);
    expect(status()).toMatchObject({ kind: 'blind', since: clock.now() - 10_000 });
    await clock.advance(HOUR);
    expect(status()).toMatchObject({ kind: 'blind', since: clock.now() - 10_000 - HOUR });
  });
});

describe('[STREAM-11] a stream after the computer slept', () => {
  test('is live within three seconds of waking, with a gap as long as the sleep', async () => {
    const watched = await watching();
    const { clock, sink, streams, status } = watched;
    await clock.advance(5_000);
    clock.sleepComputer(HOUR);
    await clock.advance(1_000);
    expect(status().kind).toBe('blind');
    await clock.advance(1_000);
    await watched.waitForAttempts(2);
    expect(status()).toMatchObject({ attempt: 1, cause: { kind: 'slept', reason: 'slept', code: 'SLEPT' } });
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    expect([sink.spans, sink.losses[0]?.detail]).toEqual([
      [
        { kind: 'session', ms: 20_000 },
        { kind: 'gap', reason: 'slept', ms: HOUR + 7_000 },
      ],
      '3600 s',
    ]);
  });

  test('applies the events left in the socket before it closes the connection', async () => {
    const watched = await watching();
    const { clock, sink, streams } = watched;
    await clock.advance(5_000);
    clock.sleepComputer(HOUR);
    heartbeat(watched);
    streams.event('LOCALIZATION', clock.now());
    await clock.advance(1_000);
    await watched.waitForAttempts(2);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    expect([sink.kinds, sink.spans]).toEqual([
      ['SUBSCRIPTION_STARTED', 'HEARTBEAT', 'HEARTBEAT', 'LOCALIZATION', 'SUBSCRIPTION_STARTED'],
      [
        { kind: 'session', ms: 20_000 },
        { kind: 'gap', reason: 'slept', ms: HOUR + 5_000 },
        { kind: 'session', ms: 0 },
        { kind: 'gap', reason: 'slept', ms: 1_000 },
      ],
    ]);
  });

  test('retries immediately with a reset backoff if the wait ended during the sleep', async () => {
    const watched = await watching();
    const { clock, sink, streams, status } = watched;
    streams.end(attemptRefused(403));
    await watched.waitForStatus('reconnecting');
    await clock.advance(10_000);
    clock.sleepComputer(30_000);
    await clock.advance(1_000);
    await watched.waitForAttempts(2);
    expect(status()).toMatchObject({ attempt: 1, cause: { kind: 'forbidden' } });
    heartbeat(watched);
    expect(sink.spans.at(-1)).toEqual({ kind: 'gap', reason: 'refused', ms: 41_000 });
  });

  test('waits for the rest if the wait did not end during the sleep', async () => {
    const watched = await watching();
    const { clock, streams, status } = watched;
    streams.end(attemptRefused(403));
    await watched.waitForStatus('reconnecting');
    clock.sleepComputer(20_000);
    await clock.advance(1_000);
    expect(status()).toMatchObject({ nextAttemptAt: clock.now() + 12_000 });
    await clock.advance(11_999);
    expect(streams.attempts).toHaveLength(1);
    await clock.advance(1);
    await watched.waitForAttempts(2);
  });
});

describe('[COVER-1] a stream after the process was suspended', () => {
  test('keeps a connection that still works and stores all events left in the socket', async () => {
    const watched = await watching();
    const { clock, sink, streams } = watched;
    await clock.advance(5_000);
    await clock.suspend(120_000);
    for (let event = 0; event < 4; event += 1) heartbeat(watched);
    await clock.advance(30_000);
    heartbeat(watched);
    streams.end(attemptLost);
    await watched.waitForStatus('reconnecting');
    expect([sink.kinds.length, streams.attempts.length, sink.spans, sink.losses[0]?.detail]).toEqual([
      7,
      1,
      [
        { kind: 'session', ms: 20_000 },
        { kind: 'gap', reason: 'not-running', ms: 125_000 },
        { kind: 'session', ms: 30_000 },
      ],
      '119 s',
    ]);
    // The process existed all the time.
    expect(gapReasonWords['not-running']).toBe('Watchfloor was paused by the system');
  });

  test('is blind until the next event', async () => {
    const watched = await watching();
    const { clock, status } = watched;
    await clock.suspend(120_000);
    expect(status().kind).toBe('blind');
    heartbeat(watched);
    expect(status()).toEqual({
      kind: 'watching',
      since: clock.now() - 140_000,
      lastEventAt: clock.now(),
      lastHeartbeatAt: clock.now(),
    });
  });
});

test.each([
  ['80 s', 80_000, ['session', 'gap held-back 80000', 'session 10000']],
  ['74 s', 74_000, ['session 84000']],
])(
  'reports a gap for the time in which a full queue held back the stream only if it was shown as blind: %s',
  async (_what, delayMs, spans) => {
    const watched = watchStream();
    opened.push(watched);
    const { waitForAttempts, clock, sink, streams, waitForStatus } = watched;
    await waitForAttempts(1);
    const room = Promise.withResolvers<void>();
    sink.blockedUntil = room.promise;
    const receivedAt = clock.now();
    streams.event('SUBSCRIPTION_STARTED', receivedAt);
    await clock.advance(delayMs);
    sink.blockedUntil = undefined;
    room.resolve();
    // The rest of the current chunk, then what was left in the socket.
    streams.event('LOCALIZATION', receivedAt);
    heartbeat(watched);
    await clock.advance(10_000);
    heartbeat(watched);
    streams.end(attemptClosed);
    await waitForStatus('reconnecting');
    expect(sink.spans.map(({ kind, reason, ms }) => [kind, reason, ms].filter(Boolean).join(' '))).toEqual(spans);
    expect(streams.attempts).toHaveLength(1);
  },
);

test('reads two clocks per event, and the third only after a step', async () => {
  const watched = await watching();
  const { clock } = watched;
  const before = clock.elapsedReadings;
  for (let event = 0; event < 100; event += 1) {
    await clock.advance(9);
    heartbeat(watched);
  }
  expect(clock.elapsedReadings).toBe(before);
  clock.setWallClock(clock.now() + HOUR);
  heartbeat(watched);
  expect(clock.elapsedReadings).toBeGreaterThan(before);
});
