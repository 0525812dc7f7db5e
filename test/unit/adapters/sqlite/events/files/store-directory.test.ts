import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listStores } from '../../../../../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { storePaths } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import type { StoreIdentity } from '../../../../../../src-main/core/ports/event-store.ts';
import { PRACTICE_ID, type ProfileId } from '../../../../../../src-shared/domain/identity.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { inThreadDatabases } from '../../../../../doubles/in-thread-databases.ts';
import { SOURCE } from '../temporary-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const identity = (id: string, name: string): StoreIdentity => ({
  id: id as ProfileId,
  name,
  practice: false,
  source: SOURCE,
});
const PRACTICE: StoreIdentity = { id: PRACTICE_ID, name: 'Practice', practice: true, source: SOURCE };

describe('the stores of a data directory', () => {
  it('are none if nothing was collected', () => {
    expect([listStores(temporaryDirectory()), listStores('/nowhere')]).toEqual([[], []]);
  });

  it('are listed with Practice first, then by name, with the profiles they remember, also while they are open', async () => {
    const dataDir = temporaryDirectory();
    const opener = inThreadDatabases(dataDir).stores;
    const stores = await Promise.all(
      [identity('united-1', 'Ünited / Änd Söns'), identity('acme-0001', 'acme'), PRACTICE].map((one) =>
        opener.open(one, () => undefined),
      ),
    );
    await stores[1]?.writer.rememberProfile('acme', '{"name":"acme"}');
    const listed = listStores(dataDir);
    await Promise.all(stores.map((store) => store.close()));
    const expected = (id: string, name: string, folder: string, profile: string | null) => ({
      id,
      name,
      practice: name === 'Practice',
      path: join(dataDir, folder, 'events.db'),
      lock: join(dataDir, folder, 'writer.lock'),
      profile,
      isMissing: false,
      isForbidden: false,
      newestCopy: null,
      writtenAt: expect.any(Number),
    });
    const all = [
      expected('practice', 'Practice', 'practice', null),
      expected('acme-0001', 'acme', 'profiles/acme-0001', '{"name":"acme"}'),
      expected('united-1', 'Ünited / Änd Söns', 'profiles/united-1', null),
    ];
    expect({ open: listed, closed: listStores(dataDir) }).toEqual({ open: all, closed: all });
  });

  it('[ID-1] are found by the id of the profile, not by its name', async () => {
    const dataDir = temporaryDirectory();
    const opener = inThreadDatabases(dataDir).stores;
    for (const one of [
      identity('acme-0001', 'Acme'),
      identity('acme-0002', 'Acme'),
      identity('acme-0001', 'Acme renamed'),
    ])
      await (await opener.open(one, () => undefined)).close();
    expect(listStores(dataDir).map(({ id, name }) => [id, name])).toEqual([
      ['acme-0002', 'Acme'],
      ['acme-0001', 'Acme renamed'],
    ]);
  });

  it('show when they were last written, including the write-ahead log', async () => {
    const dataDir = temporaryDirectory();
    await (await inThreadDatabases(dataDir).stores.open(PRACTICE, () => undefined)).close();
    const { events } = storePaths(dataDir, PRACTICE);
    utimesSync(events, 1_000, 1_000);
    const before = listStores(dataDir)[0]?.writtenAt;
    writeFileSync(`${events}-wal`, '');
    utimesSync(`${events}-wal`, 2_000, 2_000);
    expect({ before, after: listStores(dataDir)[0]?.writtenAt }).toEqual({ before: 1_000_000, after: 2_000_000 });
  });

  it('are listed with the name and profile of their newest copy if the database is missing, empty or damaged', async () => {
    const dataDir = temporaryDirectory();
    const opener = inThreadDatabases(dataDir).stores;
    const acme = identity('acme-0001', 'Acme');
    const beta = identity('beta-0001', 'Beta');
    for (const one of [acme, beta]) {
      const store = await opener.open(one, () => undefined);
      await store.writer.rememberProfile(one.name, `{"name":"${one.name}"}`);
      await store.writer.append(batchOf('opens', receivedEvents(1, 10)));
      if (one === acme) await store.backUp();
      await store.close();
    }
    const listed = () =>
      listStores(dataDir).map(({ name, profile, isMissing, newestCopy }) => [
        name,
        profile,
        isMissing,
        newestCopy !== null,
      ]);
    const { events } = storePaths(dataDir, acme);
    rmSync(events);
    rmSync(storePaths(dataDir, beta).events);
    const afterRemoval = listed();
    writeFileSync(events, '');
    const empty = listed();
    writeFileSync(events, 'x'.repeat(10_000));
    const found = [
      ['Acme', '{"name":"Acme"}', true, true],
      ['beta-0001', null, true, false],
    ];
    expect({ afterRemoval, empty, damaged: listed()[0] }).toEqual({
      afterRemoval: found,
      empty: found,
      damaged: ['Acme', '{"name":"Acme"}', false, true],
    });
  });

  it('are listed under their id if they cannot be read, and a folder that is not a store is not listed', () => {
    const dataDir = temporaryDirectory();
    for (const folder of ['broken-0', 'UPPER-CASE', '.hidden-folder', 'empty-folder'])
      mkdirSync(join(dataDir, 'profiles', folder), { recursive: true });
    for (const folder of ['broken-0', 'UPPER-CASE', '.hidden-folder'])
      writeFileSync(join(dataDir, 'profiles', folder, 'events.db'), 'x'.repeat(10_000));
    expect(listStores(dataDir)).toMatchObject([{ id: 'broken-0', name: 'broken-0', practice: false, profile: null }]);
  });
});
