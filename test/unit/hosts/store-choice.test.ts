import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEventStoreOpener } from '../../../src-main/adapters/event-store/event-store.ts';
import { chooseStore } from '../../../src-main/hosts/cli/store-choice.ts';
import { someProfile } from '../../doubles/profile.ts';
import { temporaryDirectory } from '../adapters/event-store/temporary-store.ts';

/** A data directory in which these were collected. */
async function dataDirectory(...names: string[]): Promise<string> {
  const dataDir = temporaryDirectory();
  const opener = createEventStoreOpener({ dataDir });
  const stores = await Promise.all(
    names.map((name) => opener.open({ profileName: name, practice: name === 'Practice' })),
  );
  await Promise.all(stores.map((store) => store.close()));
  return dataDir;
}

function profileFile(content: object): string {
  const path = join(temporaryDirectory(), 'profile.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('the only store needs no name, Practice or not', async () => {
  expect((await chooseStore(await dataDirectory('Acme'), undefined)).name).toBe('Acme');
  expect((await chooseStore(await dataDirectory('Practice'), undefined)).name).toBe('Practice');
});

test('of several stores one must be named, and the refusal says which there are', async () => {
  const dataDir = await dataDirectory('Acme', 'Practice', 'Beta');
  await expect(chooseStore(dataDir, undefined)).rejects.toMatchObject({
    code: 'STORE_AMBIGUOUS',
    message: `"${dataDir}" holds the events of several profiles: "Practice", "Acme", "Beta". Choose one with --profile.`,
  });
});

test('a store is named as it is called, in any case where that is plain', async () => {
  const dataDir = await dataDirectory('Acme', 'Practice');
  expect(await Promise.all(['Acme', 'ACME', 'practice'].map((name) => chooseStore(dataDir, name)))).toMatchObject([
    { name: 'Acme', practice: false },
    { name: 'Acme', practice: false },
    { name: 'Practice', practice: true },
  ]);
});

test('names that differ in case alone must be written exactly', async () => {
  const dataDir = await dataDirectory('Acme', 'ACME');
  expect((await chooseStore(dataDir, 'Acme')).name).toBe('Acme');
  expect((await chooseStore(dataDir, 'ACME')).name).toBe('ACME');
  await expect(chooseStore(dataDir, 'acme')).rejects.toMatchObject({
    code: 'STORE_AMBIGUOUS',
    message: expect.stringMatching(/upper and lower case: ("Acme", "ACME"|"ACME", "Acme")\. Write it exactly\.$/),
  });
});

test('a profile file names the store of its profile', async () => {
  const dataDir = await dataDirectory(someProfile.name, 'Other');
  expect((await chooseStore(dataDir, profileFile(someProfile))).name).toBe(someProfile.name);
});

test('a wrong profile file is refused by the field that is wrong', async () => {
  const dataDir = await dataDirectory(someProfile.name);
  await expect(chooseStore(dataDir, profileFile({ ...someProfile, realm: 7 }))).rejects.toMatchObject({
    code: 'BAD_PROFILE',
    message: expect.stringContaining('"realm"'),
  });
});

test('a folder is no profile file: its name is looked for as a name', async () => {
  const dataDir = await dataDirectory('Acme');
  const folder = join(temporaryDirectory(), 'Acme');
  mkdirSync(folder);
  await expect(chooseStore(dataDir, folder)).rejects.toMatchObject({ code: 'NO_STORE' });
});

test('what was never collected is said so, with what there is', async () => {
  const empty = temporaryDirectory();
  const dataDir = await dataDirectory('Acme');
  const refusals = [
    [empty, undefined, `Nothing is stored in "${empty}" yet. Collect first, or name another --data-dir.`],
    [empty, 'Acme', `Nothing is stored for "Acme" in "${empty}". It holds no store.`],
    [dataDir, 'Beta', `Nothing is stored for "Beta" in "${dataDir}". It holds: "Acme".`],
  ] as const;
  for (const [directory, name, message] of refusals)
    await expect(chooseStore(directory, name)).rejects.toMatchObject({ code: 'NO_STORE', message });
});
