import { describe, expect, test } from 'vitest';
import {
  issuerFinding,
  requestFailureFinding,
  tokenOutcome,
  refusalFinding,
  streamEnded,
  type StreamProgress,
} from '../../../../src-main/core/connection-findings/response-findings.ts';
import { clockOutcome } from '../../../../src-main/core/connection-test/clock-check.ts';
import { profileAddressesOf } from '../../../../src-main/core/connection-findings/profile-addresses.ts';
import { unreachableFinding, tlsOutcome } from '../../../../src-main/core/connection-findings/network-findings.ts';
import { streamUse } from '../../../../src-main/core/connection-test/stream-use.ts';
import { type ProbedTls, ProbeFailure } from '../../../../src-main/core/ports/connection-probe.ts';
import { ServiceFailure } from '../../../../src-main/core/ports/service-client.ts';
import type { AttemptEnd } from '../../../../src-main/core/ports/stream-client.ts';
import type { TokenRefusal } from '../../../../src-main/core/ports/token-issuer.ts';
import type { AppErrorData } from '../../../../src-shared/api/errors.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { emptyServiceResponse, type StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { someProfile } from '../../../doubles/profile.ts';

const answer = { ...emptyServiceResponse('issuer'), status: 401 } as const;
const host = 'events.example.com';
const code = 'ECONNRESET';

describe('an address that cannot be reached', () => {
  const found = (key: string, facts: object = {}) => ({ key, facts });
  const ofBase = { host: 'api.example.com', address: 'base' };
  const [place] = profileAddressesOf(someProfile);
  if (place === undefined) throw new Error('a profile has addresses');
  const proxy = 'proxy:3128';
  test.each<[ProbeFailure['about'], string, string | null, object]>([
    ['name', 'ENOTFOUND', null, found('name-unknown', { ...ofBase, code: 'ENOTFOUND' })],
    ['name', 'EAI_AGAIN', null, found('name-server', { host: 'api.example.com', code: 'EAI_AGAIN' })],
    ['network', code, null, found('not-reached', { ...ofBase, code })],
    ['time', 'TIMEOUT', null, found('not-reached', { ...ofBase, code: 'TIMEOUT' })],
    ['time', 'TIMEOUT', proxy, found('proxy-not-reached', { host: 'api.example.com', proxy, code: 'TIMEOUT' })],
    ['proxy', 'HTTP 407', proxy, found('proxy-sign-in', { proxy, code: 'HTTP 407' })],
    ['proxy', 'HTTP 403', proxy, found('proxy-refused', { proxy, host: 'api.example.com', code: 'HTTP 403' })],
    ['proxy', 'HTTP 504', proxy, found('proxy-not-reached', { host: 'api.example.com', proxy, code: 'HTTP 504' })],
    ['proxy', 'ENOTFOUND', proxy, found('proxy-unreachable', { proxy, code: 'ENOTFOUND' })],
    [
      'proxy',
      'SELF_SIGNED_CERT_IN_CHAIN',
      proxy,
      found('proxy-certificate', { proxy, code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    ],
    ['proxy', 'ECONNREFUSED', null, found('proxy-unreachable', { proxy: null, code: 'ECONNREFUSED' })],
    ['proxy', 'PROXY_ADDRESS', null, found('proxy-address')],
    ['proxy', 'PROXY_SETTINGS', null, found('proxy-settings')],
    ['handshake', code, proxy, found('tls-broke-off', { ...ofBase, code })],
    ['plain-http', code, null, found('plain-http', { ...ofBase, code })],
    [
      'certificate',
      'CERT_X',
      null,
      found('certificate-refused', { ...ofBase, issuer: 'A', fingerprint: 'F', code: 'CERT_X' }),
    ],
  ])('has its own finding for the problem %s with code %s through the proxy %s', (about, failed, through, expected) => {
    const facts = { about, code: failed, detail: '', issuer: 'A', fingerprint: 'F' };
    expect(unreachableFinding(new ProbeFailure(facts), place, through)).toEqual(expected);
  });
});

describe('an accepted certificate', () => {
  const now = Date.UTC(2026, 0, 1);
  const days = (count: number) => now + count * 86_400_000;
  const good: ProbedTls = {
    protocol: 'TLSv1.3',
    issuer: 'P',
    subject: 's',
    validTo: days(90),
    fingerprint: 'F',
    isAddedAuthority: false,
  };
  const found = (...all: (Partial<ProbedTls> | null)[]) =>
    tlsOutcome(
      profileAddressesOf(someProfile)
        .slice(0, all.length)
        .map((target, index) => ({ target, tls: all[index] === null ? null : { ...good, ...all[index] } })),
      now,
    );
  test.each<[string, ReturnType<typeof tlsOutcome>, object]>([
    ['no TLS', found(null), { state: 'good', finding: { key: 'tls-none', facts: {} } }],
    [
      'a public authority',
      found({}, { issuer: 'Q' }, {}),
      { state: 'good', finding: { key: 'tls-good', facts: { issuers: ['P', 'Q'], protocol: 'TLSv1.3' } } },
    ],
    [
      'an added authority at the second address',
      found({}, { isAddedAuthority: true, issuer: 'I' }),
      { state: 'warned', finding: { key: 'tls-inspected', facts: { host, issuer: 'I' } } },
    ],
    ['an end in 14 days', found({ validTo: days(14) }), { state: 'good' }],
    [
      'an end in less than 14 days',
      found({ validTo: days(13.5) }),
      { state: 'warned', finding: { key: 'tls-ends-soon', facts: { host: 'api.example.com', issuer: 'P', days: 13 } } },
    ],
    [
      'an added authority and an end soon',
      found({ validTo: days(2), isAddedAuthority: true }),
      { state: 'warned', finding: { key: 'tls-inspected' } },
    ],
  ])('[TEST-1] is reported for the case: %s', (_, outcome, expected) => {
    expect(outcome).toMatchObject(expected);
  });
});

test('[TEST-1] checks one port that has an http and an https address in both ways', () => {
  const [baseUrl, authUrl] = ['http://127.0.0.1:4010', 'https://127.0.0.1:4010'];
  const addresses = profileAddressesOf({ ...someProfile, baseUrl, eventsUrl: baseUrl, authUrl });
  expect(addresses.map(({ name, url }) => [name, url])).toEqual([
    ['base', baseUrl],
    ['sign-in', authUrl],
  ]);
});

describe('a missing token', () => {
  const personal = { ...someProfile, flow: 'authorizationCode' } as const;
  const refused = (about: 'client' | 'request', error: string): TokenRefusal => ({
    kind: 'refused',
    about,
    code: error,
    answer,
  });
  const noGrant = (why: AppErrorData): TokenRefusal => ({ kind: 'no-grant', why });
  test.each<[TokenRefusal, typeof someProfile, string, string]>([
    [refused('client', 'invalid_client'), someProfile, 'failed', 'client-refused'],
    [refused('request', 'invalid_scope'), someProfile, 'failed', 'grant-refused'],
    [refused('request', 'invalid_grant'), personal, 'failed', 'sign-in-ended'],
    [noGrant({ code: 'NO_SECRET', facts: { profile: 'p', problem: 'none' } }), someProfile, 'skipped', 'secret-first'],
    [
      noGrant({
        code: 'NO_SECRET',
        facts: { profile: 'p', problem: 'file-unreadable', path: '/s', systemCode: 'EACCES' },
      }),
      someProfile,
      'failed',
      'secret-file',
    ],
    [noGrant({ code: 'SIGNED_OUT', facts: { profile: 'p', problem: 'never' } }), personal, 'skipped', 'sign-in-first'],
    [noGrant({ code: 'SIGNED_OUT', facts: { profile: 'p', problem: 'ended' } }), personal, 'failed', 'sign-in-ended'],
    [
      noGrant({ code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'locked' } }),
      someProfile,
      'failed',
      'secret-unreadable',
    ],
    [
      { kind: 'unavailable', code: 'HTTP 503', tls: false, retryAfterMs: null, answer: null },
      someProfile,
      'failed',
      'issuer-unreachable',
    ],
    [
      { kind: 'not-oauth', code: 'HTTP 404', answer: { ...answer, status: 404 } },
      someProfile,
      'failed',
      'issuer-not-oauth',
    ],
  ])('has its own state and finding: %o', (refusal, profile, state, key) => {
    expect(tokenOutcome(refusal, profile)).toMatchObject({ state, finding: { key } });
  });

  test.each(['basic', 'post'] as const)(
    '[TEST-1] names the other authentication method if the client is refused with %s',
    (way) => {
      const profile = { ...someProfile, clientAuthentication: way };
      expect(tokenOutcome(refused('client', 'invalid_client'), profile).finding.facts).toEqual({
        code: 'invalid_client',
        status: 401,
        way,
        other: way === 'basic' ? 'post' : 'basic',
      });
    },
  );
});

test.each([
  [401, 'token-refused'],
  [302, 'service-redirects'],
  [404, 'service-not-there'],
  [429, 'service-down'],
  [503, 'service-down'],
  [400, 'service-refused'],
  [431, 'token-too-large'],
  [400, 'token-too-large', '<center>Request Header Or Cookie Too Large</center>'],
])('reports HTTP %i of the service with its own finding', (status, key, text = '') => {
  for (const what of ['permissions', 'search'] as const)
    expect(refusalFinding(what, { status, text }, someProfile)).toMatchObject({ key });
});

test.each(['Z_DATA_ERROR', 'ERR__ERROR_FORMAT_PADDING_1', 'ZSTD_error_prefix_unknown'])(
  '[STREAM-32] reports an answer of the service or the issuer that was changed on the way: %s',
  (changed) => {
    const failure = new ServiceFailure({ code: changed, about: 'network', detail: '' });
    const found = (address: string, place: string) => ({
      key: 'changed-on-the-way',
      facts: { host: place, address, code: changed },
    });
    expect(requestFailureFinding('search', failure, someProfile)).toEqual(found('base', 'api.example.com'));
    const refusal = { kind: 'unavailable', code: changed, about: 'network', tls: false, retryAfterMs: null } as const;
    const { authUrl } = someProfile;
    expect(issuerFinding({ ...refusal, answer: null }, someProfile)).toEqual(found('sign-in', new URL(authUrl).host));
  },
);

test('names a missing permission to search, and one to read permissions, by different findings', () => {
  expect(refusalFinding('search', { status: 403, text: '' }, someProfile).key).toBe('search-forbidden');
  expect(refusalFinding('permissions', { status: 403, text: '' }, someProfile).key).toBe('permissions-forbidden');
});

describe('a stream that ends the test', () => {
  const stream = { ...answer, from: 'stream' } as const;
  const closed: AttemptEnd = { kind: 'closed', retryMs: null, cutBytes: 0 };
  const refused = (status: number): AttemptEnd => ({ kind: 'refused', status, retryAfterMs: null, answer: stream });
  test.each<[string, AttemptEnd | 'late', StreamProgress, string]>([
    ['does not answer', 'late', 'asked', 'stream-no-answer'],
    ['opens and sends nothing', 'late', 'open', 'held-back'],
    ['opens and becomes silent', { kind: 'silent', retryMs: null }, 'open', 'held-back'],
    ['sends events but no heartbeat', 'late', 'events', 'no-heartbeat'],
    ['closes immediately', closed, 'open', 'ended-at-once'],
    ['is cut off', { kind: 'lost', code, answer: stream, retryMs: null }, 'events', 'ended-early'],
    ['is in use (409)', refused(409), 'asked', 'seat-taken'],
    ['is in use (423)', refused(423), 'asked', 'seat-taken'],
    ['is forbidden', refused(403), 'asked', 'stream-forbidden'],
    ['refuses the token', refused(401), 'asked', 'token-refused'],
    ['does not exist', refused(404), 'asked', 'service-not-there'],
    ['is down', refused(500), 'asked', 'service-down'],
    ['refuses a large token', refused(431), 'asked', 'token-too-large'],
    ...(['asked', 'open', 'events'] as const).map((reach): [string, AttemptEnd, StreamProgress, string] => [
      `is changed on the way (${reach})`,
      { kind: 'lost', code: 'Z_DATA_ERROR', answer: stream, retryMs: null },
      reach,
      'changed-on-the-way',
    ]),
    ['redirects', { kind: 'redirected', status: 302, answer: stream }, 'asked', 'service-redirects'],
    ['is an HTML page', { kind: 'not-a-stream', contentType: 'text/html', answer: stream }, 'asked', 'not-a-stream'],
    [
      'cannot be reached',
      { kind: 'unreachable', code, about: 'network', answer: stream },
      'asked',
      'service-unreachable',
    ],
    ['meets a bug in Watchfloor', { kind: 'consumer-failed', error: new Error('x') }, 'events', 'fault'],
  ])('[STREAM-32] has its own finding if it %s', (_, end, reach, key) => {
    expect(
      streamEnded(end, reach, { profile: someProfile, seconds: 75, openSeconds: 20, by: null, server: null }).key,
    ).toBe(key);
  });
});

describe('[TEST-1] the use of the stream by a test', () => {
  const watching: StreamStatus = { kind: 'watching', since: 1, lastEventAt: 2, lastHeartbeatAt: null };
  const blind: StreamStatus = { kind: 'blind', since: 1, cause: null, attempt: 1, nextAttemptAt: null };
  const stopped: StreamStatus = { kind: 'stopped', since: 1 };
  const watch = (
    changes: Partial<typeof someProfile> = {},
    status: StreamStatus = watching,
    domain: string | null = 'acme',
  ) => ({
    profile: { ...someProfile, ...changes },
    tokens: { accessToken: async () => '', reject: () => undefined, validUntil: () => null },
    status: () => status,
    domain: () => domain,
    retryNow: () => undefined,
  });
  const other = { id: profileIdSchema.parse('acme-nordics') };
  const elsewhere = { eventsUrl: 'https://other.example.com' };
  test.each<[string, readonly ReturnType<typeof watch>[], string | null, boolean, string]>([
    ['no watch is open', [], 'acme', false, 'free'],
    ['this profile is watched', [watch()], 'acme', true, 'here'],
    ['this profile is watched at another address', [watch(elsewhere)], 'acme', true, 'another'],
    ['this profile is open and blind', [watch({}, blind)], 'acme', true, 'free'],
    ['another profile watches this domain', [watch(other)], 'acme', false, 'domain'],
    ['another profile watches what may be this domain', [watch(other, watching, null)], 'acme', false, 'domain'],
    ['another profile watches another domain', [watch(other)], 'nordwind', false, 'free'],
    ['another profile watches another address', [watch({ ...other, ...elsewhere })], 'acme', false, 'free'],
    ['another process watches', [], 'acme', true, 'elsewhere'],
    ['another process watches what can only be read here', [watch({}, stopped)], 'acme', true, 'elsewhere'],
  ])('depends on who watches: %s', (_, watches, domain, isElsewhere, kind) => {
    expect(streamUse(someProfile, domain, watches, () => isElsewhere).kind).toBe(kind);
  });
});

test.each([
  [[], 'skipped', 'clock-unknown', undefined],
  [[400, -900], 'good', 'clock-right', -1],
  [[500, 59_000], 'good', 'clock-right', 59],
  [[500, -61_000], 'warned', 'clock-off', -61],
])('reports clocks that differ by %j ms', (offsets, state, key, seconds) => {
  expect(clockOutcome(offsets)).toEqual({ state, finding: { key, facts: seconds === undefined ? {} : { seconds } } });
});
