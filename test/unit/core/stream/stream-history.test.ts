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

const notAccepted: AttemptRecord = { openMs: null, watchedMs: null, receivedData: false, endAnnounced: false };
const session = (watchedMs: number | null, changes: Partial<AttemptRecord> = {}): AttemptRecord => ({
  openMs: watchedMs ?? 0,
  watchedMs,
  receivedData: false,
  endAnnounced: false,
  ...changes,
});

const seatRefused: Attempt = [notAccepted, attemptRefused(409)];
const tokenRefused: Attempt = [notAccepted, attemptRefused(401)];
const notReached: Attempt = [notAccepted, attemptUnreachable];
const ownSession: Attempt = [session(1_800_000, { receivedData: true }), attemptLost];
const eviction: Attempt = [session(100), attemptClosed];

const after = (attempts: readonly Attempt[], before: StreamHistory = NO_HISTORY): StreamHistory =>
  attempts.reduce((history, [record, outcome]) => historyAfter(history, record, outcome), before);

describe('failures count anew after a minute of steady watching', () => {
  test.each<[sentence: string, attempts: Attempt[], failures: number]>([
    ['the first end is the first failure', [notReached], 1],
    ['every end counts', [notReached, tokenRefused, [session(1_000), attemptLost]], 3],
    ['59.999 s are not steady', [notReached, notReached, [session(59_999), attemptLost]], 3],
    ['60 s are', [notReached, notReached, [session(60_000), attemptLost]], 1],
    ['steady watching that ended in silence is steady too', [notReached, [session(60_000), silent]], 1],
    ['what comes after it counts on', [notReached, [session(60_000), attemptLost], notReached], 2],
    ['what failed before the computer slept does not count', [notReached, notReached, [session(1_000), slept]], 0],
  ])('%s', (_sentence, attempts, failures) => expect(after(attempts).failures).toBe(failures));
});

describe('an eviction is a connection that was closed at once and told us nothing of the domain', () => {
  test.each<[sentence: string, attempt: Attempt, evictions: number]>([
    ['accepted and closed without an event', [session(null), attemptClosed], 3],
    ['closed right after SUBSCRIPTION_STARTED', [session(4_999), attemptClosed], 3],
    ['cut right after SUBSCRIPTION_STARTED', [session(4_999), attemptLost], 3],
    ['ended by the service right after its start', [session(100, { endAnnounced: true }), attemptClosed], 3],
    ['a session of five seconds is none, and ends the row', [session(5_000), attemptClosed], 0],
    ['one that carried an event is none', [session(100, { receivedData: true }), attemptClosed], 0],
    ['one that fell silent is none', [session(100), silent], 0],
    ['accepted and cut without an event says nothing either way', [session(null), attemptLost], 2],
    ['accepted and silent without an event says nothing either way', [session(null), silent], 2],
    ['a refused connection says nothing either way', seatRefused, 2],
    ['an address that cannot be reached says nothing either way', notReached, 2],
  ])('%s', (_sentence, attempt, evictions) => {
    expect(after([eviction, eviction, attempt]).evictions).toBe(evictions);
  });
});

describe('[STREAM-7] a session that the service closes unannounced before it is 45 s old may have been taken over', () => {
  const contested: Attempt = [session(30_000, { receivedData: true }), attemptClosed];
  test.each<[sentence: string, attempt: Attempt, contested: number]>([
    ['closed in order after 44.999 s, whatever it told', [session(44_999, { receivedData: true }), attemptClosed], 3],
    ['one of 45 s is none, and ends the row', [session(45_000), attemptClosed], 0],
    ['an announced end is none, and ends the row', [session(10_000, { endAnnounced: true }), attemptClosed], 0],
    ['one that was cut is none, and ends the row', [session(10_000), attemptLost], 0],
    ['one that fell silent is none, and ends the row', [session(10_000), silent], 0],
    ['a connection that gave no event says nothing either way', [session(null), attemptClosed], 2],
    ['a refused connection says nothing either way', seatRefused, 2],
    ['an address that cannot be reached says nothing either way', notReached, 2],
  ])('%s', (_sentence, attempt, count) => expect(after([contested, contested, attempt]).contested).toBe(count));
});

describe('refusals of the seat', () => {
  test.each<[sentence: string, attempts: Attempt[], seatRefusals: number, isOwnSeat: boolean]>([
    ['one at the very start counts', [seatRefused], 1, false],
    [
      'those in a row add up, 409 and 423 alike',
      [seatRefused, [notAccepted, attemptRefused(423)], seatRefused],
      3,
      false,
    ],
    ['the one right after a session of our own may be of that', [ownSession, seatRefused], 1, true],
    ['and so may those that follow', [ownSession, seatRefused, seatRefused], 2, true],
    ['a session of one event is one of our own', [[session(0), attemptLost], seatRefused], 1, true],
    ['a connection that gave no event is none', [[session(null), attemptLost], seatRefused], 1, false],
    ['another refusal ends the row', [ownSession, seatRefused, [notAccepted, attemptRefused(503)]], 0, false],
    ['after it the row begins again', [ownSession, seatRefused, notReached, seatRefused], 1, false],
  ])('%s', (_sentence, attempts, seatRefusals, isOwnSeat) =>
    expect(after(attempts)).toMatchObject({ seatRefusals, isOwnSeat }),
  );
});

describe('[STREAM-12] a limit on the path', () => {
  const ended = (seconds: number, outcome: AttemptOutcome = attemptClosed): Attempt => [
    session(seconds * 1_000, { receivedData: true }),
    outcome,
  ];
  const times = (count: number, attempt: Attempt) => Array.from({ length: count }, () => attempt);
  const limited = [...times(3, ended(20)), ended(20.3), ended(20.1)];
  test.each<[sentence: string, attempts: Attempt[], limitMs: number | null]>([
    ['four streams of the same age may be chance', times(4, ended(20)), null],
    [
      'five show a limit, whether they are closed or reset',
      [...times(3, ended(20)), ended(20.9, attemptLost), ended(20.5)],
      20_500,
    ],
    ['five within more than a second do not', [...times(3, ended(20)), ended(21.001), ended(20.5)], null],
    ['younger than eight seconds they are ended by something else', times(5, ended(7.9)), null],
    ['a refusal between them changes nothing', [ended(55), notReached, ...times(4, ended(55))], 55_000],
    [
      'an announced end is none of them',
      [...times(4, ended(9)), [session(9_000, { endAnnounced: true }), attemptClosed]],
      null,
    ],
    ['one that was cut earlier is not at the limit', [...limited, ended(7)], null],
    ['the next one that lasts as long is', [...limited, ended(7), ended(20)], 20_100],
    ['three other ends, and the limit is gone', [...limited, ended(7), ended(12), ended(35), ended(20)], null],
  ])('%s', (_sentence, attempts, limitMs) => expect(after(attempts).limitMs).toBe(limitMs));

  test('is one failure each time, and no sign of another subscriber', () => {
    expect(after(limited)).toMatchObject({ failures: 1, contested: 0 });
    expect(after([...limited, ended(7), ended(20)])).toMatchObject({ failures: 1, contested: 0 });
  });

  test.each<[sentence: string, attempts: Attempt[], failures: number]>([
    ['an end at the age of the one before is the first failure again', times(4, ended(20)), 1],
    ['one at another age is one more', [ended(20), ended(20), ended(30), ended(12)], 3],
    ['so is one of the same age that is too young for a limit', times(3, ended(5)), 3],
    ['and a refusal after them', [ended(20), ended(20), notReached, notReached], 3],
  ])('%s', (_sentence, attempts, failures) => expect(after(attempts).failures).toBe(failures));
});

describe('refusals in a row are counted by what they refuse', () => {
  const forbidden: Attempt = [notAccepted, attemptRefused(403)];
  const busy: Attempt = [notAccepted, attemptRefused(503)];
  const noClient: Attempt = [
    notAccepted,
    { kind: 'no-token', refusal: { kind: 'refused', about: 'client', code: 'invalid_client', answer: null } },
  ];
  test.each<[sentence: string, attempts: Attempt[], refusals: number]>([
    ['the first 401 refuses nothing yet', [tokenRefused], 0],
    ['one 403', [busy, busy, forbidden], 1],
    ['a 403 again', [forbidden, notReached, forbidden], 2],
    ['credentials that are refused', [noClient, noClient, noClient], 3],
    ['a 401 that comes between does not begin them anew', [noClient, tokenRefused, noClient], 2],
    ['a session does', [forbidden, forbidden, ownSession, forbidden], 1],
  ])('%s', (_sentence, attempts, refusals) => expect(after(attempts).refusals).toBe(refusals));
});

describe('a new token was the answer to the 401 before', () => {
  const renewed: StreamHistory = { ...after([tokenRefused]), tokenRenewed: true };

  test('a 401 alone renews nothing: whoever renews the token says so', () => {
    expect(after([tokenRefused]).tokenRenewed).toBe(false);
  });

  test.each<[sentence: string, attempts: Attempt[], tokenRenewed: boolean]>([
    ['the next 401 still knows', [tokenRefused], true],
    ['and the one after that', [tokenRefused, tokenRefused], true],
    ['a session makes it news again', [ownSession, tokenRefused], false],
    ['an address that cannot be reached makes it news again', [notReached, tokenRefused], false],
    ['another refusal makes it news again', [[notAccepted, attemptRefused(503)], tokenRefused], false],
    ['an issuer that is down makes it news again', [[notAccepted, noToken], tokenRefused], false],
  ])('%s', (_sentence, attempts, tokenRenewed) => expect(after(attempts, renewed).tokenRenewed).toBe(tokenRenewed));
});

test('the announced end is that of the last attempt alone', () => {
  const announced: Attempt = [session(1_800_000, { receivedData: true, endAnnounced: true }), attemptClosed];
  expect([after([announced]), after([announced, notReached])]).toEqual([
    { ...NO_HISTORY, failures: 1, endAnnounced: true, afterOwnSession: true },
    { ...NO_HISTORY, failures: 2 },
  ]);
});
