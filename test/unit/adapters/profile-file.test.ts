import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseProfile, readProfileFile } from '../../../src-main/adapters/profile/profile-file.ts';

const good = {
  name: 'Acme Europe',
  baseUrl: 'https://api.example.com/',
  eventsUrl: 'https://events.example.com',
  authUrl: 'http://127.0.0.1:8080',
  realm: 'iot',
  clientId: 'watchfloor',
  flow: 'clientCredentials',
};

test('defaults are filled in, and a slash at the end of an address is dropped', () => {
  expect(parseProfile(JSON.stringify(good), 'p.json')).toEqual({
    ...good,
    baseUrl: 'https://api.example.com',
    clientAuthentication: 'basic',
    heartbeatSeconds: 30,
  });
});

describe('a wrong profile gets one message that names the field and what is expected', () => {
  const { name: _, ...nameless } = good;
  test.each([
    ['no JSON', '{', 'it is no valid JSON'],
    ['a list', '[]', 'expected is one JSON object'],
    ['no name', JSON.stringify(nameless), '"name" must be a name of 1 to 80 characters'],
    ['the name of the simulator', JSON.stringify({ ...good, name: 'practice' }), '"name" must be another name'],
    ['a number as address', JSON.stringify({ ...good, baseUrl: 7 }), '"baseUrl" must be an https address'],
    [
      'http to another computer',
      JSON.stringify({ ...good, eventsUrl: 'http://events.example.com' }),
      '"eventsUrl" must be an https address (http is accepted for',
    ],
    [
      'http to a host that only begins like loopback',
      JSON.stringify({ ...good, eventsUrl: 'http://127.0.0.1.evil.example' }),
      '"eventsUrl" must be an https address',
    ],
    [
      'a user in an address',
      JSON.stringify({ ...good, authUrl: 'https://me:pw@auth.example.com' }),
      '"authUrl" must be an address without user name',
    ],
    ['a realm with a slash', JSON.stringify({ ...good, realm: 'a/b' }), '"realm" must be the realm alone'],
    [
      'an unknown flow',
      JSON.stringify({ ...good, flow: 'password' }),
      '"flow" must be "clientCredentials" or "authorizationCode"',
    ],
    [
      'an unknown client authentication',
      JSON.stringify({ ...good, clientAuthentication: 'jwt' }),
      '"clientAuthentication" must be "basic" or "post"',
    ],
    [
      'a heartbeat of zero',
      JSON.stringify({ ...good, heartbeatSeconds: 0 }),
      '"heartbeatSeconds" must be a number of seconds',
    ],
    ['a misspelt field', JSON.stringify({ ...good, clientid: 'x' }), '"clientid" is no field of a profile'],
    ['a secret', JSON.stringify({ ...good, clientSecret: 'hunter2' }), '"clientSecret" must not stand in a profile'],
  ])('%s', (_case, text, message) => {
    expect(() => parseProfile(text, 'p.json')).toThrow(
      expect.objectContaining({ code: 'BAD_PROFILE', message: expect.stringContaining(message) }),
    );
    expect(() => parseProfile(text, 'p.json')).not.toThrow(/hunter2/);
  });
});

test('a secret file is found beside the profile, wherever the command runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-profile-'));
  try {
    await writeFile(join(folder, 'p.json'), `\uFEFF${JSON.stringify({ ...good, clientSecretFile: 'secret.txt' })}`);
    expect((await readProfileFile(join(folder, 'p.json'))).clientSecretFile).toBe(join(folder, 'secret.txt'));
    await expect(readProfileFile(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'BAD_PROFILE' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
