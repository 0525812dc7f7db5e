import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { removeStore } from '../../../src-main/adapters/sqlite/events/files/remove-store.ts';
import { storeExists } from '../../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { pathsIn } from '../../../src-main/adapters/sqlite/store-paths.ts';
import { acquireWriterLock } from '../../../src-main/adapters/sqlite/events/files/writer-lock.ts';
import { createProfileFiles } from '../../../src-main/adapters/profile/profile-files.ts';
import type { ProfileFiles } from '../../../src-main/core/ports/profile-files.ts';
import { profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { printProfile } from '../../../src-shared/domain/profile/profile-text.ts';
import { someProfile } from '../../doubles/profile.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const ID = someProfile.id;

let profiles: string;
let files: ProfileFiles;
beforeEach(() => {
  profiles = join(temporaryDirectory(), 'profiles');
  files = createProfileFiles({
    profilesDirectory: profiles,
    hasIdleStore: (id) => storeExists(pathsIn(join(profiles, id))),
    removeStore: (id, forget) => removeStore(pathsIn(join(profiles, id)), forget),
  });
});

const pathOf = (id: string) => join(profiles, id, 'profile.json');
function put(id: string, text: string): string {
  mkdirSync(join(profiles, id), { recursive: true });
  writeFileSync(pathOf(id), text);
  return pathOf(id);
}
const nothing = async () => undefined;

test('[PROFILE-2] a profile is stored as a text file for this user only, and is read back unchanged', async () => {
  const before = process.umask(0);
  try {
    await files.write(someProfile);
  } finally {
    process.umask(before);
  }
  expect({
    read: await files.readAll(),
    text: readFileSync(pathOf(ID), 'utf8'),
    modes: [pathOf(ID), join(profiles, ID)].map((path) => statSync(path).mode & 0o777),
    folder: readdirSync(join(profiles, ID)),
  }).toEqual({
    read: [{ kind: 'profile', profile: someProfile }],
    text: printProfile(someProfile),
    modes: [0o600, 0o700],
    folder: ['profile.json'],
  });
});

test('a profile is replaced atomically, and a failed write leaves no file', async () => {
  await files.write(someProfile);
  await files.write({ ...someProfile, name: 'Renamed' });
  mkdirSync(join(profiles, 'full-0001'), { recursive: true });
  mkdirSync(pathOf('full-0001'));
  const full = { ...someProfile, id: profileIdSchema.parse('full-0001') };
  await expect(files.write(full)).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
  expect(readdirSync(join(profiles, 'full-0001'))).toEqual(['profile.json']);
  expect(await files.readAll()).toMatchObject([{ profile: { name: 'Renamed' } }, { kind: 'damaged' }]);
});

test.each<[string, string, object]>([
  ['no JSON', '{"name":', { problem: 'not-json' }],
  ['a field of another version', JSON.stringify({ ...someProfile, colour: 'red' }), { field: 'colour' }],
  ['a secret', JSON.stringify({ ...someProfile, clientSecret: 'hunter2' }), { problem: 'secret-inside' }],
  ['another id', JSON.stringify({ ...someProfile, id: 'another-id' }), { field: 'id' }],
  ['no id', JSON.stringify({ ...someProfile, id: undefined }), { field: 'id' }],
  ['a relative path', JSON.stringify({ ...someProfile, caFile: 'ca.pem' }), { field: 'caFile' }],
  ['a field named __proto__', '{"__proto__":{"name":"x"}}', { problem: 'wrong-field' }],
])(
  '[PROFILE-2] a profile file with %s is listed as damaged next to the others and left unchanged',
  async (_what, text, facts) => {
    const path = put(ID, text);
    await files.write({ ...someProfile, id: profileIdSchema.parse('good-0001') });
    const [damaged, good] = await files.readAll();
    expect([damaged, good?.kind, readFileSync(path, 'utf8')]).toEqual([
      { kind: 'damaged', id: ID, why: { code: 'BAD_PROFILE', facts: expect.objectContaining({ path, ...facts }) } },
      'profile',
      text,
    ]);
    expect(JSON.stringify(damaged)).not.toContain('hunter2');
  },
);

test('folders without a profile and folders with invalid names are not listed', async () => {
  mkdirSync(join(profiles, 'only-events'), { recursive: true });
  put('UPPER-CASE', printProfile(someProfile));
  put('practice', printProfile(someProfile));
  writeFileSync(join(profiles, 'just-a-file'), '');
  expect(await files.readAll()).toEqual([]);
});

test('a profile text that is not in a file must name its files with absolute paths', () => {
  const text = (caFile: string) => JSON.stringify({ ...someProfile, id: undefined, caFile });
  expect(files.parse(text('/etc/ca.pem'), 'the file')).toMatchObject({ caFile: '/etc/ca.pem', name: 'Acme Europe' });
  expect(() => files.parse(text('ca.pem'), 'the file')).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ code: 'BAD_PROFILE' }) }),
  );
});

test('[PROFILE-2] a profile with stored events but without a file is listed as gone until it is written again', async () => {
  mkdirSync(join(profiles, ID), { recursive: true });
  writeFileSync(join(profiles, ID, 'events.mark'), 'mark');
  const [removed] = await files.readAll();
  await files.write(someProfile);
  expect([removed, await files.readAll()]).toEqual([
    { kind: 'gone', id: ID, why: { code: 'BAD_PROFILE', facts: { path: pathOf(ID), problem: 'gone' } } },
    [{ kind: 'profile', profile: someProfile }],
  ]);
});

test('[PROFILE-2] a link that leads nowhere in place of the file is listed as gone', async () => {
  mkdirSync(join(profiles, ID), { recursive: true });
  symlinkSync('nowhere', pathOf(ID));
  expect(await files.readAll()).toMatchObject([{ kind: 'gone', id: ID }]);
});

describe('[PROFILE-4] removing a profile', () => {
  test('removes its file and leaves its events, or removes the complete folder', async () => {
    await files.write(someProfile);
    writeFileSync(join(profiles, ID, 'events.db'), 'events');
    await files.remove(ID, { events: false, forget: nothing });
    const remaining = [readdirSync(join(profiles, ID)), await files.readAll()];
    await files.write(someProfile);
    await files.remove(ID, { events: true, forget: nothing });
    expect({ remaining, left: readdirSync(profiles), read: await files.readAll() }).toEqual({
      remaining: [['events.db', 'profile.removed'], []],
      left: [],
      read: [],
    });
  });

  test('is refused while a process writes to its store, before any secret is forgotten', async () => {
    await files.write(someProfile);
    const lock = acquireWriterLock(pathsIn(join(profiles, ID)));
    const forget = vi.fn<() => Promise<void>>(nothing);
    await expect(files.remove(ID, { events: true, forget })).rejects.toMatchObject({ code: 'STORE_IN_USE' });
    lock.release();
    expect([forget.mock.calls, existsSync(pathOf(ID))]).toEqual([[], true]);
  });

  test('removes nothing if its secrets cannot be forgotten', async () => {
    await files.write(someProfile);
    const forget = () => Promise.reject(new Error('the keychain is locked'));
    for (const events of [true, false]) await expect(files.remove(ID, { events, forget })).rejects.toThrow('locked');
    expect(existsSync(pathOf(ID))).toBe(true);
  });

  test('completes a removal that a dead process left half done', async () => {
    mkdirSync(join(profiles, '.gone-acme-europe-1', 'backups'), { recursive: true });
    await files.write(someProfile);
    await files.remove(ID, { events: true, forget: nothing });
    expect(readdirSync(profiles)).toEqual([]);
  });
});
