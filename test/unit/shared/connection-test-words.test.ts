import { expect, test } from 'vitest';
import type { Finding, FindingDetails, FindingKey } from '../../../src-shared/api/connection-findings.ts';
import { connectionChecks } from '../../../src-shared/api/connection-test.ts';
import { checkTitles, findingWords } from '../../../src-shared/words/connection-test-words.ts';

const host = 'api.acme.example';
const code = 'ECONNRESET';
const proxy = 'proxy.acme.example:3128';
const at = { host, address: 'base', code } as const;

/** An example of each finding; good news is listed below. */
const findings: FindingDetails = {
  'no-proxy': {},
  'through-proxy': { proxy },
  'proxy-address': {},
  'proxy-settings': {},
  'proxy-unreachable': { proxy, code },
  'proxy-certificate': { proxy: null, code: 'SELF_SIGNED_CERT_IN_CHAIN' },
  'proxy-sign-in': { proxy, code: 'HTTP 407' },
  'proxy-refused': { proxy, host, code: 'HTTP 403' },
  'name-found': { hosts: [host], addresses: ['192.0.2.1'] },
  'name-not-needed': { proxy: null },
  'name-unknown': at,
  'name-server': { host, code: 'EAI_AGAIN' },
  reached: { hosts: [host], proxy },
  'not-reached': at,
  'proxy-not-reached': { host, proxy, code: 'HTTP 502' },
  'tls-none': {},
  'tls-good': { issuers: ['A Public Authority'], protocol: 'TLSv1.3' },
  'tls-inspected': { host, issuer: 'Acme Inspection CA' },
  'tls-ends-soon': { host, issuer: 'A Public Authority', days: 1 },
  'certificate-refused': { host, address: 'sign-in', issuer: 'Acme', fingerprint: 'AB:CD', code: 'CERT_HAS_EXPIRED' },
  'tls-broke-off': at,
  'plain-http': at,
  'token-given': { way: 'basic', seconds: 300, bytes: 1_140 },
  'token-of-person': { as: 'ada', bytes: 1_140 },
  'secret-first': {},
  'sign-in-first': {},
  'sign-in-ended': {},
  'secret-bound': { changed: ['issuer', 'realm'] },
  'secret-unreadable': { code: 'KEYCHAIN_UNAVAILABLE' },
  'secret-file': { path: '/run/secret', code: 'ENOENT' },
  'client-refused': { code: 'invalid_client', status: 401, way: 'basic', other: 'post' },
  'grant-refused': { code: 'unsupported_grant_type', status: 400 },
  'issuer-unreachable': { host, code: 'HTTP 503' },
  'issuer-redirects': { host, status: 308 },
  'issuer-not-oauth': { host, contentType: null, status: 404, code: 'HTTP 404' },
  'permissions-read': { domain: 'acme.europe', resources: 1 },
  'token-refused': { host, address: 'events', status: 401 },
  'permissions-forbidden': { status: 403 },
  'search-answered': { totalHits: 1234 },
  'search-forbidden': { status: 403 },
  'service-unreachable': { host, address: 'events', code },
  'service-down': { host, address: 'events', status: 503 },
  'service-not-there': { host, address: 'events', status: 404 },
  'service-redirects': { host, address: 'events', status: 302 },
  'service-refused': { host, address: 'events', status: 400 },
  'token-too-large': { host, address: 'base', status: 431 },
  'changed-on-the-way': { host, address: 'events', code: 'Z_DATA_ERROR' },
  'answer-too-large': { host, what: 'search' },
  'service-not-understood': { host, address: 'base', contentType: 'text/html' },
  'stream-open': {},
  'watched-here': { since: 1, at: 2 },
  'another-watched': { events: host },
  'watched-elsewhere': {},
  'domain-watched': {},
  'seat-taken': { status: 409 },
  'seat-unclear': { status: 409, request: { agoMs: 600_000, leftMs: 1_200_000 } },
  'stream-forbidden': { status: 403 },
  'not-a-stream': { host, contentType: null },
  'stream-no-answer': { seconds: 75, by: proxy },
  'first-event': { kind: 'SUBSCRIPTION_STARTED' },
  'held-back': { seconds: 75, by: 'Acme Inspection CA', server: null },
  'arrives-late': { seconds: 39, by: null, server: 'nginx/1.22.1' },
  'ended-at-once': { code: 'CLOSED', seconds: 0 },
  heartbeat: { seconds: 30 },
  'heartbeat-rare': { seconds: 3_600 },
  'no-heartbeat': { seconds: 75, by: null, server: null },
  'ended-early': { code: 'CLOSED', seconds: 20 },
  'clock-right': { seconds: 0 },
  'clock-off': { seconds: -7_500 },
  'clock-unknown': {},
  'not-tried': {},
  'ca-file': { expected: 'a PEM file with certificates' },
  fault: {},
};
const words = (key: FindingKey, facts: object = findings[key]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table above has them in pairs
  findingWords({ key, facts } as Finding);

const goodNews = new Set<string>([
  'no-proxy',
  'through-proxy',
  'name-found',
  'name-not-needed',
  'reached',
  'tls-none',
  'tls-good',
  'token-given',
  'token-of-person',
  'permissions-read',
  'search-answered',
  'stream-open',
  'watched-here',
  'first-event',
  'heartbeat',
  'clock-right',
  'clock-unknown',
  'not-tried',
]);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const keys = Object.keys(findings) as FindingKey[];

test.each(keys)('[TEST-1] describes "%s", with what the user can do if anything is wrong', (key) => {
  const { detail, head, remedy } = words(key);
  expect(detail).toMatch(/^\S.*\S$/);
  expect([head !== null, remedy !== null]).toEqual(goodNews.has(key) ? [false, false] : [true, true]);
  for (const sentence of [head, remedy])
    if (sentence !== null) expect(sentence).toMatch(/^["A-Za-z].*(?:[.?]|SHA-256 AB:CD)$/);
  expect([detail, head, remedy].join(' ')).not.toMatch(/undefined|null|NaN|\[object/);
});

test.each<[string, FindingKey, object, RegExp]>([
  [
    'the authority that inspects the traffic',
    'tls-inspected',
    findings['tls-inspected'],
    /issued by Acme Inspection CA: your company reads this traffic, or runs this service itself/,
  ],
  [
    'the fingerprint of an expired certificate, which an added authority would not repair',
    'certificate-refused',
    findings['certificate-refused'],
    /has expired.*fingerprint.*AB:CD/,
  ],
  [
    'the request of its own that may hold the seat, and how long',
    'seat-unclear',
    findings['seat-unclear'],
    /Either another client .*, or this Watchfloor's request of 10 min ago, which a proxy may still hold open for 20 min at most/,
  ],
  [
    'the owner of the proxy that holds back events',
    'held-back',
    findings['held-back'],
    /Ask the team that runs Acme Inspection CA/,
  ],
  [
    'the other authentication method',
    'client-refused',
    { ...findings['client-refused'], way: 'post', other: 'basic' },
    /send the secret as “basic” instead.( |$)/,
  ],
  ['the locked keychain', 'secret-unreadable', findings['secret-unreadable'], /Unlock this computer's keychain/],
  [
    'the lost key of the vault',
    'secret-unreadable',
    { code: 'VAULT_KEY_GONE' },
    /present\. Its key is gone: sign in again/,
  ],
  ['the damaged vault', 'secret-unreadable', { code: 'VAULT_DAMAGED' }, /present\. Restore vault\.db/],
  ['the damaged bindings', 'secret-unreadable', { code: 'SECRET_BINDINGS_DAMAGED' }, /Restore secret-bindings\.json/],
  ['the command that binds a secret', 'secret-bound', findings['secret-bound'], /run “watchfloor secret bind”/],
  ['the file without a secret', 'secret-file', findings['secret-file'], /\/run\/secret.*“clientSecretFile”/],
  [
    'the realm that does not exist',
    'issuer-not-oauth',
    findings['issuer-not-oauth'],
    /does not know this realm.*\/realms\//,
  ],
  [
    'the field of a token answer',
    'issuer-not-oauth',
    { host, contentType: 'application/json', status: 200, code: 'access_token' },
    /the field “access_token”.*missing or is not text/i,
  ],
  [
    'the proxy that does not answer',
    'stream-no-answer',
    findings['stream-no-answer'],
    /does not answer through proxy\.acme/,
  ],
  [
    'the delay, and the program that the answer names',
    'arrives-late',
    findings['arrives-late'],
    /events arrive up to 39 s late.*without buffering or scanning\. The answer comes from “nginx\/1\.22\.1”\./,
  ],
  [
    'the path before another client if the stream ends after some time',
    'ended-early',
    findings['ended-early'],
    /after 20 s · CLOSED.*on the way may end a stream.*another client/,
  ],
  [
    'the path before another client if nothing came before the end',
    'ended-at-once',
    { code: 'CLOSED', seconds: 20 },
    /on the way may end a stream.*another client/,
  ],
  [
    'another client before the path if the stream ends at once',
    'ended-early',
    { code: 'CLOSED', seconds: 2 },
    /Another client may be using.*a proxy cuts long answers/,
  ],
  ['the size of the token', 'token-too-large', findings['token-too-large'], /the token is too large/],
  [
    'what changes answers on the way',
    'changed-on-the-way',
    findings['changed-on-the-way'],
    /was changed on the way.*proxy, gateway or load balancer/,
  ],
  ['the clock difference in hours', 'clock-off', findings['clock-off'], /the service is 2 h behind/],
])('names %s', (_, key, facts, expected) => {
  const { detail, head, remedy } = words(key, facts);
  expect([detail, head, remedy].join(' ')).toMatch(expected);
});

test('[TEST-1] escapes and shortens a name that comes from the other side', () => {
  const poisoned = `Acme\u202E\u200B\n\u001B[31m${'x'.repeat(500)}`;
  const text = words('tls-inspected', { host, issuer: poisoned });
  expect(text.detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text.detail.length).toBeLessThan(200);
  expect(words('grant-refused', { code: poisoned, status: 400 })).toMatchObject({ detail: 'unknown', code: 'unknown' });
});

test('has a title for each check', () => {
  expect(connectionChecks.map((check) => checkTitles[check]).every((title) => title !== '')).toBe(true);
});
