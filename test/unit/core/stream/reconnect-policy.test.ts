import { describe, expect, test } from 'vitest';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { AttemptOutcome } from '../../../../src-main/core/stream/attempt-outcome.ts';
import { nextStep, type ReconnectContext } from '../../../../src-main/core/stream/reconnect-policy.ts';
import { closed, lost, noAnswer, refused, unreachable } from '../../../doubles/watched-stream.ts';

const first: ReconnectContext = {
  failures: 1,
  endAnnounced: false,
  evictions: 0,
  contested: 0,
  seatRefusals: 1,
  tokenRenewed: false,
  random: 0.5,
};
type About = Extract<AttemptOutcome, { kind: 'unreachable' }>['about'];
const out = (about: About): AttemptOutcome => ({ kind: 'unreachable', code: 'X', about, answer: noAnswer });
const noToken = (refusal: TokenRefusal): AttemptOutcome => ({ kind: 'no-token', refusal });
const down = (changes: { tls?: boolean; retryAfterMs?: number } = {}): AttemptOutcome =>
  noToken({ kind: 'unavailable', code: 'HTTP 503', tls: false, retryAfterMs: null, answer: null, ...changes });

type Expected =
  | { waits: number; shown?: 'seat-taken'; renews?: true; reason: string }
  | { stops: true; reason: string };

const table: [sentence: string, outcome: AttemptOutcome, context: Partial<ReconnectContext>, expected: Expected][] = [
  ['the planned end is followed at once', closed, { endAnnounced: true }, { waits: 0, reason: 'session-expired' }],
  [
    'a service that ends every session at its start is not asked in a loop',
    closed,
    { endAnnounced: true, failures: 4 },
    { waits: 7_000, reason: 'session-expired' },
  ],
  ['an early close waits at most a second', closed, {}, { waits: 500, reason: 'connection-lost' }],
  ['a cut connection waits at most a second', lost, { random: 0.999 }, { waits: 999, reason: 'connection-lost' }],
  [
    'later waits double and keep to the upper quarter',
    lost,
    { failures: 3 },
    { waits: 3_500, reason: 'connection-lost' },
  ],
  [
    'a planned end that was cut is a planned end',
    lost,
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  [
    'a planned end after which nobody hung up is a planned end',
    { kind: 'silent', retryMs: null },
    { endAnnounced: true },
    { waits: 0, reason: 'session-expired' },
  ],
  ['the wait never exceeds 30 s', lost, { failures: 40, random: 0.999 }, { waits: 29_992, reason: 'connection-lost' }],
  [
    "the service's retry raises the base from the second failure on",
    { ...lost, retryMs: 5_000 },
    { failures: 2 },
    { waits: 8_750, reason: 'connection-lost' },
  ],
  [
    "the first retry does not wait for the service's retry",
    { ...lost, retryMs: 5_000 },
    {},
    { waits: 500, reason: 'connection-lost' },
  ],
  ['silence is a loss like another', { kind: 'silent', retryMs: null }, {}, { waits: 500, reason: 'silent' }],
  ['two evictions may be chance', closed, { evictions: 2, failures: 2 }, { waits: 1_750, reason: 'connection-lost' }],
  [
    'three evictions mean that the seat is taken',
    closed,
    { evictions: 3, failures: 3 },
    { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'more evictions wait longer, at most 5 minutes',
    closed,
    { evictions: 9, failures: 9 },
    { waits: 300_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  ['409 means that the seat is taken', refused(409), {}, { waits: 60_000, shown: 'seat-taken', reason: 'seat-taken' }],
  [
    'a seat that our own session has just left is asked for again soon',
    refused(409),
    { seatRefusals: 0 },
    { waits: 5_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    '423 means that the seat is taken',
    refused(423),
    { seatRefusals: 2, failures: 9 },
    { waits: 120_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  ['401 is answered with a new token, once', refused(401), {}, { waits: 0, renews: true, reason: 'refused' }],
  [
    '401 with a new token stops until a person acts',
    refused(401),
    { tokenRenewed: true },
    { stops: true, reason: 'sign-in-needed' },
  ],
  ['403 is asked again four times an hour', refused(403), {}, { waits: 900_000, reason: 'refused' }],
  ['429 waits as long as asked, and a little more', refused(429, 10_000), {}, { waits: 10_500, reason: 'refused' }],
  ['429 without a time backs off', refused(429), { failures: 2 }, { waits: 1_750, reason: 'refused' }],
  [
    'a Retry-After of a year is cut to 15 minutes',
    refused(503, 365 * 86_400_000),
    {},
    { waits: 945_000, reason: 'refused' },
  ],
  ['503 backs off for ever', refused(503), { failures: 100 }, { waits: 26_250, reason: 'refused' }],
  ['a wrong address is asked less often', refused(404), { failures: 100 }, { waits: 57_500, reason: 'refused' }],
  ['no connection backs off', unreachable, { failures: 6 }, { waits: 26_250, reason: 'unreachable' }],
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
    'refused credentials stop until a person acts',
    noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer: null }),
    {},
    { stops: true, reason: 'sign-in-needed' },
  ],
  [
    'so does having nothing to ask the issuer with',
    noToken({
      kind: 'no-grant',
      why: { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } },
    }),
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
    {},
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
    'two contested sessions may be chance',
    closed,
    { contested: 2, failures: 2 },
    { waits: 1_750, reason: 'connection-lost' },
  ],
  [
    'three contested sessions mean that the seat is taken',
    closed,
    { contested: 3, failures: 3 },
    { waits: 35_000, shown: 'seat-taken', reason: 'seat-taken' },
  ],
  [
    'more of them wait no longer',
    closed,
    { contested: 30, failures: 30, random: 0.999 },
    { waits: 39_990, shown: 'seat-taken', reason: 'seat-taken' },
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
            ...(step.shown === 'seat-taken' ? { shown: step.shown } : {}),
            ...(step.renewToken ? { renews: true } : {}),
            reason: step.cause.reason,
          }
        : { stops: true, reason: step.cause.reason };
    expect(seen).toEqual(expected);
  });

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
