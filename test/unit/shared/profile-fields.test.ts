import { describe, expect, test } from 'vitest';
import {
  checkAddress,
  checkClientId,
  checkDays,
  checkHeartbeatSeconds,
  checkName,
  checkPath,
  checkProxy,
  checkRealm,
  checkStatusPage,
  type FieldCheck,
  realmIn,
} from '../../../src-shared/domain/profile/profile-fields.ts';

/** Prints `value`, `value - removed text`, or `problem -> suggestion`. */
function printed(check: FieldCheck): string {
  if (check.kind === 'good') return check.removedText === null ? check.value : `${check.value} - ${check.removedText}`;
  return check.suggestion === null ? check.problem : `${check.problem} -> ${check.suggestion}`;
}

describe('[PROFILE-1] an address is normalized, or refused with a problem and a suggestion', () => {
  test.each([
    // Other notations of the same address.
    ['https://api.acme.example', 'https://api.acme.example'],
    ['  https://api.acme.example/ \n', 'https://api.acme.example'],
    ['\u200Bhttps://api.acme.example//\uFEFF', 'https://api.acme.example'],
    ['HTTPS://API.Acme.Example:443/', 'https://api.acme.example'],
    ['https://api.acme.example:8443/gateway/', 'https://api.acme.example:8443/gateway'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    // The address of a complete endpoint.
    [
      'https://api.acme.example/iot-connect/subscription-inventory/v2/search',
      'https://api.acme.example - /iot-connect/subscription-inventory/v2/search',
    ],
    [
      'https://acme.example/gw/identity-access-management/token-permissions?x=1#y',
      'https://acme.example/gw - /identity-access-management/token-permissions',
    ],
    ['api.acme.example/', 'no-scheme -> https://api.acme.example'],
    ['api.acme.example:8443', 'no-scheme -> https://api.acme.example:8443'],
    ['//api.acme.example', 'no-scheme -> https://api.acme.example'],
    ['localhost:8080', 'no-scheme -> http://localhost:8080'],
    ['https//api.acme.example', 'misspelt-scheme -> https://api.acme.example'],
    ['htps://api.acme.example', 'misspelt-scheme -> https://api.acme.example'],
    ['https:/api.acme.example', 'misspelt-scheme -> https://api.acme.example'],
    ['https;//api.acme.example', 'misspelt-scheme -> https://api.acme.example'],
    ['https:\\\\api.acme.example', 'misspelt-scheme -> https://api.acme.example'],
    ['ftp://api.acme.example', 'other-scheme'],
    ['file:///etc/passwd', 'other-scheme'],
    ['javascript:alert(1)', 'not-an-address'],
    // A token would be sent unencrypted or to another server.
    ['http://api.acme.example/', 'foreign-http -> https://api.acme.example'],
    ['http://127.0.0.1.evil.example', 'foreign-http -> https://127.0.0.1.evil.example'],
    ['https://me:hunter2@api.acme.example', 'user-inside -> https://api.acme.example'],
    ['https://api.acme.example@evil.example', 'user-inside -> https://evil.example'],
    ['https://api.acme.example/?tenant=acme', 'query-inside -> https://api.acme.example'],
    ['https://api.acme.example#top', 'query-inside -> https://api.acme.example'],
    ['https://api.acme.example\\@evil.example', 'unfit-characters -> https://api.acme.example/@evil.example'],
    ['https://api.ac\u202Eme.example', 'not-an-address'],
    ['https://api.ac\u200Bme.example', 'unfit-characters -> https://api.acme.example'],
    ['https://', 'not-an-address'],
    ['https://api acme example', 'not-an-address'],
    ['https://api.acme.example:99999', 'not-an-address'],
    [`https://${'a'.repeat(2_000)}`, 'too-long'],
    ['', 'empty'],
    [' \u200B ', 'empty'],
  ])('from %j', (typed, expected) => {
    expect(printed(checkAddress('baseUrl', typed))).toBe(expected);
  });

  test.each([
    ['eventsUrl', 'https://events.acme.example/connect/subscribe', 'https://events.acme.example - /connect/subscribe'],
    [
      'eventsUrl',
      'https://events.acme.example/connect/subscribe?x',
      'https://events.acme.example - /connect/subscribe',
    ],
    ['eventsUrl', 'https://acme.example/disconnect', 'https://acme.example/disconnect'],
    ['authUrl', 'https://auth.acme.example/auth', 'https://auth.acme.example - /auth'],
    [
      'authUrl',
      'https://auth.acme.example/auth/realms/iot/protocol/openid-connect/token',
      'https://auth.acme.example - /auth/realms/iot/protocol/openid-connect/token',
    ],
    ['authUrl', 'https://acme.example/sso/realms/iot', 'https://acme.example/sso - /realms/iot'],
    ['baseUrl', 'https://acme.example/auth', 'https://acme.example/auth'],
  ] as const)('loses in %s the path that Watchfloor adds itself: %s', (field, typed, expected) => {
    expect(printed(checkAddress(field, typed))).toBe(expected);
  });

  test('and the normalized address stays the same when it is checked again', () => {
    for (const typed of ['https://BÜCHER.example:443/a%20b/', 'http://[::1]:80/', 'https://a.example/x/../y//']) {
      const first = checkAddress('authUrl', typed);
      if (first.kind !== 'good') throw new Error(typed);
      expect(checkAddress('authUrl', first.value)).toEqual({ ...first, removedText: null });
    }
  });
});

test.each([
  ['https://auth.acme.example/auth/realms/iot/protocol/openid-connect/auth?x=1', 'iot'],
  ['https://auth.acme.example/realms/acme%20iot', null],
  ['https://auth.acme.example/realms/%E4%BD%A0', '你'],
  ['https://auth.acme.example/realms/%E4%', null],
  ['https://auth.acme.example/realms/', null],
  ['https://auth.acme.example/realms/%2e%2e/x', null],
  ['/auth/realms/iot/', 'iot'],
  ['iot', null],
])('finds the realm in the entered address %j', (address, realm) => {
  expect(realmIn(address)).toBe(realm);
});

test.each<[string, (typed: string) => FieldCheck, string, string]>([
  ['a name', checkName, ' Acme  Europe ', 'Acme  Europe'],
  ['a name', checkName, ' ', 'empty'],
  ['a name', checkName, 'a'.repeat(81), 'too-long'],
  ['a name', checkName, 'a\nb', 'unfit-characters'],
  ['a name', checkName, 'practice', 'reserved'],
  ['a realm', checkRealm, ' iot ', 'iot'],
  ['a realm', checkRealm, '', 'empty'],
  ['a realm', checkRealm, 'https://auth.acme.example/auth/realms/iot', 'address-inside -> iot'],
  ['a realm', checkRealm, 'a/b', 'unfit-characters'],
  ['a realm', checkRealm, '..', 'unfit-characters'],
  ['a client id', checkClientId, ' watchfloor ', 'watchfloor'],
  ['a client id', checkClientId, '', 'empty'],
  ['a client id', checkClientId, 'a\u0000b', 'unfit-characters'],
  ['a heartbeat', checkHeartbeatSeconds, '30', '30'],
  ['a heartbeat', checkHeartbeatSeconds, '0,5', '0.5'],
  ['a heartbeat', checkHeartbeatSeconds, '0', 'out-of-range'],
  ['a heartbeat', checkHeartbeatSeconds, '1e3', 'not-a-number'],
  ['a heartbeat', checkHeartbeatSeconds, '0x10', 'not-a-number'],
  ['days', checkDays, '365', '365'],
  ['days', checkDays, '0.5', 'out-of-range'],
  ['days', checkDays, '36501', 'out-of-range'],
  ['days', checkDays, '', 'empty'],
  ['a proxy', checkProxy, 'environment', 'environment'],
  ['a proxy', checkProxy, 'none', 'none'],
  ['a proxy', checkProxy, 'proxy.acme.example:3128', 'http://proxy.acme.example:3128'],
  ['a proxy', checkProxy, 'https://proxy.acme.example/', 'https://proxy.acme.example'],
  ['a proxy', checkProxy, 'http://me:hunter2@proxy.acme.example', 'user-inside -> http://proxy.acme.example'],
  ['a proxy', checkProxy, 'me:hunter2@proxy.acme.example', 'user-inside -> http://proxy.acme.example'],
  ['a proxy', checkProxy, 'http://proxy.acme.example/proxy.pac', 'path-inside -> http://proxy.acme.example'],
  ['a proxy', checkProxy, 'socks5://proxy.acme.example', 'other-scheme'],
  [
    'a status page',
    checkStatusPage,
    ' https://Status.acme.example/history.atom#a ',
    'https://status.acme.example/history.atom',
  ],
  ['a status page', checkStatusPage, 'https://e.com/feed?page=1', 'https://e.com/feed?page=1'],
  ['a status page', checkStatusPage, 'http://127.0.0.1:8080/feed', 'http://127.0.0.1:8080/feed'],
  ['a status page', checkStatusPage, 'http://e.com/feed?a=b', 'foreign-http -> https://e.com/feed?a=b'],
  ['a status page', checkStatusPage, 'status.e.com/feed', 'no-scheme -> https://status.e.com/feed'],
  ['a status page', checkStatusPage, 'htps://e.com/feed', 'misspelt-scheme -> https://e.com/feed'],
  ['a status page', checkStatusPage, 'ftp://e.com/feed', 'other-scheme'],
  ['a status page', checkStatusPage, 'https://me:hunter2@e.com/feed', 'user-inside -> https://e.com/feed'],
  ['a status page', checkStatusPage, 'https://e.com/a b', 'unfit-characters -> https://e.com/a%20b'],
  ['a path', checkPath, ' /etc/ssl/acme.pem ', '/etc/ssl/acme.pem'],
  ['a path', checkPath, String.raw`C:\certs\acme.pem`, String.raw`C:\certs\acme.pem`],
  ['a path', checkPath, 'acme.pem', 'not-absolute'],
  ['a path', checkPath, '~/acme.pem', 'not-absolute'],
  ['a path', checkPath, '', 'empty'],
])('checks %s: %#', (_field, check, typed, expected) => {
  expect(printed(check(typed))).toBe(expected);
});

test('marks a field that is still empty', () => {
  const checks = [checkName, checkRealm, checkClientId, checkDays, checkProxy, checkPath, checkStatusPage];
  expect(checks.map((check) => check(' ')).filter((check) => check.kind !== 'wrong' || !check.isEmpty)).toEqual([]);
});

test('repeats no value of a field in its suggestion, because it may be a secret', () => {
  const wrong = [
    checkAddress('authUrl', 'https://me:hunter2@auth.acme.example'),
    checkRealm('hunter2/x'),
    checkProxy('http://me:hunter2@proxy.acme.example'),
    checkClientId('hunter2\n2'),
  ];
  expect(JSON.stringify(wrong)).not.toContain('hunter2');
});
