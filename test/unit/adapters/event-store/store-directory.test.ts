import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEventStoreOpener } from '../../../../src-main/adapters/event-store/event-store.ts';
import { listStores, storePaths } from '../../../../src-main/adapters/event-store/store-directory.ts';
import { temporaryDirectory } from './temporary-store.ts';

const lock = expect.stringMatching(/writer\.lock$/);

describe('the stores of a data directory', () => {
  it('are none where nothing was collected', () => {
    expect([listStores(temporaryDirectory()), listStores('/nowhere')]).toEqual([[], []]);
  });

  it('are listed with Practice first, by name, with the profiles they remember, also while they are written', async () => {
    const dataDir = temporaryDirectory();
    const opener = createEventStoreOpener({ dataDir });
    const names = ['Ünited / Änd Söns', 'acme'];
    const stores = await Promise.all([
      ...names.map((profileName) => opener.open({ profileName, practice: false })),
      opener.open({ profileName: 'Practice', practice: true }),
    ]);
    await stores[1]?.rememberProfile('{"name":"acme"}');
    const listed = listStores(dataDir);
    await Promise.all(stores.map((store) => store.close()));
    const expected = [
      { name: 'Practice', practice: true, path: join(dataDir, 'practice', 'events.db'), lock, profile: null },
      {
        name: 'acme',
        practice: false,
        path: expect.stringMatching(/profiles\/acme-[0-9a-f]{8}\/events\.db$/),
        lock,
        profile: '{"name":"acme"}',
      },
      {
        name: 'Ünited / Änd Söns',
        practice: false,
        path: expect.stringMatching(/profiles\/united-and-sons-[0-9a-f]{8}\/events\.db$/),
        lock,
        profile: null,
      },
    ];
    expect({ open: listed, closed: listStores(dataDir) }).toEqual({ open: expected, closed: expected });
  });

  it('a store that cannot be read is listed under its directory', () => {
    const dataDir = temporaryDirectory();
    const directory = join(dataDir, 'profiles', 'broken-00000000');
    mkdirSync(directory, { recursive: true });
    const path = join(directory, 'events.db');
    writeFileSync(path, 'x'.repeat(10_000));
    expect(listStores(dataDir)).toEqual([{ name: 'broken-00000000', practice: false, path, lock, profile: null }]);
  });

  it.each(['../../etc', '..', '/', 'a/b', 'C:\\x', '\u{1F6F0}', 'x'.repeat(80)])(
    'the name %j stays inside',
    (profileName) => {
      const { directory } = storePaths('/data', { profileName, practice: false });
      expect(directory).toMatch(/^\/data\/profiles\/[a-z0-9-]{8,50}$/);
    },
  );

  it('names that differ in case or signs have stores of their own', () => {
    const names = ['Acme', 'acme', 'acme!', 'acme ', 'ac me'];
    expect(
      new Set(names.map((profileName) => storePaths('/data', { profileName, practice: false }).directory)).size,
    ).toBe(5);
  });
});
