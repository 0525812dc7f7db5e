import { describe, expect, test } from 'vitest';
import type { InterruptionCause } from '../../../../src-shared/domain/stream-status.ts';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { AttemptOutcome } from '../../../../src-main/core/stream/attempt-outcome.ts';
import { nextStep, type ReconnectContext } from '../../../../src-main/core/stream/reconnect-policy.ts';
import {
  attemptClosed,
  attemptLost,
  noAnswer,
  attemptRefused,
  attemptRefusedAs,
  attemptUnreachable,
} from '../../../doubles/watched-stream.ts';

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
    'the planned end is followed at once',
    attemptClosed,
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'a service that ends every session at its start is not asked in a loop',
    attemptClosed,
    { endAnnounced: true, failures: 4 },
    { waits: 7_000, reason: 'session-expired' },
  ],
  ['an early close waits at most a second', attemptClosed, {}, { waits: 500, reason: 'connection-lost' }],
  [
    'a cut connection waits at most a second',
    attemptLost,
    { random: 0.999 },
    { waits: 999, reason: 'connection-lost' },
  ],
  [
    'later waits double and keep to the upper quarter',
    attemptLost,
    { failures: 3 },
    { waits: 3_500, reason: 'connection-lost' },
  ],
  [
    'a planned end that was cut is a planned end',
    attemptLost,
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'a planned end after which nobody hung up is a planned end',
    { kind: 'silent', retryMs: null },
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'the wait never exceeds 30 s',
    attemptLost,
    { failures: 40, random: 0.999 },
    { waits: 29_992, reason: 'connection-lost' },
  ],
  [
    "the service's retry raises the base from the second failure on",
    { ...attemptLost, retryMs: 5_000 },
    { failures: 2 },
    { waits: 8_750, reason: 'connection-lost' },
  ],
  [
    "the first retry does not wait for the service's retry",
    { ...attemptLost, retryMs: 5_000 },
    {},
    { waits: 500, reason: 'connection-lost' },
  ],
  ['silence is a loss like another', { kind: 'silent', retryMs: null }, {}, { waits: 500, reason: 'silent' }],
  [
    'two evictions may be chance',
    attemptClosed,
    { evictions: 2, failures: 2 },
    { waits: 1_750, reason: 'connection-lost' },
  ],
  [
    'three evictions mean that the seat is taken',
    attemptClosed,
    { evictions: 3, failures: 3 },
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'more evictions wait longer, at most two minutes',
    attemptClosed,
    { evictions: 9, failures: 9 },
    { waits: 120_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    '409 means that the seat is taken',
    attemptRefused(409),
    {},
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'a seat that our own session has just left is asked for again soon, and is not called taken',
    attemptRefused(409),
    { isOwnSeat: true },
    { waits: 5_000, reason: 'connection-lost', says: 'own-seat' },
  ],
  [
    'also a second time',
    attemptRefused(409),
    { isOwnSeat: true, seatRefusals: 2 },
    { waits: 15_000, reason: 'connection-lost', says: 'own-seat' },
  ],
  [
    'then another subscriber holds it',
    attemptRefused(409),
    { isOwnSeat: true, seatRefusals: 3 },
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    '423 means that the seat is taken',
    attemptRefused(423),
    { seatRefusals: 2, failures: 9 },
    { waits: 120_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    '401 is answered with a new token, once',
    attemptRefused(401),
    { refusals: 0 },
    { waits: 0, renews: true, reason: 'refused', says: 'renewing-token' },
  ],
  [
    '401 with a new token is asked again within a minute',
    attemptRefused(401),
    { tokenRenewed: true, random: 0.999 },
    { waits: 35_994, shown: 'sign-in-needed', reason: 'sign-in-needed', says: 'token-refused' },
  ],
  [
    'and for as long as it lasts about once a minute: a gateway with old keys mends itself',
    attemptRefused(401),
    { tokenRenewed: true, refusals: 50, random: 0.999 },
    { waits: 59_990, shown: 'sign-in-needed', reason: 'sign-in-needed' },
  ],
  [
    'meanwhile the next new token hides nothing',
    attemptRefused(401),
    { refusals: 2 },
    { waits: 0, renews: true, shown: 'sign-in-needed', reason: 'sign-in-needed', says: 'token-refused' },
  ],
  [
    'one 403 does not show who refused, and is asked again soon',
    attemptRefused(403),
    {},
    { waits: 33_000, reason: 'refused', says: 'refused-once' },
  ],
  [
    'one 403 in the format of the service is one of the service',
    attemptRefusedAs(403, 'application/problem+json; charset=utf-8'),
    {},
    { waits: 33_000, reason: 'refused', says: 'forbidden' },
  ],
  [
    'so is a second one, which is asked later',
    attemptRefusedAs(403, 'application/json'),
    { refusals: 2 },
    { waits: 66_000, reason: 'refused', says: 'forbidden' },
  ],
  [
    'one of the service is asked again within five minutes: people grant the right',
    attemptRefusedAs(403, 'application/json'),
    { refusals: 9 },
    { waits: 264_000, reason: 'refused' },
  ],
  [
    'one that may be of something on the way is asked again about once a minute',
    attemptRefused(403),
    { refusals: 9 },
    { waits: 55_000, reason: 'refused', says: 'forbidden' },
  ],
  [
    'a page for a browser is of something on the way, however often it comes',
    attemptRefusedAs(403, 'text/html; charset=UTF-8'),
    { refusals: 3 },
    { waits: 55_000, reason: 'refused', says: 'page-instead' },
  ],
  [
    '429 waits as long as asked, and a little more',
    attemptRefused(429, 10_000),
    {},
    { waits: 10_500, reason: 'refused' },
  ],
  [
    'one that asks for long is asked again within a minute',
    attemptRefused(429, 900_000),
    {},
    { waits: 52_500, reason: 'refused' },
  ],
  ['429 without a time backs off', attemptRefused(429), { failures: 2 }, { waits: 1_750, reason: 'refused' }],
  [
    'one that asks for long again is believed for twice as long',
    attemptRefused(503, 900_000),
    { refusals: 2 },
    { waits: 105_000, reason: 'refused' },
  ],
  [
    'a Retry-After of a year is cut to 15 minutes',
    attemptRefused(503, 365 * 86_400_000),
    { refusals: 9 },
    { waits: 945_000, reason: 'refused' },
  ],
  ['503 backs off for ever', attemptRefused(503), { failures: 100 }, { waits: 26_250, reason: 'refused' }],
  ['a wrong address is asked less often', attemptRefused(404), { failures: 100 }, { waits: 57_500, reason: 'refused' }],
  ['no connection backs off', attemptUnreachable, { failures: 6 }, { waits: 26_250, reason: 'unreachable' }],
  [
    'a certificate that is not accepted is asked less often',
    out('certificate'),
    {},
    { waits: 37_500, reason: 'unreachable' },
  ],
  ['and later about once a minute', out('certificate'), { failures: 10 }, { waits: 57_500, reason: 'unreachable' }],
  ['so is a TLS handshake that breaks off', out('handshake'), {}, { waits: 37_500, reason: 'unreachable' }],
  ['and a port that speaks plain HTTP', out('plain-http'), {}, { waits: 37_500, reason: 'unreachable' }],
  ['and a proxy that refuses', out('proxy'), {}, { waits: 37_500, reason: 'unreachable' }],
  ['no answer in time backs off', { kind: 'no-answer' }, {}, { waits: 500, reason: 'unreachable' }],
  [
    'a redirect is not followed',
    { kind: 'redirected', status: 302, answer: noAnswer },
    {},
    { waits: 37_500, reason: 'refused' },
  ],
  [
    "a proxy's page is no stream",
    { kind: 'not-a-stream', contentType: 'text/html', answer: noAnswer },
    {},
    { waits: 500, reason: 'not-a-stream' },
  ],
  [
    'refused credentials are asked with again',
    noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer: null }),
    {},
    { waits: 33_000, shown: 'sign-in-needed', reason: 'sign-in-needed' },
  ],
  [
    'a secret that is not there is read again',
    noToken({ kind: 'no-grant', why: { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } } }),
    { refusals: 3 },
    { waits: 132_000, shown: 'sign-in-needed', reason: 'sign-in-needed' },
  ],
  [
    'a sign-in that is over waits for a person',
    noToken({ kind: 'no-grant', why: { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } } }),
    {},
    { stops: true, reason: 'sign-in-needed' },
  ],
  ['an issuer that is down is asked again', down(), {}, { waits: 500, reason: 'unreachable' }],
  [
    'and not before the time that it asked for',
    down({ retryAfterMs: 20_000 }),
    {},
    { waits: 21_000, reason: 'unreachable' },
  ],
  [
    'a year that it asks for is cut to 15 minutes',
    down({ retryAfterMs: 365 * 86_400_000 }),
    { refusals: 9 },
    { waits: 945_000, reason: 'unreachable' },
  ],
  [
    'an issuer whose certificate is not accepted is asked less often',
    down({ tls: true }),
    { failures: 3 },
    { waits: 57_500, reason: 'unreachable' },
  ],
  [
    'an issuer that answers with a page is asked again',
    noToken({ kind: 'not-oauth', code: 'HTTP 200', answer: null }),
    {},
    { waits: 500, reason: 'unreachable' },
  ],
  [
    'four contested sessions may be chance',
    attemptClosed,
    { contested: 4, failures: 4 },
    { waits: 7_000, reason: 'connection-lost' },
  ],
  [
    'five contested sessions mean that the seat is taken',
    attemptClosed,
    { contested: 5, failures: 5 },
    { waits: 35_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'more of them wait no longer',
    attemptClosed,
    { contested: 30, failures: 30, random: 0.999 },
    { waits: 39_990, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'a limit on the path is no other subscriber: the next stream is opened at once',
    attemptClosed,
    { contested: 3, failures: 9, limitMs: 20_100, random: 0.999 },
    { waits: 199, reason: 'connection-lost', says: 'path-limit' },
  ],
  [
    'a bug of ours backs off',
    { kind: 'consumer-failed', error: new Error('a bug') },
    { failures: 3 },
    { waits: 3_500, reason: 'crashed' },
  ],
  ['after sleep there is no wait', { kind: 'slept' }, { failures: 0 }, { waits: 0, reason: 'slept' }],
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
      'a keychain that is locked',
      noToken({ kind: 'no-grant', why: { code: 'KEYCHAIN_UNAVAILABLE', facts: { detail: 'locked' } } }),
      {},
    ],
  ])(
    '[STREAM-13] %s is asked again within five minutes, and at most once in half a minute',
    (_what, outcome, context) => {
      for (let refusals = 1; refusals < 100; refusals += 1)
        for (const random of [0, 0.999]) {
          const step = nextStep(outcome, { ...first, ...context, refusals, random });
          const waits = step.kind === 'retry' ? step.delayMs : Number.POSITIVE_INFINITY;
          expect(waits).toBeLessThan(300_000);
          expect(waits).toBeGreaterThanOrEqual(30_000);
        }
    },
  );

  test('[STREAM-11] what only a person can mend is asked for at most twelve times in ten minutes', () => {
    for (const random of [0, 0.5, 0.999]) {
      let asked = 0;
      for (let at = 0; at < 600_000; asked += 1) {
        const step = nextStep(out('certificate'), { ...first, failures: asked + 1, random });
        at += step.kind === 'retry' ? step.delayMs : Number.POSITIVE_INFINITY;
      }
      expect(asked).toBeLessThanOrEqual(12);
    }
  });
});
