import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../../../src-main/core/stream/attempt-outcome.ts';
import {
  type AttemptRecord,
  historyAfter,
  NO_HISTORY,
  type StreamHistory,
} from '../../../../src-main/core/stream/stream-history.ts';
import { attemptClosed, attemptLost, attemptRefused, attemptUnreachable } from '../../../doubles/watched-stream.ts';

const silent: AttemptOutcome = { kind: 'silent', retryMs: null };
const slept: AttemptOutcome = { kind: 'slept' };
const noToken: AttemptOutcome = {
  kind: 'no-token',
  refusal: { kind: 'unavailable', code: 'HTTP 503', tls: false, retryAfterMs: null, answer: null },
};

type Attempt = readonly [record: AttemptRecord, outcome: AttemptOutcome];

const notAccepted: AttemptRecord = {
  openMs: null,
  watchedMs: null,
  silentMs: 0,
  maxPauseMs: 0,
  heartbeatMs: 30_000,
  receivedData: false,
  endAnnounced: false,
};
const session = (watchedMs: number | null, changes: Partial<AttemptRecord> = {}): AttemptRecord => ({
  ...notAccepted,
  openMs: watchedMs ?? 0,
  watchedMs,
  ...changes,
});

const seatRefused: Attempt = [notAccepted, attemptRefused(409)];
const tokenRefused: Attempt = [notAccepted, attemptRefused(401)];
const notReached: Attempt = [notAccepted, attemptUnreachable];
const ownSession: Attempt = [session(1_800_000, { receivedData: true }), attemptLost];
const eviction: Attempt = [session(100), attemptClosed];

const after = (attempts: readonly Attempt[], before: StreamHistory = NO_HISTORY): StreamHistory =>
  attempts.reduce((history, [record, outcome]) => historyAfter(history, record, outcome), before);

describe('the number of failures restarts after a minute of steady watching', () => {
  test.each<[sentence: string, attempts: Attempt[], failures: number]>([
    ['counts the first end as the first failure', [notReached], 1],
    ['counts every end', [notReached, tokenRefused, [session(1_000), attemptLost]], 3],
    ['does not restart after 59.999 s', [notReached, notReached, [session(59_999), attemptLost]], 3],
    ['restarts after 60 s', [notReached, notReached, [session(60_000), attemptLost]], 1],
    ['restarts after steady watching that ended in silence', [notReached, [session(60_000), silent]], 1],
    [
      'counts the next end after steady watching as the second',
      [notReached, [session(60_000), attemptLost], notReached],
      2,
    ],
    ['does not count failures from before the computer slept', [notReached, notReached, [session(1_000), slept]], 0],
  ])('%s', (_sentence, attempts, failures) => expect(after(attempts).failures).toBe(failures));
});

describe('an eviction is a connection that closes immediately and delivers no event of the domain', () => {
  test.each<[sentence: string, attempt: Attempt, evictions: number]>([
    ['counts an accepted connection that closes without an event', [session(null), attemptClosed], 3],
    ['counts a close right after SUBSCRIPTION_STARTED', [session(4_999), attemptClosed], 3],
    ['counts a cut right after SUBSCRIPTION_STARTED', [session(4_999), attemptLost], 3],
    ['counts an announced end right after the start', [session(100, { endAnnounced: true }), attemptClosed], 3],
    ['restarts the count after a session of five seconds', [session(5_000), attemptClosed], 0],
    ['restarts the count after a session with an event', [session(100, { receivedData: true }), attemptClosed], 0],
    ['restarts the count after a session that became silent', [session(100), silent], 0],
    ['keeps the count for a connection that is cut without an event', [session(null), attemptLost], 2],
    ['keeps the count for a silent connection without an event', [session(null), silent], 2],
    ['a refused connection says nothing either way', seatRefused, 2],
    ['an address that cannot be reached says nothing either way', notReached, 2],
  ])('%s', (_sentence, attempt, evictions) => {
    expect(after([eviction, eviction, attempt]).evictions).toBe(evictions);
  });
});

describe('[STREAM-7] a contested session is closed by the service, unannounced, before it is 45 s old', () => {
  const contestedFor = (ms: number): Attempt => [session(ms, { receivedData: true }), attemptClosed];
  test.each<[sentence: string, attempt: Attempt, contested: number]>([
    [
      'counts a normal close after 44.999 s, whatever events it delivered',
      [session(44_999, { receivedData: true }), attemptClosed],
      3,
    ],
    ['restarts the count after a session of 45 s', [session(45_000), attemptClosed], 0],
    ['restarts the count after an announced end', [session(10_000, { endAnnounced: true }), attemptClosed], 0],
    ['restarts the count after a session that was cut', [session(10_000), attemptLost], 0],
    ['restarts the count after a session that became silent', [session(10_000), silent], 0],
    ['keeps the count for a connection without an event', [session(null), attemptClosed], 2],
    ['a refused connection says nothing either way', seatRefused, 2],
    ['an address that cannot be reached says nothing either way', notReached, 2],
  ])('%s', (_sentence, attempt, count) =>
    expect(after([contestedFor(30_000), contestedFor(35_000), attempt]).contested).toBe(count),
  );

  test('is no limit of the path if others were before, until three last equally long', () => {
    const attempts = [30, 35, 33, 33].map((seconds) => contestedFor(seconds * 1_000));
    expect(after(attempts)).toMatchObject({ contested: 4, pathLimit: null });
    expect(after([...attempts, contestedFor(33_000)])).toMatchObject({ contested: 0, pathLimit: { ms: 33_000 } });
  });
});

describe('refusals of the seat', () => {
  test.each<[sentence: string, attempts: Attempt[], seatRefusals: number, isOwnSeat: boolean]>([
    ['count one at the very start', [seatRefused], 1, false],
    ['add up in a row, 409 and 423 alike', [seatRefused, [notAccepted, attemptRefused(423)], seatRefused], 3, false],
    ['may come from our own session right before', [ownSession, seatRefused], 1, true],
    ['may come from our own session also if they repeat', [ownSession, seatRefused, seatRefused], 2, true],
    ['may come from our own session of a single event', [[session(0), attemptLost], seatRefused], 1, true],
    ['do not come from a connection without an event', [[session(null), attemptLost], seatRefused], 1, false],
    ['restart after another refusal', [ownSession, seatRefused, [notAccepted, attemptRefused(503)]], 0, false],
    ['restart after a failed connection', [ownSession, seatRefused, notReached, seatRefused], 1, false],
  ])('%s', (_sentence, attempts, seatRefusals, isOwnSeat) =>
    expect(after(attempts)).toMatchObject({ seatRefusals, isOwnSeat }),
  );
});

describe('[STREAM-32] a time limit on the path', () => {
  /** A stream with an event every ten seconds, the first at the beginning. */
  const ended = (seconds: number, outcome: AttemptOutcome = attemptClosed): Attempt => [
    session(seconds * 1_000, { receivedData: true, silentMs: (seconds * 1_000) % 10_000, maxPauseMs: 10_000 }),
    outcome,
  ];
  /** A stream that ends after some seconds without an event. */
  const endedSilent = (
    pause: number,
    changes: { age?: number; maxPause?: number; heartbeat?: number } = {},
  ): Attempt => [
    session((changes.age ?? 100) * 1_000, {
      silentMs: pause * 1_000,
      maxPauseMs: (changes.maxPause ?? 0) * 1_000,
      heartbeatMs: (changes.heartbeat ?? 30) * 1_000,
    }),
    attemptLost,
  ];
  const limitAfter = (attempts: readonly Attempt[]) => {
    const { pathLimit } = after(attempts);
    return pathLimit === null ? null : `${pathLimit.kind} ${pathLimit.ms / 1_000} s`;
  };
  const limited = [ended(25), ended(25.3)];
  test.each<[sentence: string, attempts: Attempt[], limit: string | null]>([
    ['is not assumed after one stream', [ended(25)], null],
    [
      'is assumed after two of the same age, whether they are closed or reset',
      [ended(25), ended(25.3, attemptLost)],
      'path-limit 25 s',
    ],
    ['is not assumed if they differ by more than 0.3 s', [ended(25), ended(25.301)], null],
    ['is not assumed for streams younger than eight seconds', [ended(7.9), ended(7.9)], null],
    ['is not assumed if another stream ended between them', [ended(25), ended(45), ended(25)], null],
    ['is assumed despite a failed connection between them', [ended(55), notReached, ended(55)], 'path-limit 55 s'],
    [
      'is not assumed for an announced end',
      [ended(15), [session(15_000, { endAnnounced: true }), attemptClosed]],
      null,
    ],
    ['is not assumed for 30 minutes, after which the service ends a session', [ended(1_795), ended(1_795)], null],
    ['does not apply to a stream that ends earlier', [...limited, ended(7)], null],
    [
      'applies to the next stream that lasts as long, give or take a second',
      [...limited, ended(7), ended(26)],
      'path-limit 25 s',
    ],
    ['is dropped after three other ends', [...limited, ended(7), ended(12), ended(35), ended(25)], null],
    [
      'is one of silence if streams of any age end after the same time without an event',
      [endedSilent(20, { age: 31 }), endedSilent(20.1, { age: 240 })],
      'idle-limit 20 s',
    ],
    [
      'is one of silence if the streams had no event after the first one',
      [endedSilent(20, { age: 20 }), endedSilent(20, { age: 20 })],
      'idle-limit 20 s',
    ],
    [
      'is one of age if a stream without events lasts as long as one with events',
      [endedSilent(20, { age: 20 }), ended(25), ended(25)],
      'path-limit 25 s',
    ],
    [
      'is not one of silence if a stream went on after a longer pause',
      [endedSilent(20, { age: 55, maxPause: 29 }), endedSilent(20, { age: 80, maxPause: 29 })],
      null,
    ],
    [
      'is not assumed if the heartbeats of the service were missing',
      [endedSilent(50, { age: 50 }), endedSilent(50, { age: 50 })],
      null,
    ],
    [
      'is one of silence up to the interval of the heartbeats of this profile',
      [endedSilent(50, { age: 110, heartbeat: 60 }), endedSilent(50, { age: 70, heartbeat: 60 })],
      'idle-limit 50 s',
    ],
    ['is not one of silence if the times differ', [endedSilent(20, { age: 50 }), endedSilent(22, { age: 90 })], null],
  ])('%s', (_sentence, attempts, limit) => expect(limitAfter(attempts)).toBe(limit));

  test('counts as one failure each time and not as another subscriber', () => {
    expect(after(limited)).toMatchObject({ failures: 1, contested: 0 });
    expect(after([...limited, ended(7), ended(25)])).toMatchObject({ failures: 1, contested: 0 });
  });

  test.each<[sentence: string, attempts: Attempt[], failures: number]>([
    ['counts an end at another age as a further failure', [ended(25), ended(25), ended(30), ended(12)], 3],
    [
      'counts an end of the same age as a further failure if it is too young for a limit',
      [ended(5), ended(5), ended(5)],
      3,
    ],
    ['counts a failed connection after it as a further failure', [ended(25), ended(25), notReached, notReached], 3],
  ])('%s', (_sentence, attempts, failures) => expect(after(attempts).failures).toBe(failures));
});

describe('refusals in a row are counted by kind', () => {
  const forbidden: Attempt = [notAccepted, attemptRefused(403)];
  const busy: Attempt = [notAccepted, attemptRefused(503)];
  const noClient: Attempt = [
    notAccepted,
    { kind: 'no-token', refusal: { kind: 'refused', about: 'client', code: 'invalid_client', answer: null } },
  ];
  test.each<[sentence: string, attempts: Attempt[], refusals: number]>([
    ['the first 401 is not counted', [tokenRefused], 0],
    ['a first 403 is counted as 1', [busy, busy, forbidden], 1],
    ['a second 403 is counted as 2', [forbidden, notReached, forbidden], 2],
    ['refused credentials are counted each time', [noClient, noClient, noClient], 3],
    ['a 401 in between does not restart the count', [noClient, tokenRefused, noClient], 2],
    ['a session restarts the count', [forbidden, forbidden, ownSession, forbidden], 1],
  ])('%s', (_sentence, attempts, refusals) => expect(after(attempts).refusals).toBe(refusals));
});

describe('the mark that the token was renewed after a 401', () => {
  const renewed: StreamHistory = { ...after([tokenRefused]), tokenRenewed: true };

  test('is not set by the 401 itself, but by the code that renews the token', () => {
    expect(after([tokenRefused]).tokenRenewed).toBe(false);
  });

  test.each<[sentence: string, attempts: Attempt[], tokenRenewed: boolean]>([
    ['is kept for the next 401', [tokenRefused], true],
    ['is kept for the 401 after that', [tokenRefused, tokenRefused], true],
    ['is removed by a session', [ownSession, tokenRefused], false],
    ['is removed by an address that cannot be reached', [notReached, tokenRefused], false],
    ['is removed by another refusal', [[notAccepted, attemptRefused(503)], tokenRefused], false],
    ['is removed by an issuer that is down', [[notAccepted, noToken], tokenRefused], false],
  ])('%s', (_sentence, attempts, tokenRenewed) => expect(after(attempts, renewed).tokenRenewed).toBe(tokenRenewed));
});

test('keeps an announced end only for the last attempt', () => {
  const announced: Attempt = [session(1_800_000, { receivedData: true, endAnnounced: true }), attemptClosed];
  expect([after([announced]), after([announced, notReached])]).toEqual([
    { ...NO_HISTORY, failures: 1, endAnnounced: true, afterOwnSession: true },
    { ...NO_HISTORY, failures: 2 },
  ]);
});
