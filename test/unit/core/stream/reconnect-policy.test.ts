import { describe, expect, test } from 'vitest';
import type { InterruptionCause } from '../../../../src-shared/domain/coverage/stream-status.ts';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { AttemptOutcome } from '../../../../src-main/core/stream/attempt-outcome.ts';
import { nextStep } from '../../../../src-main/core/stream/reconnect-policy.ts';
import {
  attemptClosed,
  attemptLost,
  noAnswer,
  attemptRefused,
  attemptRefusedAs,
  attemptUnreachable,
} from '../../../doubles/watched-stream.ts';
import type { ReconnectContext } from '../../../../src-main/core/stream/stream-history.ts';

const first: ReconnectContext = {
  failures: 1,
  endAnnounced: false,
  evictions: 0,
  contested: 0,
  limitMs: null,
  seatRefusals: 1,
  isOwnSeat: false,
  refusals: 1,
  tokenRenewed: false,
  random: 0.5,
};
type About = Extract<AttemptOutcome, { kind: 'unreachable' }>['about'];
const out = (about: About): AttemptOutcome => ({ kind: 'unreachable', code: 'X', about, answer: noAnswer });
const noToken = (refusal: TokenRefusal): AttemptOutcome => ({ kind: 'no-token', refusal });
const down = (changes: { tls?: boolean; retryAfterMs?: number } = {}): AttemptOutcome =>
  noToken({ kind: 'unavailable', code: 'HTTP 503', tls: false, retryAfterMs: null, answer: null, ...changes });

type Expected =
  | {
      waits: number;
      shown?: 'seat-taken' | 'sign-in-needed';
      renews?: true;
      reason: string;
      says?: InterruptionCause['kind'];
    }
  | { stops: true; reason: string };

const table: [sentence: string, outcome: AttemptOutcome, context: Partial<ReconnectContext>, expected: Expected][] = [
  [
    'reconnects immediately after a planned end',
    attemptClosed,
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'backs off from a service that ends every session at its start',
    attemptClosed,
    { endAnnounced: true, failures: 4 },
    { waits: 7_000, reason: 'session-expired' },
  ],
  ['waits at most a second after an early close', attemptClosed, {}, { waits: 500, reason: 'connection-lost' }],
  [
    'waits at most a second after a cut connection',
    attemptLost,
    { random: 0.999 },
    { waits: 999, reason: 'connection-lost' },
  ],
  [
    'doubles later waits and varies them by at most a quarter',
    attemptLost,
    { failures: 3 },
    { waits: 3_500, reason: 'connection-lost' },
  ],
  [
    'treats a cut after an announced end as a planned end',
    attemptLost,
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'treats silence after an announced end as a planned end',
    { kind: 'silent', retryMs: null },
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'never waits longer than 30 s',
    attemptLost,
    { failures: 40, random: 0.999 },
    { waits: 29_992, reason: 'connection-lost' },
  ],
  [
    'uses the retry time of the service as base from the second failure on',
    { ...attemptLost, retryMs: 5_000 },
    { failures: 2 },
    { waits: 8_750, reason: 'connection-lost' },
  ],
  [
    'does not apply the retry time of the service to the first retry',
    { ...attemptLost, retryMs: 5_000 },
    {},
    { waits: 500, reason: 'connection-lost' },
  ],
  ['treats silence as a lost connection', { kind: 'silent', retryMs: null }, {}, { waits: 500, reason: 'silent' }],
  [
    'treats two evictions as chance',
    attemptClosed,
    { evictions: 2, failures: 2 },
    { waits: 1_750, reason: 'connection-lost' },
  ],
  [
    'shows the seat as taken after three evictions',
    attemptClosed,
    { evictions: 3, failures: 3 },
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'waits longer after more evictions, at most two minutes',
    attemptClosed,
    { evictions: 9, failures: 9 },
    { waits: 120_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'shows the seat as taken for 409',
    attemptRefused(409),
    {},
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'retries soon if our own session has just left the seat, and does not show it as taken',
    attemptRefused(409),
    { isOwnSeat: true },
    { waits: 5_000, reason: 'connection-lost', says: 'own-seat' },
  ],
  [
    'retries soon for our own seat a second time',
    attemptRefused(409),
    { isOwnSeat: true, seatRefusals: 2 },
    { waits: 15_000, reason: 'connection-lost', says: 'own-seat' },
  ],
  [
    'shows the seat as taken at the third refusal after our own session',
    attemptRefused(409),
    { isOwnSeat: true, seatRefusals: 3 },
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'shows the seat as taken for 423',
    attemptRefused(423),
    { seatRefusals: 2, failures: 9 },
    { waits: 120_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'renews the token once after 401',
    attemptRefused(401),
    { refusals: 0 },
    { waits: 0, renews: true, reason: 'refused', says: 'renewing-token' },
  ],
  [
    'retries within a minute after 401 with a new token',
    attemptRefused(401),
    { tokenRenewed: true, random: 0.999 },
    { waits: 35_994, shown: 'sign-in-needed', reason: 'sign-in-needed', says: 'token-refused' },
  ],
  [
    'keeps retrying about once a minute after 401, because a gateway with old keys recovers by itself',
    attemptRefused(401),
    { tokenRenewed: true, refusals: 50, random: 0.999 },
    { waits: 59_990, shown: 'sign-in-needed', reason: 'sign-in-needed' },
  ],
  [
    'keeps showing the refusal while it renews the token again',
    attemptRefused(401),
    { refusals: 2 },
    { waits: 0, renews: true, shown: 'sign-in-needed', reason: 'sign-in-needed', says: 'token-refused' },
  ],
  [
    'retries soon after a single 403, which does not show who refused',
    attemptRefused(403),
    {},
    { waits: 33_000, reason: 'refused', says: 'refused-once' },
  ],
  [
    'treats a 403 in the format of the service as a refusal by the service',
    attemptRefusedAs(403, 'application/problem+json; charset=utf-8'),
    {},
    { waits: 33_000, reason: 'refused', says: 'forbidden' },
  ],
  [
    'waits longer after a second 403 of the service',
    attemptRefusedAs(403, 'application/json'),
    { refusals: 2 },
    { waits: 66_000, reason: 'refused', says: 'forbidden' },
  ],
  [
    'retries within five minutes after any 403 of the service, because the right may be granted',
    attemptRefusedAs(403, 'application/json'),
    { refusals: 9 },
    { waits: 264_000, reason: 'refused' },
  ],
  [
    'retries about once a minute after a 403 that may come from the path',
    attemptRefused(403),
    { refusals: 9 },
    { waits: 55_000, reason: 'refused', says: 'forbidden' },
  ],
  [
    'treats a 403 with an HTML page as one from the path, however often it comes',
    attemptRefusedAs(403, 'text/html; charset=UTF-8'),
    { refusals: 3 },
    { waits: 55_000, reason: 'refused', says: 'page-instead' },
  ],
  [
    'waits slightly longer than the Retry-After of 429',
    attemptRefused(429, 10_000),
    {},
    { waits: 10_500, reason: 'refused' },
  ],
  [
    'waits at most a minute for the first long Retry-After',
    attemptRefused(429, 900_000),
    {},
    { waits: 52_500, reason: 'refused' },
  ],
  ['backs off after 429 without a time', attemptRefused(429), { failures: 2 }, { waits: 1_750, reason: 'refused' }],
  [
    'doubles the limit for a repeated long Retry-After',
    attemptRefused(503, 900_000),
    { refusals: 2 },
    { waits: 105_000, reason: 'refused' },
  ],
  [
    'limits a Retry-After of a year to about 15 minutes',
    attemptRefused(503, 365 * 86_400_000),
    { refusals: 9 },
    { waits: 945_000, reason: 'refused' },
  ],
  ['keeps backing off for 503', attemptRefused(503), { failures: 100 }, { waits: 26_250, reason: 'refused' }],
  ['retries a wrong address less often', attemptRefused(404), { failures: 100 }, { waits: 57_500, reason: 'refused' }],
  ['backs off without a connection', attemptUnreachable, { failures: 6 }, { waits: 26_250, reason: 'unreachable' }],
  ['retries a refused certificate less often', out('certificate'), {}, { waits: 37_500, reason: 'unreachable' }],
  [
    'retries a refused certificate about once a minute later',
    out('certificate'),
    { failures: 10 },
    { waits: 57_500, reason: 'unreachable' },
  ],
  ['retries a failed TLS handshake less often', out('handshake'), {}, { waits: 37_500, reason: 'unreachable' }],
  ['retries a port with plain HTTP less often', out('plain-http'), {}, { waits: 37_500, reason: 'unreachable' }],
  ['retries a refusing proxy less often', out('proxy'), {}, { waits: 37_500, reason: 'unreachable' }],
  ['backs off without an answer in time', { kind: 'no-answer' }, {}, { waits: 500, reason: 'unreachable' }],
  [
    'does not follow a redirect',
    { kind: 'redirected', status: 302, answer: noAnswer },
    {},
    { waits: 37_500, reason: 'refused' },
  ],
  [
    'does not accept the page of a proxy as a stream',
    { kind: 'not-a-stream', contentType: 'text/html', answer: noAnswer },
    {},
    { waits: 500, reason: 'not-a-stream' },
  ],
  [
    'retries with refused credentials',
    noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer: null }),
    {},
    { waits: 33_000, shown: 'sign-in-needed', reason: 'sign-in-needed' },
  ],
  [
    'reads a missing secret again',
    noToken({ kind: 'no-grant', why: { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } } }),
    { refusals: 3 },
    { waits: 132_000, shown: 'sign-in-needed', reason: 'sign-in-needed' },
  ],
  [
    'stops after the end of a sign-in until the user acts',
    noToken({ kind: 'no-grant', why: { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } } }),
    {},
    { stops: true, reason: 'sign-in-needed' },
  ],
  ['retries an issuer that is down', down(), {}, { waits: 500, reason: 'unreachable' }],
  [
    'waits for the Retry-After of the issuer',
    down({ retryAfterMs: 20_000 }),
    {},
    { waits: 21_000, reason: 'unreachable' },
  ],
  [
    'limits a Retry-After of a year from the issuer to about 15 minutes',
    down({ retryAfterMs: 365 * 86_400_000 }),
    { refusals: 9 },
    { waits: 945_000, reason: 'unreachable' },
  ],
  [
    'retries an issuer with a refused certificate less often',
    down({ tls: true }),
    { failures: 3 },
    { waits: 57_500, reason: 'unreachable' },
  ],
  [
    'retries an issuer that answers with a page',
    noToken({ kind: 'not-oauth', code: 'HTTP 200', answer: null }),
    {},
    { waits: 500, reason: 'unreachable' },
  ],
  [
    'treats four contested sessions as chance',
    attemptClosed,
    { contested: 4, failures: 4 },
    { waits: 7_000, reason: 'connection-lost' },
  ],
  [
    'shows the seat as taken after five contested sessions',
    attemptClosed,
    { contested: 5, failures: 5 },
    { waits: 35_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'does not wait longer after more contested sessions',
    attemptClosed,
    { contested: 30, failures: 30, random: 0.999 },
    { waits: 39_990, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'reconnects immediately at a time limit on the path, which is no other subscriber',
    attemptClosed,
    { contested: 3, failures: 9, limitMs: 20_100, random: 0.999 },
    { waits: 199, reason: 'connection-lost', says: 'path-limit' },
  ],
  [
    'backs off after a bug in Watchfloor',
    { kind: 'consumer-failed', error: new Error('a bug') },
    { failures: 3 },
    { waits: 3_500, reason: 'crashed' },
  ],
  ['does not wait after sleep', { kind: 'slept' }, { failures: 0 }, { waits: 0, reason: 'slept' }],
];

describe('the reconnect policy', () => {
  test.each(table)('%s', (_sentence, outcome, context, expected) => {
    const step = nextStep(outcome, { ...first, ...context });
    const seen =
      step.kind === 'retry'
        ? {
            waits: step.delayMs,
            ...(step.shown === 'reconnecting' ? {} : { shown: step.shown }),
            ...(step.renewToken ? { renews: true } : {}),
            reason: step.cause.reason,
            says: step.cause.kind,
          }
        : { stops: true, reason: step.cause.reason };
    expect(seen).toEqual('says' in expected || 'stops' in expected ? expected : { ...expected, says: step.cause.kind });
  });

  test.each<[what: string, outcome: AttemptOutcome, context: Partial<ReconnectContext>]>([
    ['401 with a new token', attemptRefused(401), { tokenRenewed: true }],
    ['invalid_client', noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer: null }), {}],
    [
      'unauthorized_client',
      noToken({ kind: 'refused', about: 'request', code: 'unauthorized_client', answer: null }),
      {},
    ],
    [
      'a locked keychain',
      noToken({ kind: 'no-grant', why: { code: 'KEYCHAIN_UNAVAILABLE', facts: { detail: 'locked' } } }),
      {},
    ],
  ])('[STREAM-13] retries %s within five minutes, and at most once in half a minute', (_what, outcome, context) => {
    for (let refusals = 1; refusals < 100; refusals += 1)
      for (const random of [0, 0.999]) {
        const step = nextStep(outcome, { ...first, ...context, refusals, random });
        const waits = step.kind === 'retry' ? step.delayMs : Number.POSITIVE_INFINITY;
        expect(waits).toBeLessThan(300_000);
        expect(waits).toBeGreaterThanOrEqual(30_000);
      }
  });

  test('[STREAM-11] retries what only a person can repair at most twelve times in ten minutes', () => {
    for (const random of [0, 0.5, 0.999]) {
      let randomCalls = 0;
      for (let at = 0; at < 600_000; randomCalls += 1) {
        const step = nextStep(out('certificate'), { ...first, failures: randomCalls + 1, random });
        at += step.kind === 'retry' ? step.delayMs : Number.POSITIVE_INFINITY;
      }
      expect(randomCalls).toBeLessThanOrEqual(12);
    }
  });
});
