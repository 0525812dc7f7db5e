import { describe, expect, test } from 'vitest';
import {
  type AttemptOutcome,
  nextStep,
  type ReconnectContext,
} from '../../../../src-main/core/stream/reconnect-policy.ts';

const first: ReconnectContext = {
  failures: 1,
  endAnnounced: false,
  evictions: 0,
  seatRefusals: 1,
  tokenRenewed: false,
  random: 0.5,
};
const closed: AttemptOutcome = { kind: 'closed', retryMs: null, cutBytes: 0 };
const lost: AttemptOutcome = { kind: 'lost', code: 'ECONNRESET', detail: '', retryMs: null };
const refused = (status: number, retryAfterMs: number | null = null): AttemptOutcome => ({
  kind: 'refused',
  status,
  retryAfterMs,
  body: '',
});
const unreachable = (tls: boolean): AttemptOutcome => ({ kind: 'unreachable', code: 'ECONNREFUSED', detail: '', tls });
const noToken = (kind: 'refused' | 'unavailable' | 'not-oauth'): AttemptOutcome => ({
  kind: 'no-token',
  refusal: kind === 'refused' ? { kind, about: 'client', code: 'x', detail: '' } : { kind, code: 'x', detail: '' },
});

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
  ['a wrong address is asked less often', refused(404), { failures: 100 }, { waits: 52_500, reason: 'refused' }],
  ['no connection backs off', unreachable(false), { failures: 6 }, { waits: 26_250, reason: 'unreachable' }],
  [
    'a certificate that is not accepted is asked less often',
    unreachable(true),
    { failures: 10 },
    { waits: 52_500, reason: 'unreachable' },
  ],
  [
    'a redirect is not followed',
    { kind: 'redirected', status: 302, location: 'https://elsewhere.example' },
    {},
    { waits: 15_000, reason: 'refused' },
  ],
  [
    "a proxy's page is no stream",
    { kind: 'not-a-stream', contentType: 'text/html', body: '' },
    {},
    { waits: 500, reason: 'not-a-stream' },
  ],
  ['refused credentials stop until a person acts', noToken('refused'), {}, { stops: true, reason: 'sign-in-needed' }],
  ['an issuer that is down is asked again', noToken('unavailable'), {}, { waits: 500, reason: 'unreachable' }],
  [
    'an issuer that answers with a page is asked again',
    noToken('not-oauth'),
    {},
    { waits: 500, reason: 'unreachable' },
  ],
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

  test('every cause says what happened and what to do, in sentences', () => {
    for (const [, outcome, context] of table) {
      const { cause } = nextStep(outcome, { ...first, ...context });
      expect(cause.code).not.toBe('');
      expect(cause.message).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});
