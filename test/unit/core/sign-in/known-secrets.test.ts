import { expect, test } from 'vitest';
import { KnownSecrets, secretRecordingIssuer } from '../../../../src-main/core/sign-in/known-secrets.ts';
import type { TokenIssuer } from '../../../../src-main/core/ports/token-issuer.ts';
import { someProfile } from '../../../doubles/profile.ts';

const SECRET = 'a secret: of "many" kinds/1234567890';

test.each([
  ['completely', `boom ${SECRET} boom`, 'boom [redacted] boom'],
  ['twice', `${SECRET} and ${SECRET}`, '[redacted] and [redacted]'],
  [
    'cut off by a parser',
    `Unexpected token 'a', "a secret: of..." is not valid JSON`,
    `Unexpected token 'a', "[redacted]" is not valid JSON`,
  ],
  ['in JSON', JSON.stringify({ given: SECRET }), '{"given":"[redacted]"}'],
  [
    'in an address',
    `https://x.example/?given=${encodeURIComponent(SECRET)}&y=1`,
    'https://x.example/?given=[redacted]&y=1',
  ],
  ['not at all', 'the stream ended with HTTP 503', 'the stream ended with HTTP 503'],
])('removes a known secret from a text that contains it %s', (_, text, expected) => {
  const knownSecrets = new KnownSecrets();
  knownSecrets.add(SECRET);
  expect(knownSecrets.redact(text)).toBe(expected);
});

test('ignores values too short to be a secret', () => {
  const knownSecrets = new KnownSecrets();
  knownSecrets.add('error');
  knownSecrets.add(null);
  expect(knownSecrets.redact('an error')).toBe('an error');
});

test('remembers the newest secrets, and counts one that is used again as new', () => {
  const knownSecrets = new KnownSecrets();
  const secret = (nth: number) => `${String(nth).padStart(6, '0')}-is-the-secret`;
  knownSecrets.add(secret(0));
  for (let nth = 1; nth < 1_000; nth += 1) {
    knownSecrets.add(secret(nth));
    knownSecrets.add(secret(0));
  }
  expect([0, 1, 999].map((nth) => knownSecrets.redact(secret(nth)))).toEqual(['[redacted]', secret(1), '[redacted]']);
});

test('learns every secret that is sent to an issuer or received from it', async () => {
  const knownSecrets = new KnownSecrets();
  const tokens = { accessToken: 'access-token-1', refreshToken: 'refresh-token-2', expiresInSeconds: null };
  const issuer: TokenIssuer = {
    clientCredentials: async () => tokens,
    refresh: async () => ({ ...tokens, accessToken: 'renewed-token-3' }),
    authorization: async () => ({
      address: 'https://issuer.example/auth',
      exchange: async () => ({ ...tokens, accessToken: 'personal-token-4', as: null }),
    }),
    revoke: async () => 'revoked',
  };
  const overheard = secretRecordingIssuer(issuer, knownSecrets);
  const signal = new AbortController().signal;
  const profile = someProfile;
  await overheard.clientCredentials(profile, 'client-secret-5', signal);
  await overheard.refresh(profile, null, 'used-refresh-6', signal);
  const request = { profile, clientSecret: null, redirectUri: 'http://127.0.0.1:1/callback', state: 'state' };
  const authorization = await overheard.authorization(request);
  await authorization.exchange(new URL('http://127.0.0.1:1/callback?code=the-code-number-7&state=state'), signal);
  await overheard.revoke(profile, null, 'revoked-refresh-8', signal);
  const all = [
    'access-token-1',
    'refresh-token-2',
    'renewed-token-3',
    'personal-token-4',
    'client-secret-5',
    'used-refresh-6',
    'the-code-number-7',
    'revoked-refresh-8',
  ];
  expect(all.map((secret) => knownSecrets.redact(secret))).toEqual(all.map(() => '[redacted]'));
});
