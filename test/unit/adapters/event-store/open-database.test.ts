import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { StorePlace } from '../../../../src-main/core/ports/event-store.ts';
import { PRACTICE_ID, type ProfileId } from '../../../../src-shared/domain/identity.ts';
import { createEventStoreOpener } from '../../../../src-main/adapters/event-store/event-store.ts';
import { openForReading } from '../../../../src-main/adapters/event-store/open-database.ts';
import { storePaths } from '../../../../src-main/adapters/event-store/store-directory.ts';
import { openStoreWriter } from '../../../../src-main/adapters/event-store/store-writer.ts';
import { batchOf, receivedEvents } from '../../../doubles/received-events.ts';
import { createInThreadStores } from '../../../doubles/in-thread-stores.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { SOURCE, temporaryDirectory, temporaryStore } from './temporary-store.ts';

const PLACE: StorePlace = { id: 'some-place' as ProfileId, name: 'P', practice: false, source: SOURCE };
const PRACTICE: StorePlace = { id: PRACTICE_ID, name: 'Practice', practice: true, source: SOURCE };

describe('the writing connection', () => {
  it('commits durably, waits a quarter of a second for a lock, and gives a long log back', () => {
    const { database } = temporaryStore();
    const pragma = (name: string) => database.pragma(name, { simple: true });
    expect({
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      page: pragma('page_size'),
      busy: pragma('busy_timeout'),
      logLimit: pragma('journal_size_limit'),
      foreignKeys: pragma('foreign_keys'),
      temp: pragma('temp_store'),
    }).toEqual({
      journal: 'wal',
      synchronous: 2,
      page: 8_192,
      busy: 250,
      logLimit: 67_108_864,
      foreignKeys: 1,
      temp: 2,
    });
  });

  it('keeps files and directories to this user', async () => {
    const dataDir = join(temporaryDirectory(), 'data');
    const store = await createInThreadStores({ dataDir }).open(PLACE);
    await store.append(batchOf('opens', receivedEvents(1, 1)));
    const { directory } = storePaths(dataDir, PLACE);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect({
      directories: [dataDir, dirname(directory), directory].map(mode),
      files: Object.fromEntries(readdirSync(directory).map((name) => [name, mode(join(directory, name))])),
    }).toEqual({
      directories: ['700', '700', '700'],
      files: { 'events.db': '600', 'events.db-shm': '600', 'events.db-wal': '600', 'writer.lock': '600' },
    });
    await store.close();
  });
});

describe('a damaged store', () => {
  const filled = () => {
    const path = join(temporaryDirectory(), 'events.db');
    const writer = openStoreWriter(path, { source: SOURCE });
    writer.append(batchOf('opens', receivedEvents(1, 500)));
    writer.close();
    return path;
  };
  const shapes: [what: string, damage: (bytes: Buffer) => Buffer][] = [
    ['is some text', () => Buffer.from('not a database at all, but long enough to be looked at'.repeat(20))],
    ['lost its header', (bytes) => bytes.fill(0, 0, 16)],
    ['lost its first page', (bytes) => bytes.fill(0, 0, 8_192)],
    ['lost all pages but the first two', (bytes) => bytes.fill(0xff, 8_192 * 2)],
    ['was cut short', (bytes) => bytes.subarray(0, 8_192 * 2)],
  ];

  it.each(shapes)('that %s is set aside whole and reported; the next opening begins anew', (_what, damage) => {
    const path = filled();
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    const open = () => openStoreWriter(path, { source: SOURCE });
    const facts = { path, movedTo: expect.stringContaining(`${path}.damaged-`) };
    expect(open).toThrow(expect.objectContaining({ data: { code: 'STORE_DAMAGED', facts } }));
    const aside = readdirSync(dirname(path)).filter((name) =>
      /^events\.db\.damaged-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/.test(name),
    );
    expect(aside.map((name) => readFileSync(join(dirname(path), name)).equals(damaged))).toEqual([true]);
    const writer = open();
    expect(writer.resume()).toMatchObject({ extent: { newestSeq: 0 } });
    writer.close();
  });

  it('is not touched by a reader', () => {
    const path = filled();
    writeFileSync(path, 'x'.repeat(10_000));
    const facts = { path, movedTo: null };
    expect(() => openForReading(path)).toThrow(expect.objectContaining({ data: { code: 'STORE_DAMAGED', facts } }));
    expect(readdirSync(dirname(path))).toEqual(['events.db']);
  });

  it('is said to the log', async () => {
    const dataDir = temporaryDirectory();
    const paths = storePaths(dataDir, PRACTICE);
    mkdirSync(paths.directory);
    writeFileSync(paths.events, 'x'.repeat(10_000));
    const log = new SilentLog();
    await expect(createEventStoreOpener({ dataDir, log }).open(PRACTICE)).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
    });
    expect(log.lines).toMatchObject([{ level: 'error', fields: { reason: expect.stringContaining('STORE_DAMAGED') } }]);
  });
});

describe('a place that cannot be used', () => {
  it('a directory that is a file', async () => {
    const dataDir = join(temporaryDirectory(), 'file');
    writeFileSync(dataDir, '');
    const opening = createInThreadStores({ dataDir }).open(PLACE);
    await expect(opening).rejects.toMatchObject({ data: { code: 'STORE_UNWRITABLE', facts: { problem: 'folder' } } });
  });

  it('a worker that cannot start', async () => {
    const workerUrl = new URL('no-such-worker.ts', import.meta.url);
    const opening = createEventStoreOpener({ dataDir: temporaryDirectory(), workerUrl }).open(PLACE);
    await expect(opening).rejects.toMatchObject({ code: 'STORE_LOST' });
  });

  it('nothing to read', () => {
    const facts = { place: '/nowhere/events.db', problem: 'no-file' };
    expect(() => openForReading('/nowhere/events.db')).toThrow(
      expect.objectContaining({ data: { code: 'NO_STORE', facts } }),
    );
  });

  it('a store that its writer has not set up yet', () => {
    const path = join(temporaryDirectory(), 'events.db');
    new Sqlite(path).exec('VACUUM').close();
    const facts = { place: path, problem: 'not-set-up' };
    expect(() => openForReading(path)).toThrow(expect.objectContaining({ data: { code: 'NO_STORE', facts } }));
  });
});

describe("somebody else's database", () => {
  const shapes: [what: string, make: (path: string) => void][] = [
    ['of any version number', (path) => new Sqlite(path).exec('CREATE TABLE t (x); PRAGMA user_version = 1').close()],
    ['without a version number', (path) => new Sqlite(path).exec('CREATE TABLE event (seq INTEGER)').close()],
    [
      'with a write-ahead log that was not folded in',
      (path) => {
        const source = new Sqlite(`${path}.source`);
        source.pragma('journal_mode = WAL');
        source.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
        for (const suffix of ['', '-wal']) copyFileSync(`${path}.source${suffix}`, path + suffix);
        source.close();
        rmSync(`${path}.source`);
      },
    ],
  ];

  it.each(shapes)('[STORE-9] %s is neither read, nor written to, nor moved', (_what, make) => {
    const directory = temporaryDirectory();
    const path = join(directory, 'events.db');
    make(path);
    // The shared-memory file is no part of what is kept; SQLite makes it for whoever looks.
    const kept = () =>
      Object.fromEntries(
        readdirSync(directory)
          .filter((name) => !name.endsWith('-shm'))
          .map((name) => [name, readFileSync(join(directory, name)).toString('hex')]),
      );
    const before = kept();
    const mode = statSync(path).mode;
    const refused = expect.objectContaining({ data: { code: 'STORE_FOREIGN', facts: { path } } });
    expect(() => openStoreWriter(path, { source: SOURCE })).toThrow(refused);
    expect(() => openForReading(path)).toThrow(refused);
    expect({ kept: kept(), mode: statSync(path).mode }).toEqual({ kept: before, mode });
  });
});
