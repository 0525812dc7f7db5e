import { describe, expect, test } from 'vitest';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { AttemptOutcome } from '../../../../src-main/core/stream/attempt-outcome.ts';
import type { NextStep } from '../../../../src-main/core/ports/source.ts';
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
  pathLimit: null,
  seatRefusals: 1,
  isOwnSeat: false,
  ownRequest: null,
  refusals: 1,
  tokenRenewed: false,
  random: 0.5,
};
const LEFT = { agoMs: 60_000, leftMs: 1_740_000 };
type About = Extract<AttemptOutcome, { kind: 'unreachable' }>['about'];
const out = (about: About): AttemptOutcome => ({ kind: 'unreachable', code: 'X', about, answer: noAnswer });
const outOfProxy = (code: string): AttemptOutcome => ({ ...attemptUnreachable, about: 'proxy', code });
const noToken = (refusal: TokenRefusal): AttemptOutcome => ({ kind: 'no-token', refusal });
const down = (changes: { tls?: boolean; retryAfterMs?: number } = {}): AttemptOutcome =>
  noToken({ kind: 'unavailable', code: 'HTTP 503', tls: false, retryAfterMs: null, answer: null, ...changes });

const after = (outcome: AttemptOutcome, context: Partial<ReconnectContext> = {}): NextStep =>
  nextStep(outcome, { ...first, ...context });

const table: readonly (readonly [sentence: string, step: NextStep, expected: string])[] = [
  ['reconnects immediately after a planned end', after(attemptClosed, { endAnnounced: true }), '0 ms: session-expired'],
  [
    'backs off from a service that ends every session at its start',
    after(attemptClosed, { endAnnounced: true, failures: 4 }),
    '7000 ms: session-expired',
  ],
  ['waits at most a second after an early close', after(attemptClosed), '500 ms: connection-lost'],
  ['waits at most a second after a cut connection', after(attemptLost, { random: 0.999 }), '999 ms: connection-lost'],
  [
    'doubles later waits and varies them by at most a quarter',
    after(attemptLost, { failures: 3 }),
    '3500 ms: connection-lost',
  ],
  [
    'treats a cut after an announced end as a planned end',
    after(attemptLost, { endAnnounced: true }),
    '0 ms: session-expired',
  ],
  [
    'treats silence after an announced end as a planned end',
    after({ kind: 'silent', retryMs: null }, { endAnnounced: true }),
    '0 ms: session-expired',
  ],
  ['never waits longer than 30 s', after(attemptLost, { failures: 40, random: 0.999 }), '29992 ms: connection-lost'],
  [
    'uses the retry time of the service as base from the second failure on',
    after({ ...attemptLost, retryMs: 5_000 }, { failures: 2 }),
    '8750 ms: connection-lost',
  ],
  [
    'does not apply the retry time of the service to the first retry',
    after({ ...attemptLost, retryMs: 5_000 }),
    '500 ms: connection-lost',
  ],
  ['treats silence as a lost connection', after({ kind: 'silent', retryMs: null }), '500 ms: silent'],
  ['treats two evictions as chance', after(attemptClosed, { evictions: 2, failures: 2 }), '1750 ms: connection-lost'],
  [
    'shows the seat as taken after three evictions',
    after(attemptClosed, { evictions: 3, failures: 3 }),
    '60000 ms: seat-taken, shown as seat-taken',
  ],
  [
    'waits longer after more evictions, at most two minutes',
    after(attemptClosed, { evictions: 9, failures: 9 }),
    '120000 ms: seat-taken, shown as seat-taken',
  ],
  ['shows the seat as taken for 409', after(attemptRefused(409)), '60000 ms: seat-taken, shown as seat-taken'],
  [
    'retries soon if our own session has just left the seat, and does not show it as taken',
    after(attemptRefused(409), { isOwnSeat: true }),
    '5000 ms: connection-lost, said as own-seat',
  ],
  [
    'retries soon for our own seat a second time',
    after(attemptRefused(409), { isOwnSeat: true, seatRefusals: 2 }),
    '15000 ms: connection-lost, said as own-seat',
  ],
  [
    'shows the seat as taken at the third refusal after our own session',
    after(attemptRefused(409), { isOwnSeat: true, seatRefusals: 3 }),
    '60000 ms: seat-taken, shown as seat-taken',
  ],
  [
    'does not call a request that it left another client, and asks again soon',
    after(attemptRefused(409), { ownRequest: LEFT }),
    '5000 ms: refused, said as seat-unclear',
  ],
  [
    'asks again within 30 s while its request may hold the seat',
    after(attemptRefused(409), { ownRequest: LEFT, seatRefusals: 40, random: 0.999 }),
    '29997 ms: refused, said as seat-unclear',
  ],
  [
    'names its own session first if it has just left that one',
    after(attemptRefused(423), { ownRequest: LEFT, isOwnSeat: true, seatRefusals: 2 }),
    '15000 ms: connection-lost, said as own-seat',
  ],
  [
    'names both possibilities after that',
    after(attemptRefused(423), { ownRequest: LEFT, isOwnSeat: true, seatRefusals: 3 }),
    '28500 ms: refused, said as seat-unclear',
  ],
  [
    'shows the seat as taken for 423',
    after(attemptRefused(423), { seatRefusals: 2, failures: 9 }),
    '120000 ms: seat-taken, shown as seat-taken',
  ],
  [
    'renews the token once after 401',
    after(attemptRefused(401), { refusals: 0 }),
    '0 ms: refused, with a new token, said as renewing-token',
  ],
  [
    'retries within a minute after 401 with a new token',
    after(attemptRefused(401), { tokenRenewed: true, random: 0.999 }),
    '35994 ms: sign-in-needed, shown as sign-in-needed, said as token-refused',
  ],
  [
    'keeps retrying about once a minute after 401, because a gateway with old keys recovers by itself',
    after(attemptRefused(401), { tokenRenewed: true, refusals: 50, random: 0.999 }),
    '59990 ms: sign-in-needed, shown as sign-in-needed',
  ],
  [
    'keeps showing the refusal while it renews the token again',
    after(attemptRefused(401), { refusals: 2 }),
    '0 ms: sign-in-needed, shown as sign-in-needed, with a new token, said as token-refused',
  ],
  [
    'retries soon after a single 403, which does not show who refused',
    after(attemptRefused(403)),
    '33000 ms: refused, said as refused-once',
  ],
  [
    'treats a 403 in the format of the service as a refusal by the service',
    after(attemptRefusedAs(403, 'application/problem+json; charset=utf-8')),
    '33000 ms: refused, said as forbidden',
  ],
  [
    'reads a media type in any case: a 403 of the service',
    after(attemptRefusedAs(403, 'Application/JSON')),
    '33000 ms: refused, said as forbidden',
  ],
  [
    'reads a media type in any case: a 403 with an HTML page',
    after(attemptRefusedAs(403, 'Text/HTML'), { refusals: 3 }),
    '55000 ms: refused, said as page-instead',
  ],
  [
    'waits longer after a second 403 of the service',
    after(attemptRefusedAs(403, 'application/json'), { refusals: 2 }),
    '66000 ms: refused, said as forbidden',
  ],
  [
    'retries within five minutes after any 403 of the service, because the right may be granted',
    after(attemptRefusedAs(403, 'application/json'), { refusals: 9 }),
    '264000 ms: refused',
  ],
  [
    'retries about once a minute after a 403 that may come from the path',
    after(attemptRefused(403), { refusals: 9 }),
    '55000 ms: refused, said as forbidden',
  ],
  [
    'treats a 403 with an HTML page as one from the path, however often it comes',
    after(attemptRefusedAs(403, 'text/html; charset=UTF-8'), { refusals: 3 }),
    '55000 ms: refused, said as page-instead',
  ],
  ['waits slightly longer than the Retry-After of 429', after(attemptRefused(429, 10_000)), '10500 ms: refused'],
  ['waits at most a minute for the first long Retry-After', after(attemptRefused(429, 900_000)), '52500 ms: refused'],
  ['backs off after 429 without a time', after(attemptRefused(429), { failures: 2 }), '1750 ms: refused'],
  [
    'doubles the limit for a repeated long Retry-After',
    after(attemptRefused(503, 900_000), { refusals: 2 }),
    '105000 ms: refused',
  ],
  [
    'limits a Retry-After of a year to about 15 minutes',
    after(attemptRefused(503, 365 * 86_400_000), { refusals: 9 }),
    '945000 ms: refused',
  ],
  ['keeps backing off for 503', after(attemptRefused(503), { failures: 100 }), '26250 ms: refused'],
  ['retries a wrong address less often', after(attemptRefused(404), { failures: 100 }), '57500 ms: refused'],
  ['backs off without a connection', after(attemptUnreachable, { failures: 6 }), '26250 ms: unreachable'],
  ['retries a refused certificate less often', after(out('certificate')), '37500 ms: unreachable'],
  [
    'retries a refused certificate about once a minute later',
    after(out('certificate'), { failures: 10 }),
    '57500 ms: unreachable',
  ],
  ['retries a failed TLS handshake less often', after(out('handshake')), '37500 ms: unreachable'],
  ['retries a port with plain HTTP less often', after(out('plain-http')), '37500 ms: unreachable'],
  ['retries a refusing proxy less often', after(out('proxy')), '37500 ms: unreachable'],
  ['backs off without an answer in time', after({ kind: 'no-answer' }), '500 ms: unreachable'],
  ['does not follow a redirect', after({ kind: 'redirected', status: 302, answer: noAnswer }), '37500 ms: refused'],
  [
    'does not accept the page of a proxy as a stream',
    after({ kind: 'not-a-stream', contentType: 'text/html', answer: noAnswer }),
    '500 ms: not-a-stream',
  ],
  [
    'retries with refused credentials',
    after(noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer: null })),
    '33000 ms: sign-in-needed, shown as sign-in-needed',
  ],
  [
    'reads a missing secret again',
    after(noToken({ kind: 'no-grant', why: { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } } }), {
      refusals: 3,
    }),
    '132000 ms: sign-in-needed, shown as sign-in-needed',
  ],
  [
    'stops after the end of a sign-in until the user acts',
    after(noToken({ kind: 'no-grant', why: { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } } })),
    'stops: sign-in-needed',
  ],
  ['retries an issuer that is down', after(down()), '500 ms: unreachable'],
  ['waits for the Retry-After of the issuer', after(down({ retryAfterMs: 20_000 })), '21000 ms: unreachable'],
  [
    'limits a Retry-After of a year from the issuer to about 15 minutes',
    after(down({ retryAfterMs: 365 * 86_400_000 }), { refusals: 9 }),
    '945000 ms: unreachable',
  ],
  [
    'retries an issuer with a refused certificate less often',
    after(down({ tls: true }), { failures: 3 }),
    '57500 ms: unreachable',
  ],
  [
    'retries an issuer that answers with a page',
    after(noToken({ kind: 'not-oauth', code: 'HTTP 200', answer: null })),
    '500 ms: unreachable',
  ],
  [
    'treats four contested sessions as chance',
    after(attemptClosed, { contested: 4, failures: 4 }),
    '7000 ms: connection-lost',
  ],
  [
    'shows the seat as taken after five contested sessions',
    after(attemptClosed, { contested: 5, failures: 5 }),
    '35000 ms: seat-taken, shown as seat-taken',
  ],
  [
    'does not wait longer after more contested sessions',
    after(attemptClosed, { contested: 30, failures: 30, random: 0.999 }),
    '39990 ms: seat-taken, shown as seat-taken',
  ],
  [
    'reconnects immediately at a time limit on the path, which is no other subscriber',
    after(attemptClosed, { contested: 3, failures: 9, pathLimit: { kind: 'path-limit', ms: 20_100 }, random: 0.999 }),
    '199 ms: connection-lost, said as path-limit',
  ],
  [
    'reconnects immediately at a limit of silence on the path',
    after(attemptLost, { failures: 9, pathLimit: { kind: 'idle-limit', ms: 20_100 }, random: 0.999 }),
    '199 ms: connection-lost, said as idle-limit',
  ],
  [
    'backs off from an address that the proxy cannot reach, as without a proxy',
    after(outOfProxy('HTTP 503'), { failures: 6 }),
    '26250 ms: unreachable, said as unreachable',
  ],
  [
    'retries a proxy that does not allow the address less often',
    after(outOfProxy('HTTP 403')),
    '37500 ms: unreachable, said as proxy-refused',
  ],
  [
    'backs off after a bug in Watchfloor',
    after({ kind: 'consumer-failed', error: new Error('a bug') }, { failures: 3 }),
    '3500 ms: crashed',
  ],
  ['does not wait after sleep', after({ kind: 'slept' }, { failures: 0 }), '0 ms: slept'],
];

function described(step: NextStep): string {
  if (step.kind !== 'retry') return `stops: ${step.cause.reason}`;
  const shown = step.shown === 'reconnecting' ? '' : `, shown as ${step.shown}`;
  return `${step.delayMs} ms: ${step.cause.reason}${shown}${step.renewToken ? ', with a new token' : ''}`;
}

describe('the reconnect policy', () => {
  test.each(table)('%s', (_sentence, step, expected) => {
    // A row names the kind of its cause only if the reason does not decide it.
    const kind = expected.includes('said as') ? `, said as ${step.cause.kind}` : '';
    expect(described(step) + kind).toBe(expected);
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
      noToken({ kind: 'no-grant', why: { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked' } } }),
      {},
    ],
  ])('[STREAM-11] retries %s within five minutes, and at most once in half a minute', (_what, outcome, context) => {
    for (let refusals = 1; refusals < 100; refusals += 1)
      for (const random of [0, 0.999]) {
        const step = nextStep(outcome, { ...first, ...context, refusals, random });
        const waits = step.kind === 'retry' ? step.delayMs : Number.POSITIVE_INFINITY;
        expect(waits).toBeLessThan(300_000);
        expect(waits).toBeGreaterThanOrEqual(30_000);
      }
  });

  test('[STREAM-7] asks at most 24 times in ten minutes while its own request may hold the seat', () => {
    let requests = 0;
    for (let at = 0; at < 600_000; requests += 1) {
      const step = nextStep(attemptRefused(409), { ...first, ownRequest: LEFT, seatRefusals: requests + 1, random: 0 });
      at += step.kind === 'retry' ? step.delayMs : Number.POSITIVE_INFINITY;
    }
    expect(requests).toBeLessThanOrEqual(24);
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

test('keeps the answer of the service when a series of attempts shows another cause', () => {
  const answer = { ...noAnswer, status: 409 };
  const seat = { kind: 'refused', status: 409, retryAfterMs: null, answer } as const;
  expect(after(seat).cause).toMatchObject({ kind: 'seat-taken', reason: 'seat-taken', code: 'HTTP 409', answer });
  const token = { ...seat, status: 401 };
  expect(after(token, { refusals: 0 }).cause).toMatchObject({ kind: 'renewing-token', reason: 'refused', answer });
});
