import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openInventoryReader } from '../../../../../src-main/adapters/sqlite/inventory/inventory-reader.ts';
import { openInventoryWriter } from '../../../../../src-main/adapters/sqlite/inventory/inventory-writer.ts';
import { profileIdSchema } from '../../../../../src-shared/domain/identity.ts';
import { databasesInFolders } from '../../../../doubles/in-thread-databases.ts';
import { ALL_ROWS, anItem, aSearchPage, rowIds, storeSearch } from '../../../../doubles/stored-items.ts';
import { asUnprivilegedUser } from '../../../../support/damaged-files.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const storeIdentity = { id: profileIdSchema.parse('acme-europe'), name: 'Acme', practice: false, source: '' };

function opened(directory = join(temporaryDirectory(), 'acme')) {
  const store = databasesInFolders(() => directory).inventories.open(storeIdentity);
  onTestFinished(() => store.close());
  return { directory, path: join(directory, 'inventory.db'), store };
}

async function written(ids: readonly string[]) {
  const { directory, path, store } = opened();
  await storeSearch(
    store,
    's',
    ids.map((id) => anItem(id, { padding: 'x'.repeat(1_000) })),
  );
  await store.close();
  return { directory, path };
}

const setAsideIn = (directory: string) =>
  readdirSync(directory).filter((name) => /^inventory\.damaged-.*\.db$/.test(name));

describe('the file of an inventory', () => {
  it('[QUERY-13] does not exist before something is stored', async () => {
    const { directory, store } = opened(temporaryDirectory());
    expect([await store.reader.searches(), await store.scanner.find({ text: '8946', after: null })]).toEqual([
      [],
      { found: [], next: null },
    ]);
    expect([await store.writer.removeExpired(1, []), await store.writer.remove('s')]).toEqual([false, false]);
    await store.writer.forgetNotAccepted({ kind: 'property', name: 'x' });
    await store.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is readable by this user only', async () => {
    const { directory, path } = await written(['a']);
    expect(readdirSync(directory)).toEqual(['inventory.db']);
    if (process.platform !== 'win32')
      expect([statSync(directory).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('[DAMAGE-5] is set aside when a reader finds damage, and the reader answers from the new one', async () => {
    const { directory, path } = await written(Array.from({ length: 500 }, (_, index) => `id ${index}`));
    truncateSync(path, 16_384);
    const { store } = opened(directory);
    await expect(
      store.reader.rows({ id: 's', view: ALL_ROWS, from: 0, limit: 500, columns: [] }),
    ).rejects.toMatchObject({
      code: 'NO_SEARCH',
    });
    expect(await store.reader.searches()).toEqual([]);
    expect(setAsideIn(directory)).toHaveLength(1);
    await storeSearch(store, 't', [anItem('b')]);
    expect(await rowIds(store, {}, 't')).toEqual(['b']);
  });

  it('[DAMAGE-5] is set aside once if the disk lost data that the writer still has in memory', async () => {
    const { directory, path, store } = opened();
    await storeSearch(
      store,
      's',
      Array.from({ length: 500 }, (_, index) => anItem(`id ${index}`)),
    );
    const folding = new Sqlite(path);
    folding.pragma('wal_checkpoint(PASSIVE)');
    folding.close();
    writeFileSync(
      path,
      Buffer.concat([readFileSync(path).subarray(0, 4_096), Buffer.alloc(statSync(path).size - 4_096)]),
    );
    const rows = (part: 'reader' | 'scanner') =>
      store[part].rows({ id: 's', view: ALL_ROWS, from: 0, limit: 500, columns: [] });
    const refused = { status: 'rejected', reason: { code: 'NO_SEARCH' } };
    expect(await Promise.allSettled([rows('reader'), rows('scanner')])).toMatchObject([refused, refused]);
    expect(setAsideIn(directory)).toHaveLength(1);
    await storeSearch(store, 't', [anItem('b')]);
    expect(await rowIds(store, {}, 't')).toEqual(['b']);
  });

  it('[DAMAGE-5] leaves disk space for events: a page that needs it is refused, and no part of it is kept', async () => {
    const directory = temporaryDirectory();
    const full = databasesInFolders(() => directory, Number.MAX_SAFE_INTEGER).inventories.open(storeIdentity);
    onTestFinished(() => full.close());
    await full.writer.startSearch({ id: 's', body: '{}', begunAt: 1, gapCheck: null });
    await expect(full.writer.storePage(aSearchPage([anItem('a')]))).rejects.toMatchObject({
      code: 'STORE_UNWRITABLE',
      data: { facts: { path: join(directory, 'inventory.db'), problem: 'full' } },
    });
    expect(await full.reader.searches()).toEqual([]);
  });

  it('returns its space to the disk when searches are removed', async () => {
    const { directory, path } = await written(Array.from({ length: 3_000 }, (_, index) => `id ${index}`));
    const { store } = opened(directory);
    const before = statSync(path).size;
    while (await store.writer.remove('s'));
    await store.close();
    expect(statSync(path).size).toBeLessThan(before / 10);
  });

  it('can be read through a read-only reader while it is written', async () => {
    const { directory, store } = opened();
    await storeSearch(store, 's', [anItem('a')]);
    const reader = databasesInFolders(() => directory).inventories.openReadOnly(storeIdentity);
    onTestFinished(() => reader.close());
    expect((await reader.searches()).map(({ id }) => id)).toEqual(['s']);
    await store.writer.storePage(aSearchPage([anItem('b')]));
    expect((await reader.searches()).map(({ rows }) => rows)).toEqual([2]);
  });

  it('can be read completely in a read-only folder, and nothing is written there', async () => {
    const { directory, path } = await written(['a']);
    const before = readFileSync(path);
    chmodSync(path, 0o400);
    chmodSync(directory, 0o500);
    onTestFinished(() => chmodSync(directory, 0o700));
    asUnprivilegedUser({ directory }, () => {
      expect(() => new Sqlite(path, { readonly: true }).pragma('user_version')).toThrow('readonly');
      const reader = openInventoryReader(path);
      expect(reader.searches().map(({ id, rows }) => [id, rows])).toEqual([['s', 1]]);
      expect(reader.item({ id: 's', ordinal: 1 })).toMatchObject({ id: 'a' });
      reader.close();
    });
    expect([readdirSync(directory), readFileSync(path).equals(before)]).toEqual([['inventory.db'], true]);
  });

  it('is refused by its own name in a read-only folder if it has a newer version', async () => {
    const { directory, path } = await written(['a']);
    const newer = new Sqlite(path);
    newer.pragma('user_version = 99');
    newer.close();
    chmodSync(path, 0o400);
    chmodSync(directory, 0o500);
    onTestFinished(() => chmodSync(directory, 0o700));
    asUnprivilegedUser({ directory }, () => {
      const reader = openInventoryReader(path);
      const error = { code: 'STORE_TOO_NEW', facts: { path, schema: 99, known: 1 } };
      expect(() => reader.searches()).toThrow(expect.objectContaining({ data: error }));
      reader.close();
    });
  });

  it('is not created by a read-only reader, which finds nothing', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'acme'));
    const reader = databasesInFolders(() => join(directory, 'acme')).inventories.openReadOnly(storeIdentity);
    expect(await reader.searches()).toEqual([]);
    await reader.close();
    expect(existsSync(join(directory, 'acme', 'inventory.db'))).toBe(false);
  });

  it('[QUERY-1] stores a page once if its answer was lost', () => {
    const writer = openInventoryWriter(join(temporaryDirectory(), 'inventory.db'), { minFreeBytes: 0 });
    onTestFinished(() => writer.close());
    writer.startSearch({ id: 's', body: '{}', begunAt: 1, gapCheck: null });
    const first = writer.storePage(aSearchPage([anItem('a'), '{}'], { key: 'first' }));
    expect(writer.storePage(aSearchPage([anItem('a'), '{}'], { key: 'first' }))).toEqual(first);
    expect(writer.storePage(aSearchPage([anItem('a'), '{}'], { key: 'second' })).stored).toMatchObject({
      rows: 3,
      doubled: 1,
      pages: 2,
    });
  });
});
