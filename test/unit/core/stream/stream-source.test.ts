import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AttemptEnd } from '../../../../src-main/core/ports/stream-client.ts';
import { TokenError } from '../../../../src-main/core/ports/token-issuer.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { ScriptedTokens } from '../../../doubles/scripted-tokens.ts';
import { someProfile } from '../../../doubles/profile.ts';
import {
  attemptClosed,
  attemptLost,
  attemptRefused,
  attemptUnreachable,
  watchStream,
  type WatchedStream,
} from '../../../doubles/watched-stream.ts';

const opened: WatchedStream[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ stop }) => stop())));

function watch(...changes: Parameters<typeof watchStream>): WatchedStream {
  const watched = watchStream(...changes);
  opened.push(watched);
  return watched;
}

test('[STREAM-18] is watching only after the first complete event, not when the connection opens', async () => {
  const { waitForAttempts, streams, status, clock } = watch();
  await waitForAttempts(1);
  streams.open();
  expect(status().kind).toBe('reconnecting');
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  expect(status()).toEqual({ kind: 'watching', since: clock.now(), lastEventAt: clock.now(), lastHeartbeatAt: null });
});

test('[STREAM-32] shows that events arrive late, and is in time again with the next connection', async () => {
  const { waitForAttempts, streams, status, clock } = watch();
  const event = (kind: string, createdAt: number) =>
    streams.event(kind, clock.now(), null, JSON.stringify({ createdDateTime: new Date(createdAt).toISOString() }));
  await waitForAttempts(1);
  const requestedAt = clock.now();
  await clock.advance(36_000);
  event('SUBSCRIPTION_STARTED', requestedAt);
  event('HEARTBEAT', requestedAt + 30_000);
  expect(status()).toMatchObject({ kind: 'watching', heldBackMs: 36_000 });
  await clock.advance(39_000);
  event('CMP_EVENT', requestedAt + 36_000);
  expect(status()).toMatchObject({ heldBackMs: 39_000 });
  streams.end(attemptClosed);
  await clock.advance(60_000);
  await waitForAttempts(2);
  event('SUBSCRIPTION_STARTED', clock.now());
  expect(status()).not.toHaveProperty('heldBackMs');
});

test('[STREAM-32] does not count the time in which the queue was full', async () => {
  const { waitForAttempts, streams, status, clock, sink } = watch();
  const event = (kind: string, createdAt: number) =>
    streams.event(kind, clock.now(), null, JSON.stringify({ createdDateTime: new Date(createdAt).toISOString() }));
  await waitForAttempts(1);
  event('SUBSCRIPTION_STARTED', clock.now());
  for (let beat = 0; beat < 3; beat += 1) {
    const createdAt = clock.now();
    sink.blockedUntil = Promise.resolve();
    event('HEARTBEAT', createdAt);
    await clock.advance(20_000);
    sink.blockedUntil = undefined;
    event('HEARTBEAT', createdAt);
  }
  expect(status()).not.toHaveProperty('heldBackMs');
});

test('[STREAM-11] reconnects immediately after a planned end and names its gap', async () => {
  const { waitForAttempts, streams, sink, clock } = watch();
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(30 * 60_000);
  streams.event('SUBSCRIPTION_ENDED', clock.now());
  streams.end(attemptClosed);
  await waitForAttempts(2);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  expect(sink.spans).toEqual([
    { kind: 'session', ms: 1_800_000 },
    { kind: 'gap', reason: 'session-expired', ms: 0 },
  ]);
  expect(streams.maxActiveAttempts).toBe(1);
});

describe('[DAMAGE-8] a session lasts until its last complete event', () => {
  const lastsFor = async (ms: number, end: AttemptEnd) => {
    const { waitForAttempts, streams, sink, clock, waitForStatus } = watch();
    await waitForAttempts(1);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    await clock.advance(ms);
    streams.end(end);
    await waitForStatus('reconnecting');
    await clock.advance(1_000);
    await waitForAttempts(2);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    return sink.spans;
  };

  test.each<[sentence: string, ms: number, end: AttemptEnd, workedMs: number]>([
    ['and to its end if it ended normally', 29_000, attemptClosed, 29_000],
    ['but not to a normal end if a heartbeat was late', 60_000, attemptClosed, 0],
    ['but not to a normal end in the middle of an event', 29_000, { ...attemptClosed, cutBytes: 12 }, 0],
    ['but not to its end if it was cut', 29_000, attemptLost, 0],
  ])('%s', async (_sentence, ms, end, workedMs) => {
    expect(await lastsFor(ms, end)).toEqual([
      { kind: 'session', ms: workedMs },
      { kind: 'gap', reason: 'connection-lost', ms: ms - workedMs + 1_000 },
    ]);
  });
});

test('renews the token once after a 401, shows the next 401 as sign-in needed, and retries by itself', async () => {
  const { waitForAttempts, streams, status, clock, tokens, retryNow, waitForStatus } = watch();
  await waitForAttempts(1);
  streams.end(attemptRefused(401));
  await waitForAttempts(2);
  expect([streams.attempts.map(({ accessToken }) => accessToken), tokens.rejected]).toEqual([
    ['token-1', 'token-2'],
    ['token-1'],
  ]);
  streams.end(attemptRefused(401));
  await waitForStatus('sign-in-needed');
  expect(status()).toMatchObject({
    cause: { kind: 'token-refused', code: 'HTTP 401' },
    nextAttemptAt: clock.now() + 33_000,
  });
  await clock.advance(33_000);
  await waitForAttempts(3);
  expect(status()).toMatchObject({ kind: 'sign-in-needed', nextAttemptAt: null });
  streams.end(attemptRefused(401));
  // With a new token, because the old one may be the problem.
  await waitForAttempts(4);
  expect(status()).toMatchObject({ kind: 'sign-in-needed', cause: { kind: 'token-refused' } });
  streams.end(attemptRefused(401));
  await waitForStatus('sign-in-needed');
  retryNow();
  await waitForAttempts(5);
});

test('shows refused credentials as sign-in needed and retries by itself', async () => {
  const { status, tokens, waitForStatus, waitForAttempts, clock } = watch();
  tokens.refusal = new TokenError({ kind: 'refused', about: 'client', code: 'invalid_client', answer: null });
  await waitForStatus('sign-in-needed');
  expect(status()).toMatchObject({
    cause: { kind: 'client-refused', code: 'invalid_client', host: new URL(someProfile.authUrl).host },
  });
  tokens.refusal = null;
  await clock.advance(33_000);
  await waitForAttempts(1);
});

test('[DAMAGE-8] reports a sign of life every minute while it does not try, and none while watching', async () => {
  const { clock, streams, tokens, sink } = watch();
  await clock.advance(0);
  streams.event('HEARTBEAT', clock.now());
  await clock.advance(60_000);
  const whileWatching = sink.losses.length;
  const why = appError('SIGNED_OUT', { profile: 'Acme', problem: 'ended' });
  tokens.refusal = new TokenError({ kind: 'no-grant', why: why.data });
  streams.end(attemptRefused(401));
  await clock.advance(0);
  const lossesBefore = sink.losses.length;
  await clock.advance(10 * 60_000);
  const later = sink.losses.slice(lossesBefore);
  expect({
    whileWatching,
    attempts: streams.attempts.length,
    tokens: tokens.rejected.length,
    times: later.length,
  }).toEqual({ whileWatching: 0, attempts: 1, tokens: 1, times: 10 });
  expect(new Set(later.map(({ reason }) => reason))).toEqual(new Set(['sign-in-needed']));
});

test('closes the connection two seconds after SUBSCRIPTION_ENDED if the service does not', async () => {
  const { waitForAttempts, streams, sink, clock } = watch();
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(30 * 60_000);
  streams.event('SUBSCRIPTION_ENDED', clock.now());
  await clock.advance(1_999);
  expect(streams.attempts).toHaveLength(1);
  await clock.advance(1);
  await waitForAttempts(2);
  expect(sink.losses.map(({ reason }) => reason)).toEqual(['session-expired']);
});

test('is blind if the last event of an open connection is 75 s old', async () => {
  const { waitForAttempts, streams, status, clock } = watch();
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  const since = clock.now();
  await clock.advance(74_999);
  expect(status().kind).toBe('watching');
  await clock.advance(1);
  expect(status()).toMatchObject({ kind: 'blind', since });
});

describe('the last event id is sent with the next attempt', () => {
  test('if it came with an event', async () => {
    const { waitForAttempts, streams, clock } = watch();
    await waitForAttempts(1);
    streams.event('LOCALIZATION', clock.now(), 'seven');
    streams.event('HEARTBEAT', clock.now(), null);
    streams.end(attemptLost);
    await clock.advance(1_000);
    await waitForAttempts(2);
    expect(streams.attempts[1]?.lastEventId).toBe('seven');
  });

  test('if it came with a block without data, which the sink receives in order', async () => {
    const { waitForAttempts, streams, clock, sink } = watch();
    await waitForAttempts(1);
    streams.event('LOCALIZATION', clock.now(), 'seven');
    streams.cursor('eight');
    streams.end(attemptLost);
    await clock.advance(1_000);
    await waitForAttempts(2);
    streams.cursor('');
    streams.end(attemptLost);
    await clock.advance(10_000);
    await waitForAttempts(3);
    expect([streams.attempts.map(({ lastEventId }) => lastEventId), sink.cursors, sink.kinds]).toEqual([
      [null, 'eight', null],
      ['eight', ''],
      ['LOCALIZATION'],
    ]);
  });
});

test('keeps the token fresh from the opening of a connection to its end', async () => {
  const { waitForAttempts, streams, tokens, clock } = watch();
  await waitForAttempts(1);
  expect(tokens.keepFreshSignals).toEqual([]);
  streams.open();
  expect(tokens.keepFreshSignals.map(({ aborted }) => aborted)).toEqual([false]);
  streams.end(attemptLost);
  await clock.advance(1_000);
  await waitForAttempts(2);
  expect(tokens.keepFreshSignals.map(({ aborted }) => aborted)).toEqual([true]);
});

describe('[STREAM-11] a retry request during an attempt applies to the next wait', () => {
  test('but not to further waits', async () => {
    const { waitForAttempts, streams, retryNow, waitForStatus, clock } = watch();
    await waitForAttempts(1);
    retryNow();
    streams.end(attemptRefused(403));
    await waitForAttempts(2);
    streams.end(attemptRefused(403));
    await waitForStatus('reconnecting');
    await clock.advance(54_999);
    expect(streams.attempts).toHaveLength(2);
  });

  test('unless the attempt has succeeded', async () => {
    const { waitForAttempts, streams, retryNow, waitForStatus, clock } = watch();
    await waitForAttempts(1);
    retryNow();
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    streams.end(attemptLost);
    await waitForStatus('reconnecting');
    expect(streams.attempts).toHaveLength(1);
  });
});

describe('[STREAM-18] the stream is shown as reconnecting for ten seconds, then as blind', () => {
  const failures: [what: string, end: AttemptEnd][] = [
    ['a refused connection', attemptUnreachable],
    ['a refused certificate', { ...attemptUnreachable, about: 'certificate', code: 'CERT_HAS_EXPIRED' }],
    ['a proxy that refuses', { ...attemptUnreachable, about: 'proxy', code: 'HTTP 403' }],
    ['an error of the service', attemptRefused(503)],
  ];
  test.each(failures)('with %s at the start', async (_what, end) => {
    const { waitForAttempts, streams, status, waitForStatus, clock } = watch();
    await waitForAttempts(1);
    streams.end(end);
    await waitForStatus('reconnecting');
    await clock.advance(9_999);
    expect(status().kind).toBe('reconnecting');
    await clock.advance(1);
    expect(status().kind).toBe('blind');
  });

  test.each(failures)('with %s after a cut 29 s after the last event', async (_what, end) => {
    const { waitForAttempts, streams, status, waitForStatus, clock } = watch();
    await waitForAttempts(1);
    streams.event('HEARTBEAT', clock.now());
    await clock.advance(29_000);
    streams.end(attemptLost);
    await waitForStatus('reconnecting');
    await clock.advance(500);
    await waitForAttempts(2);
    streams.end(end);
    await clock.advance(9_499);
    expect(status().kind).toBe('reconnecting');
    await clock.advance(1);
    expect(status().kind).toBe('blind');
  });

  test('with a stream that is held back from the start', async () => {
    const { waitForAttempts, streams, status, clock } = watch();
    await waitForAttempts(1);
    streams.open();
    await clock.advance(9_999);
    expect(status().kind).toBe('reconnecting');
    await clock.advance(1);
    expect(status().kind).toBe('blind');
  });
});

describe('[STREAM-7] a request that Watchfloor left may hold the seat for 30 minutes', () => {
  const refused = async (watched: WatchedStream): Promise<unknown> => {
    watched.streams.end(attemptRefused(409));
    await watched.waitForStatus('reconnecting');
    const status = watched.status();
    return 'cause' in status ? status.cause?.kind : null;
  };

  test.each<[what: string, leave: (watched: WatchedStream) => unknown]>([
    ['it was held back and silent', ({ streams }) => (streams.open(), streams.end({ kind: 'silent', retryMs: null }))],
    ['it was not answered', ({ streams }) => streams.end({ kind: 'silent', retryMs: null })],
  ])('if %s', async (_what, leave) => {
    const watched = watch();
    const { waitForAttempts, waitForStatus, clock, sink, status } = watched;
    await waitForAttempts(1);
    const requestedAt = clock.now();
    leave(watched);
    await waitForStatus('reconnecting');
    expect(sink.requests.at(-1)).toBe(requestedAt);
    await clock.advance(1_000);
    await waitForAttempts(2);
    expect(await refused(watched)).toBe('seat-unclear');
    expect(status()).toMatchObject({ cause: { ownRequest: { agoMs: 1_000, leftMs: 1_799_000 } } });
  });

  test.each([
    [1_799_999, 'seat-unclear', 'reconnecting'],
    [1_800_000, 'seat-taken', 'seat-taken'],
  ])('if an earlier process sent it %d ms ago: %s', async (leftMsAgo, kind, shown) => {
    const { waitForAttempts, waitForStatus, streams, status } = watch({ leftMsAgo });
    await waitForAttempts(1);
    streams.end(attemptRefused(409));
    await waitForStatus(shown);
    expect(status()).toMatchObject({ cause: { kind } });
  });

  test('but not if the service ended it, or accepted a later one and ended that', async () => {
    const watched = watch({ leftMsAgo: 60_000 });
    const { waitForAttempts, waitForStatus, clock, sink, streams } = watched;
    await waitForAttempts(1);
    const requestedAt = clock.now();
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    await clock.advance(60_000);
    streams.event('SUBSCRIPTION_ENDED', clock.now());
    await clock.advance(2_000);
    await waitForAttempts(2);
    expect([sink.requests[0], sink.requests.at(-1)]).toEqual([requestedAt, null]);
    expect(await refused(watched)).toBe('own-seat');
    await clock.advance(5_000);
    await waitForAttempts(3);
    expect(await refused(watched)).toBe('own-seat');
    await clock.advance(15_000);
    await waitForAttempts(4);
    streams.end(attemptRefused(409));
    await waitForStatus('seat-taken');
  });

  test('and is stored when watching stops', async () => {
    const watched = watch();
    await watched.waitForAttempts(1);
    const requestedAt = watched.clock.now();
    await watched.stop();
    expect(watched.sink.requests).toEqual([requestedAt]);
  });
});

describe('[STREAM-8] a bug in Watchfloor never ends watching', () => {
  test('if it is in the sink: the session ends as a loss, the error is logged with its stack and shown, and the stream retries', async () => {
    const { waitForAttempts, streams, sink, status, log, waitForStatus, clock } = watch();
    await waitForAttempts(1);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    const error = new Error('no such thing');
    streams.end({ kind: 'consumer-failed', error });
    await waitForStatus('reconnecting');
    expect(status()).toMatchObject({ cause: { kind: 'fault', reason: 'crashed', code: 'FAULT' } });
    expect(log.lines).toContainEqual({ level: 'error', message: 'an event could not be processed', fields: { error } });
    expect(sink.losses.map(({ reason }) => reason)).toEqual(['crashed']);
    await clock.advance(500);
    await waitForAttempts(2);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    expect(status().kind).toBe('watching');
  });

  test('if it is in the supervision itself: the stream retries with growing waits', async () => {
    const error = new Error('a bug');
    let accessTokens = 0;
    const { status, log, waitForStatus, clock } = watch({
      streams: {
        attempt: () => {
          accessTokens += 1;
          throw error;
        },
      },
    });
    await waitForStatus('reconnecting');
    expect(status()).toMatchObject({ cause: { kind: 'fault' }, attempt: 2 });
    expect(log.lines).toEqual([{ level: 'error', message: 'watching failed unexpectedly', fields: { error } }]);
    await clock.advance(600_000);
    expect(accessTokens).toBe(27);
    expect(status()).toMatchObject({ kind: 'blind', cause: { kind: 'fault' } });
  });

  test('if it prevents the report of a loss', async () => {
    const { waitForAttempts, streams, sink, clock, status } = watch();
    await waitForAttempts(1);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    sink.lossFailure = new Error('a bug');
    streams.end(attemptLost);
    await clock.advance(60_000);
    const tried = streams.attempts.length;
    expect(tried).toBeGreaterThan(1);
    sink.lossFailure = null;
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    expect(status().kind).toBe('watching');
  });
});

describe('[CLI-7] stopping ends the session as stopped', () => {
  test('while watching', async () => {
    const { waitForAttempts, streams, sink, clock, stop } = watch();
    await waitForAttempts(1);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    await stop();
    expect([sink.losses.map(({ reason }) => reason), sink.states.at(-1)?.kind, clock.sleeping]).toEqual([
      ['stopped'],
      'stopped',
      0,
    ]);
  });

  test('while it waits for the secret or the token', async () => {
    const tokens = new ScriptedTokens();
    tokens.blockedUntil = new Promise(() => {});
    const { streams, sink, clock, stop } = watch({ tokens });
    await clock.advance(1_000);
    await stop();
    expect([streams.attempts, sink.losses.map(({ reason }) => reason), clock.sleeping]).toEqual([[], ['stopped'], 0]);
  });

  test('while it waits for the next attempt', async () => {
    const { waitForAttempts, streams, sink, waitForStatus, clock, stop } = watch();
    await waitForAttempts(1);
    streams.end(attemptRefused(503));
    await waitForStatus('reconnecting');
    await stop();
    expect([sink.losses.map(({ reason }) => reason), clock.sleeping]).toEqual([['refused', 'stopped'], 0]);
  });
});

test('publishes the events of one chunk once, without reading a clock', async () => {
  const { waitForAttempts, streams, sink, clock } = watch();
  await waitForAttempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  const before = { states: sink.states.length, readings: clock.elapsedReadings };
  const monotonicReads = vi.spyOn(clock, 'monotonic');
  for (let event = 0; event < 1_000; event += 1) streams.event('LOCALIZATION', clock.now());
  expect([sink.kinds.length, sink.states.length - before.states, clock.elapsedReadings - before.readings]).toEqual([
    1_001, 0, 0,
  ]);
  expect(monotonicReads).not.toHaveBeenCalled();
});
