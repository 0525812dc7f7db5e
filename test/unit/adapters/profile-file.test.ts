import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseProfile, readProfileFile } from '../../../src-main/adapters/profile/profile-file.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { secretBinding } from '../../../src-shared/domain/profile/profile.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const good = {
  name: 'Acme Europe',
  baseUrl: 'https://api.example.com/',
  eventsUrl: 'https://events.example.com',
  authUrl: 'http://127.0.0.1:8080',
  realm: 'iot',
  clientId: 'watchfloor',
  flow: 'clientCredentials',
};

let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

const parsed = (changes: object) => parseProfile(JSON.stringify({ ...good, ...changes }), 'p.json');

test('a profile gets its defaults, and a slash at the end of an address is removed', () => {
  expect(parsed({})).toEqual({
    ...good,
    id: expect.stringMatching(/^p-[\da-f]{20}$/),
    baseUrl: 'https://api.example.com',
    clientAuthentication: 'basic',
    heartbeatSeconds: 30,
    attemptSilenceMinutes: 30,
    keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
    proxy: 'environment',
    watchAtStart: true,
    pageRules: [],
  });
});

test('a profile can set how long events of each class are kept, and the other classes keep their defaults', () => {
  expect([parsed({ keepDays: { failures: 730 } }).keepDays, parsed({ keepDays: {} }).keepDays]).toEqual([
    { failures: 730, successes: 90, heartbeats: 7, searches: 30 },
    { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
  ]);
});

const DAYS = 'a whole number of days from 1 to 36500';
const CLASSES = 'an object with days for "failures", "successes", "heartbeats" and "searches"';
test.each<[what: string, keepDays: unknown, field: string, expected: string]>([
  ['no number', { failures: 'a year' }, 'keepDays.failures', DAYS],
  ['a part of a day', { heartbeats: 0.5 }, 'keepDays.heartbeats', DAYS],
  ['nothing at all', { successes: 0 }, 'keepDays.successes', DAYS],
  ['longer than a century', { successes: 36_501 }, 'keepDays.successes', DAYS],
  ['an unknown class', { errors: 7 }, 'keepDays', CLASSES],
  ['no object', 30, 'keepDays', CLASSES],
])('a profile with wrong days is refused with the name of the field: %s', (_what, keepDays, field, expected) => {
  expect(() => parsed({ keepDays })).toThrow(
    expect.objectContaining({
      data: { code: 'BAD_PROFILE', facts: { path: 'p.json', problem: 'wrong-field', field, expected } },
    }),
  );
});

describe('the id of a profile', () => {
  test('[ID-1] is the one in its file, whatever else the file contains', () => {
    expect([parsed({ id: 'acme-europe' }).id, parsed({ id: 'acme-europe', realm: 'other' }).id]).toEqual([
      'acme-europe',
      'acme-europe',
    ]);
  });

  test('[ID-1] stays the same without an id in the file if the profile is renamed or its addresses are written differently', () => {
    const { id } = parsed({});
    const same = [
      { name: 'Renamed' },
      { baseUrl: 'https://other.example.com' },
      { flow: 'authorizationCode' },
      { heartbeatSeconds: 10, clientSecretFile: 'secret.txt', caFile: 'ca.pem' },
      { eventsUrl: 'https://EVENTS.example.com:443/' },
    ];
    expect(same.map((changes) => parsed(changes).id)).toEqual(same.map(() => id));
  });

  test('[ID-1] differs for two files with the same name that watch different services', () => {
    const ids = [
      {},
      { eventsUrl: 'https://events.example.org' },
      { authUrl: 'https://auth.example.org' },
      { realm: 'iot2' },
      { clientId: 'other' },
      // Two fields that have the same text only if they are joined.
      { realm: 'iotw', clientId: 'atchfloor' },
    ].map((changes) => parsed(changes).id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('[PROFILE-2] works with a read-only file, which is not written', async () => {
    const path = join(folder, 'p.json');
    const text = JSON.stringify(good);
    await writeFile(path, text);
    await chmod(path, 0o400);
    const first = await readProfileFile(path);
    expect([(await readProfileFile(path)).id, await readFile(path, 'utf8')]).toEqual([first.id, text]);
  });

  test.each([['practice'], ['Acme-Europe'], ['../../etc'], ['a'.repeat(65)], [''], [7]])(
    'is refused if it is %j, because it names a folder on every file system',
    (id) => {
      expect(problemOf(JSON.stringify({ ...good, id }))).toMatchObject({ problem: 'wrong-field', field: 'id' });
    },
  );

  test('is not part of the binding of a secret, which is the issuer, the realm and the client', () => {
    expect(secretBinding(parsed({}))).toEqual({
      issuer: 'http://127.0.0.1:8080',
      realm: 'iot',
      clientId: 'watchfloor',
    });
  });
});

function problemOf(text: string): unknown {
  try {
    return parseProfile(text, 'p.json');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message).not.toMatch(/hunter2/);
    expect(error.cause).toBeUndefined();
    return error.data.facts;
  }
}

describe('a wrong profile is refused with the field and the expected value for', () => {
  const wrong = (field: string, expected: string) => ({
    path: 'p.json',
    problem: 'wrong-field',
    field,
    expected: expect.stringMatching(new RegExp(`^${expected}`)),
  });
  test.each([
    ['no JSON', '{"hunter2', 'not-json'],
    ['a list', '[]', 'not-an-object'],
  ])('%s', (_case, text, problem) => {
    expect(problemOf(text)).toEqual({ path: 'p.json', problem });
  });

  test.each<[string, object, object]>([
    ['no name', { name: undefined }, wrong('name', 'a name of 1 to 80 characters')],
    ['the name of the simulator', { name: 'practice' }, wrong('name', 'another name')],
    ['a number as address', { baseUrl: 7 }, wrong('baseUrl', 'an https address')],
    [
      'http to another computer',
      { eventsUrl: 'http://events.example.com' },
      wrong('eventsUrl', String.raw`an https address \(http is accepted for`),
    ],
    [
      'http to a host that only begins like loopback',
      { eventsUrl: 'http://127.0.0.1.evil.example' },
      wrong('eventsUrl', 'an https address'),
    ],
    [
      'a user in an address',
      { authUrl: 'https://me:hunter2@auth.example.com' },
      wrong('authUrl', 'an address without user name'),
    ],
    ['a realm with a slash', { realm: 'a/b' }, wrong('realm', 'only the realm')],
    ['an unknown flow', { flow: 'hunter2' }, wrong('flow', '"clientCredentials" or "authorizationCode"')],
    [
      'an unknown client authentication',
      { clientAuthentication: 'jwt' },
      wrong('clientAuthentication', '"basic" or "post"'),
    ],
    ['a heartbeat of zero', { heartbeatSeconds: 0 }, wrong('heartbeatSeconds', 'a number of seconds')],
    [
      'a silence of a week and a minute',
      { attemptSilenceMinutes: 10_081 },
      wrong('attemptSilenceMinutes', 'a whole number of minutes from 5 to 10080'),
    ],
    [
      'a silence of no whole minutes',
      { attemptSilenceMinutes: 7.5 },
      wrong('attemptSilenceMinutes', 'a whole number of minutes from 5 to 10080'),
    ],
    [
      'a misspelt field',
      { clientid: 'x' },
      { path: 'p.json', problem: 'unknown-field', field: 'clientid', expected: expect.stringContaining('clientId') },
    ],
    ['a secret', { clientSecret: 'hunter2' }, { path: 'p.json', problem: 'secret-inside', field: 'clientSecret' }],
  ])('%s', (_case, changes, facts) => {
    expect(problemOf(JSON.stringify({ ...good, ...changes }))).toEqual(facts);
  });
});

test('files that the profile names are found relative to it, wherever the command runs', async () => {
  const path = join(folder, 'p.json');
  await writeFile(path, `\uFEFF${JSON.stringify({ ...good, clientSecretFile: 'secret.txt', caFile: '../ca.pem' })}`);
  expect(await readProfileFile(path)).toMatchObject({
    clientSecretFile: join(folder, 'secret.txt'),
    caFile: join(folder, '..', 'ca.pem'),
  });
});

test("a profile that cannot be read is refused with the system's code", async () => {
  const path = join(folder, 'none.json');
  await expect(readProfileFile(path)).rejects.toMatchObject({
    data: { code: 'BAD_PROFILE', facts: { path, problem: 'unreadable', systemCode: 'ENOENT' } },
  });
});
