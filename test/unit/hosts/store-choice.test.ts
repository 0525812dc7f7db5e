import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProfileFile } from '../../../src-main/adapters/profile/profile-file.ts';
import { chooseReadableStore, chooseStore } from '../../../src-main/hosts/cli/store/store-choice.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID, type ProfileId, profileIdSchema } from '../../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../../doubles/in-thread-databases.ts';
import { someProfile } from '../../doubles/profile.ts';
import { asUnprivilegedUser } from '../../support/damaged-files.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const id = (text: string) => profileIdSchema.parse(text);

async function dataDirectory(...stores: readonly (readonly [id: ProfileId, name: string])[]): Promise<string> {
  const dataDir = temporaryDirectory();
  const opener = inThreadDatabases(dataDir).stores;
  const opened = await Promise.all(
    stores.map(([each, name]) =>
      opener.open(
        { id: each, name, practice: each === PRACTICE_ID, source: 'https://events.example.com' },
        () => undefined,
      ),
    ),
  );
  await Promise.all(opened.map((store) => store.close()));
  return dataDir;
}

const ACME = [id('acme-europe-1'), 'Acme'] as const;
const BETA = [id('beta-store-1'), 'Beta'] as const;
const PRACTICE = [PRACTICE_ID, 'Practice'] as const;

function profileFile(content: object): string {
  const path = join(temporaryDirectory(), 'profile.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('the only store needs no name, whether it is Practice or not', async () => {
  expect((await chooseStore(await dataDirectory(ACME), undefined)).name).toBe('Acme');
  expect((await chooseStore(await dataDirectory(PRACTICE), undefined)).name).toBe('Practice');
});

test('the store must be named if there are several, and the refusal lists them', async () => {
  const dataDir = await dataDirectory(ACME, PRACTICE, BETA);
  await expect(chooseStore(dataDir, undefined)).rejects.toMatchObject({
    data: {
      code: 'STORE_AMBIGUOUS',
      facts: {
        dataDir,
        named: null,
        stores: [
          { name: 'Practice', id: 'practice' },
          { name: 'Acme', id: 'acme-europe-1' },
          { name: 'Beta', id: 'beta-store-1' },
        ],
      },
    },
  });
});

test('[CLI-4] a store is named by its id, by its name, or by its name in another case if that is unambiguous', async () => {
  const dataDir = await dataDirectory(ACME, [id('acme-upper-1'), 'ACME'], PRACTICE);
  const chosen = await Promise.all(
    ['acme-upper-1', 'Acme', 'ACME', 'practice', 'PRACTICE'].map((name) => chooseStore(dataDir, name)),
  );
  expect(chosen.map((store) => store.id)).toEqual([
    'acme-upper-1',
    'acme-europe-1',
    'acme-upper-1',
    'practice',
    'practice',
  ]);
});

test('[CLI-4] two stores with the same name are refused with both ids, and none is chosen by chance', async () => {
  const twins = [[id('acme-europe-1'), 'Acme'] as const, [id('acme-america-1'), 'Acme'] as const];
  const dataDir = await dataDirectory(...twins);
  for (const name of ['Acme', 'acme'])
    await expect(chooseStore(dataDir, name)).rejects.toMatchObject({
      data: {
        code: 'STORE_AMBIGUOUS',
        facts: {
          dataDir,
          named: name,
          stores: expect.arrayContaining([
            { name: 'Acme', id: 'acme-europe-1' },
            { name: 'Acme', id: 'acme-america-1' },
          ]),
        },
      },
    });
});

test('[CLI-4] a profile file names the store of its id, whatever the two are called', async () => {
  const other = [id('another-store'), 'New name'] as const;
  const dataDir = await dataDirectory([someProfile.id, 'Old name'], other);
  const chosen = await chooseStore(dataDir, profileFile({ ...someProfile, name: 'New name' }));
  expect(chosen).toMatchObject({ id: someProfile.id, name: 'Old name' });
});

test('[CLI-4] a read-only profile file without an id names its store, too', async () => {
  const { id: _id, ...withoutId } = someProfile;
  const path = profileFile(withoutId);
  chmodSync(path, 0o400);
  const profile = await readProfileFile(path);
  const dataDir = await dataDirectory([profile.id, profile.name], ACME);
  expect((await chooseStore(dataDir, path)).id).toBe(profile.id);
});

test('a wrong profile file is refused with the wrong field', async () => {
  const dataDir = await dataDirectory(ACME);
  await expect(chooseStore(dataDir, profileFile({ ...someProfile, realm: 7 }))).rejects.toMatchObject({
    data: { code: 'BAD_PROFILE', facts: { field: 'realm' } },
  });
});

test('a folder is not read as a profile file but taken as a name', async () => {
  const dataDir = await dataDirectory(ACME);
  const folder = join(temporaryDirectory(), 'Acme');
  mkdirSync(folder);
  await expect(chooseStore(dataDir, folder)).rejects.toMatchObject({ code: 'NO_STORE' });
});

test('a profile without a store is refused with the stores that exist', async () => {
  const empty = temporaryDirectory();
  const dataDir = await dataDirectory(ACME);
  const refused = async (directory: string, name: string | undefined) =>
    chooseStore(directory, name).catch((error: { data: { facts: unknown } }) => error.data.facts);
  expect([await refused(empty, undefined), await refused(empty, 'Acme'), await refused(dataDir, 'Beta')]).toEqual([
    { place: empty, problem: 'nothing-yet' },
    { place: empty, problem: 'nothing-yet', profile: 'Acme', known: [] },
    { place: dataDir, problem: 'not-this-profile', profile: 'Beta', known: ['Acme'] },
  ]);
});

/** Returns the answer to a user who may not read this part of the data directory. */
async function errorWithoutAccess(dataDir: string, part: string, profile?: string): Promise<unknown> {
  const path = join(dataDir, part);
  const { mode } = statSync(path);
  chmodSync(path, 0);
  try {
    // The files belong to that user afterwards, who still may not read them.
    return await asUnprivilegedUser({ directory: join(dataDir, 'profiles') }, () =>
      chooseReadableStore(dataDir, profile),
    ).then(
      ({ name }) => name,
      (error: unknown) => (error instanceof AppError ? error.data : error),
    );
  } finally {
    chmodSync(path, mode);
  }
}

const forbidden = (path: string) => ({ code: 'STORE_UNREADABLE', facts: { path } });

/** Permissions refuse nothing to root, and file access is checked for the user who started the process. */
const asRoot = process.getuid?.() === 0;

const PARTS: [what: string, part: string, told: string][] = [
  ['the data directory', '', ''],
  ['the folder of all stores', 'profiles', 'profiles'],
  ['the folder of the store', 'profiles/acme-europe-1', 'profiles/acme-europe-1'],
  ['the database', 'profiles/acme-europe-1/events.db', 'profiles/acme-europe-1'],
];

test.skipIf(process.platform === 'win32').each(PARTS.filter(([what]) => !asRoot || what !== 'the database'))(
  '[CLI-2] a user who may not read %s gets STORE_UNREADABLE, not the message that nothing is stored',
  async (_what, part, expectedPath) => {
    const dataDir = await dataDirectory(ACME);
    expect(await errorWithoutAccess(dataDir, part)).toEqual(forbidden(join(dataDir, expectedPath)));
  },
);

test.skipIf(process.platform === 'win32')(
  '[CLI-2] a store that may not be read does not hide others, and no other is used in its place',
  async () => {
    const dataDir = await dataDirectory(ACME, BETA);
    const part = 'profiles/acme-europe-1';
    expect(await errorWithoutAccess(dataDir, part, 'Beta')).toBe('Beta');
    expect(await errorWithoutAccess(dataDir, part)).toMatchObject({ code: 'STORE_AMBIGUOUS' });
    expect(await errorWithoutAccess(dataDir, part, 'acme-europe-1')).toEqual(forbidden(join(dataDir, part)));
  },
);
