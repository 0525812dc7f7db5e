import { describe, expect, test } from 'vitest';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { AttemptOutcome } from '../../../../src-main/core/stream/attempt-outcome.ts';
import { causeOf, failedHost } from '../../../../src-main/core/stream/cause.ts';
import type { AppErrorData } from '../../../../src-shared/api/errors.ts';
import type { InterruptionCause, ServiceResponse } from '../../../../src-shared/api/stream/stream-status.ts';
import {
  attemptClosed,
  attemptLost,
  attemptUnreachable,
  noAnswer,
  attemptRefused,
} from '../../../doubles/watched-stream.ts';

const answer: ServiceResponse = { ...noAnswer, status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' };
const out = (about: Extract<AttemptOutcome, { kind: 'unreachable' }>['about']): AttemptOutcome => ({
  kind: 'unreachable',
  code: 'X',
  about,
  answer: noAnswer,
});
const noToken = (refusal: TokenRefusal): AttemptOutcome => ({ kind: 'no-token', refusal });
type About = 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy';
const unavailable = (code: string, about: About = 'network'): AttemptOutcome =>
  noToken({ kind: 'unavailable', code, tls: false, about, retryAfterMs: null, answer });

const table: [
  outcome: AttemptOutcome,
  kind: InterruptionCause['kind'],
  reason: InterruptionCause['reason'],
  code: string,
][] = [
  [attemptClosed, 'closed', 'connection-lost', 'CLOSED'],
  [attemptLost, 'cut', 'connection-lost', 'ECONNRESET'],
  [{ ...attemptLost, code: 'Z_DATA_ERROR' }, 'changed-on-the-way', 'connection-lost', 'Z_DATA_ERROR'],
  [{ ...attemptLost, code: 'Z_BUF_ERROR' }, 'cut', 'connection-lost', 'Z_BUF_ERROR'],
  [unavailable('Z_DATA_ERROR'), 'changed-on-the-way', 'unreachable', 'Z_DATA_ERROR'],
  [{ kind: 'silent', retryMs: null }, 'silent', 'silent', 'SILENT'],
  [{ kind: 'no-answer' }, 'no-answer', 'unreachable', 'NO_ANSWER'],
  [out('network'), 'unreachable', 'unreachable', 'X'],
  [out('handshake'), 'unreachable', 'unreachable', 'X'],
  [out('certificate'), 'certificate', 'unreachable', 'X'],
  [out('plain-http'), 'plain-http', 'unreachable', 'X'],
  [out('proxy'), 'proxy-refused', 'unreachable', 'X'],
  [{ ...attemptUnreachable, about: 'proxy', code: 'HTTP 403' }, 'proxy-refused', 'unreachable', 'HTTP 403'],
  [{ ...attemptUnreachable, about: 'proxy', code: 'HTTP 500' }, 'unreachable', 'unreachable', 'HTTP 500'],
  [{ ...attemptUnreachable, about: 'proxy', code: 'HTTP 503' }, 'unreachable', 'unreachable', 'HTTP 503'],
  [{ kind: 'redirected', status: 302, answer }, 'redirected', 'refused', 'HTTP 302'],
  [attemptRefused(400), 'request-refused', 'refused', 'HTTP 400'],
  [attemptRefused(401), 'token-refused', 'sign-in-needed', 'HTTP 401'],
  [attemptRefused(403), 'forbidden', 'refused', 'HTTP 403'],
  [attemptRefused(407), 'proxy-refused', 'unreachable', 'HTTP 407'],
  [attemptRefused(408), 'service-down', 'refused', 'HTTP 408'],
  [attemptRefused(409), 'seat-taken', 'seat-taken', 'HTTP 409'],
  [attemptRefused(423), 'seat-taken', 'seat-taken', 'HTTP 423'],
  [attemptRefused(429), 'slow-down', 'refused', 'HTTP 429'],
  [attemptRefused(503), 'service-down', 'refused', 'HTTP 503'],
  [unavailable('ENOTFOUND'), 'issuer-unreachable', 'unreachable', 'ENOTFOUND'],
  [unavailable('HTTP 407', 'proxy'), 'proxy-refused', 'unreachable', 'HTTP 407'],
  [unavailable('HTTP 502', 'proxy'), 'issuer-unreachable', 'unreachable', 'HTTP 502'],
  [unavailable('SELF_SIGNED_CERT_IN_CHAIN', 'certificate'), 'certificate', 'unreachable', 'SELF_SIGNED_CERT_IN_CHAIN'],
  [
    unavailable('ERR_SSL_WRONG_VERSION_NUMBER', 'plain-http'),
    'plain-http',
    'unreachable',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ],
  [noToken({ kind: 'not-oauth', code: 'HTTP 200', answer }), 'issuer-not-oauth', 'unreachable', 'HTTP 200'],
  [
    noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer }),
    'client-refused',
    'sign-in-needed',
    'invalid_client',
  ],
  [
    noToken({ kind: 'refused', about: 'request', code: 'unauthorized_client', answer }),
    'grant-refused',
    'sign-in-needed',
    'unauthorized_client',
  ],
  [{ kind: 'consumer-failed', error: new Error('a bug') }, 'fault', 'crashed', 'FAULT'],
  [{ kind: 'slept' }, 'slept', 'slept', 'SLEPT'],
];

const HEADER_TOO_LARGE = [
  '<head><title>400 Request Header Or Cookie Too Large</title></head>',
  'Size of a request header field exceeds server limit.',
  '<b>Message</b> Request header is too large</p>',
  'HTTP Error 400. The size of the request headers is too long.',
];
test.each<[status: number, body: string | null, kind: InterruptionCause['kind']]>([
  [431, null, 'token-too-large'],
  [431, '<html>', 'token-too-large'],
  ...HEADER_TOO_LARGE.map((body): [number, string, 'token-too-large'] => [400, body, 'token-too-large']),
  [400, null, 'request-refused'],
  [400, 'The plain HTTP request was sent to HTTPS port', 'request-refused'],
  [400, 'bad request header', 'request-refused'],
  [413, 'Request Entity Too Large', 'request-refused'],
  [503, HEADER_TOO_LARGE[0] ?? '', 'service-down'],
])('[NET-4] maps HTTP %i with %j to %s', (status, body, kind) => {
  const refused = attemptRefused(status);
  expect(causeOf({ ...refused, answer: { ...refused.answer, body } }, false).kind).toBe(kind);
});

test.each(table)('maps %j to the cause %s', (outcome, kind, reason, code) => {
  expect(causeOf(outcome, false)).toMatchObject({ kind, reason, code, error: null });
});

describe('[NET-4] the host that failed, without a path', () => {
  const addresses = { eventsUrl: 'https://events.example:8443/a?b', authUrl: 'https://auth.example/auth' };
  const ofProxy = { kind: 'unreachable', code: 'X', about: 'proxy', proxy: 'proxy.example:3128', answer } as const;
  test.each<[string | null, AttemptOutcome]>([
    ['events.example:8443', attemptClosed],
    ['events.example:8443', attemptLost],
    ['events.example:8443', { kind: 'no-answer' }],
    ['events.example:8443', out('network')],
    ['events.example:8443', out('certificate')],
    ['events.example:8443', attemptRefused(503)],
    ['proxy.example:3128', ofProxy],
    [null, { ...ofProxy, proxy: null }],
    ['proxy.example:3128', { ...ofProxy, code: 'HTTP 407' }],
    ['events.example:8443', { ...ofProxy, code: 'HTTP 403' }],
    ['events.example:8443', { ...ofProxy, code: 'HTTP 503' }],
    [null, attemptRefused(407)],
    ['auth.example', unavailable('ENOTFOUND')],
    ['auth.example', noToken({ kind: 'refused', about: 'client', code: 'invalid_client', answer })],
    ['proxy.example:3128', noToken({ ...ofProxy, kind: 'unavailable', tls: false, retryAfterMs: null })],
    [null, noToken({ kind: 'no-grant', why: { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } } })],
    [null, { kind: 'slept' }],
  ])('is %s of %j', (host, outcome) => expect(failedHost(outcome, addresses)).toBe(host));
});

test.each([
  ['HTTP 403', 'proxy.example:3128'],
  ['HTTP 503', 'proxy.example:3128'],
  ['HTTP 407', undefined],
  ['ECONNREFUSED', undefined],
])('names the proxy that answered %s about the address: %s', (code, proxy) => {
  const failed = { about: 'proxy', code, proxy: 'proxy.example:3128', answer } as const;
  const outcomes: AttemptOutcome[] = [
    { kind: 'unreachable', ...failed },
    noToken({ kind: 'unavailable', tls: false, retryAfterMs: null, ...failed }),
  ];
  expect(outcomes.map((outcome) => causeOf(outcome, false).proxy)).toEqual([proxy, proxy]);
});

test('gives the reason if there is no grant', () => {
  const why: AppErrorData = { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'none' } };
  expect(causeOf(noToken({ kind: 'no-grant', why }), false)).toEqual({
    kind: 'no-grant',
    reason: 'sign-in-needed',
    code: 'NO_SECRET',
    host: null,
    error: why,
    answer: null,
  });
});

describe('a response that is not a stream has its media type as the code', () => {
  test.each<[contentType: string | null, code: string]>([
    ['text/html', 'text/html'],
    ['text/html; charset=utf-8', 'text/html'],
    ['application/vnd.api+json;v="1"', 'application/vnd.api+json'],
    [null, 'no content type'],
    ['', 'no content type'],
    ['html', 'no content type'],
    ['<script>alert(1)</script>/html', 'no content type'],
    ['\u202Etext/html', 'no content type'],
    [`${'a'.repeat(61)}/html`, 'no content type'],
    ['text/html\r\nSet-Cookie: a=b', 'text/html'],
    ['text/html\u001b[2J', 'text/html'],
    ['text/html<script>', 'text/html'],
    [`text/${'x'.repeat(500)}`, `text/${'x'.repeat(60)}`],
  ])('%j', (contentType, code) => {
    expect(causeOf({ kind: 'not-a-stream', contentType, answer }, false)).toEqual({
      kind: 'not-a-stream',
      reason: 'not-a-stream',
      code,
      host: null,
      error: null,
      answer,
    });
  });
});

describe('an announced end of the session', () => {
  test.each([attemptClosed, attemptLost, { kind: 'silent', retryMs: null } as const])('explains %j', (outcome) => {
    expect(causeOf(outcome, true)).toMatchObject({ kind: 'session-ended', reason: 'session-expired' });
  });

  test('does not explain a failure to connect again', () => {
    expect(causeOf(out('network'), true)).toEqual(causeOf(out('network'), false));
  });
});
