import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../../../src-shared/api/errors.ts';
import type { StoreIdentity } from '../../../../../../src-main/core/ports/event-store.ts';
import type { ProfileId } from '../../../../../../src-shared/domain/identity.ts';
import { storeThreads } from '../../../../../../src-main/adapters/sqlite/threads/store-threads.ts';
import { openDatabases } from '../../../../../../src-main/hosts/databases.ts';
import {
  EVENT_DATABASE,
  inspectDatabase,
  openForReading,
  openForWriting,
} from '../../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { storePaths } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader } from '../../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { createStoreWriter } from '../../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { inThreadDatabases } from '../../../../../doubles/in-thread-databases.ts';
import { SOURCE, temporaryStore } from '../temporary-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const STORE_IDENTITY: StoreIdentity = { id: 'some-place' as ProfileId, name: 'P', practice: false, source: SOURCE };

describe('the writing connection', () => {
  it('commits durably, waits 250 ms for a lock, and can return free space', () => {
    const { database } = temporaryStore();
    const pragma = (name: string) => database.pragma(name, { simple: true });
    expect({
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      page: pragma('page_size'),
      vacuum: pragma('auto_vacuum'),
      busy: pragma('busy_timeout'),
      logLimit: pragma('journal_size_limit'),
      foreignKeys: pragma('foreign_keys'),
      temp: pragma('temp_store'),
    }).toEqual({
      journal: 'wal',
      synchronous: 2,
      page: 8_192,
      vacuum: 2,
      busy: 250,
      logLimit: 67_108_864,
      foreignKeys: 1,
      temp: 2,
    });
  });

  it('creates files and directories that only this user can use', async () => {
    const dataDir = join(temporaryDirectory(), 'data');
    const store = await inThreadDatabases(dataDir).stores.open(STORE_IDENTITY, () => undefined);
    await store.writer.append(batchOf('opens', receivedEvents(1, 1)));
    const { directory } = storePaths(dataDir, STORE_IDENTITY);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect({
      directories: [dataDir, dirname(directory), directory].map(mode),
      files: Object.fromEntries(readdirSync(directory).map((name) => [name, mode(join(directory, name))])),
    }).toEqual({
      directories: ['700', '700', '700'],
      files: {
        ballast: '600',
        'events.db': '600',
        'events.db-shm': '600',
        'events.db-wal': '600',
        'events.mark': '600',
        'writer.lock': '600',
      },
    });
    await store.close();
  });
});

describe('a file at the path of a database', () => {
  const filled = () => {
    const path = join(temporaryDirectory(), 'events.db');
    const database = openForWriting(path);
    database.exec("INSERT INTO meta (key, value) VALUES ('lineage', 'of-this-store')");
    const writer = createStoreWriter(database, { source: SOURCE });
    writer.append(batchOf('opens', receivedEvents(1, 500)));
    writer.close();
    return path;
  };
  const damages: [what: string, damage: (bytes: Buffer) => Buffer][] = [
    ['is some text', () => Buffer.from('not a database at all, but long enough to be looked at'.repeat(20))],
    ['lost its header', (bytes) => bytes.fill(0, 0, 16)],
    ['lost its first page', (bytes) => bytes.fill(0, 0, 8_192)],
    ['lost all pages but the first two', (bytes) => bytes.fill(0xff, 8_192 * 2)],
    ['was cut short', (bytes) => bytes.subarray(0, 8_192 * 2)],
  ];

  it('is none if it is missing or empty, otherwise a store with its lineage and newest seq', () => {
    const path = filled();
    const empty = `${path}.empty`;
    writeFileSync(empty, '');
    expect([inspectDatabase(`${path}.none`), inspectDatabase(empty), inspectDatabase(path)]).toEqual([
      { kind: 'none' },
      { kind: 'none' },
      { kind: 'readable', lineage: 'of-this-store', newestSeq: 500 },
    ]);
  });

  it.each(damages)('is reported as damaged and left unchanged if it %s', (_what, damage) => {
    const path = filled();
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    expect(inspectDatabase(path)).toEqual({ kind: 'damaged', detail: expect.any(String) });
    const facts = { path, movedTo: null };
    expect(() => openStoreReader(path).extent()).toThrow(
      expect.objectContaining({ data: { code: 'STORE_DAMAGED', facts } }),
    );
    // SQLite creates an empty log for every reader.
    const filledFiles = readdirSync(dirname(path)).filter((name) => statSync(join(dirname(path), name)).size > 0);
    expect([readFileSync(path).equals(damaged), filledFiles.filter((name) => !name.endsWith('-shm'))]).toEqual([
      true,
      ['events.db'],
    ]);
  });

  it.each(['block', 'text_change', 'projection'])('without its table %s is reported as damaged', (table) => {
    const path = filled();
    new Sqlite(path).exec(`DROP TABLE ${table}`).close();
    const detail = `Error: version ${EVENT_DATABASE.version}, without the tables: ${table}`;
    expect(inspectDatabase(path)).toEqual({ kind: 'damaged', detail });
    const facts = { path, movedTo: null };
    expect(() => openStoreReader(path)).toThrow(expect.objectContaining({ data: { code: 'STORE_DAMAGED', facts } }));
  });

  it('is reported as damaged, or can be read, if it lost all pages after one of them', () => {
    const path = filled();
    const bytes = readFileSync(path);
    const results = Array.from({ length: bytes.length / 8_192 - 1 }, (_, index) => {
      writeFileSync(path, Buffer.from(bytes).fill(0xff, 8_192 * (index + 1)));
      try {
        openStoreReader(path).extent();
        return 'read';
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
    });
    expect(results.filter((one) => one !== 'read' && one !== 'STORE_DAMAGED')).toEqual([]);
    expect(results).toContain('STORE_DAMAGED');
  });
});

describe('opening a store fails with a reason for', () => {
  it('a data directory that is a file', async () => {
    const dataDir = join(temporaryDirectory(), 'file');
    writeFileSync(dataDir, '');
    const opening = inThreadDatabases(dataDir).stores.open(STORE_IDENTITY, () => undefined);
    await expect(opening).rejects.toMatchObject({ data: { code: 'STORE_UNWRITABLE', facts: { problem: 'folder' } } });
  });

  it('a worker that cannot start', async () => {
    const directory = temporaryDirectory();
    const start = () => new Worker(new URL('no-such-worker.ts', import.meta.url));
    const { stores } = openDatabases({ directoryOf: () => directory, clientsOf: storeThreads(start) });
    const opening = stores.open(STORE_IDENTITY, () => undefined);
    await expect(opening).rejects.toMatchObject({ code: 'STORE_LOST' });
  });

  it('a missing file', () => {
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

describe('the database of another program', () => {
  const shapes: [what: string, make: (path: string) => void][] = [
    ['with any version number', (path) => new Sqlite(path).exec('CREATE TABLE t (x); PRAGMA user_version = 1').close()],
    ['without a version number', (path) => new Sqlite(path).exec('CREATE TABLE event (seq INTEGER)').close()],
    [
      'with a write-ahead log that was not checkpointed',
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

  it.each(shapes)('[THREAD-4] %s is neither read, nor written to, nor moved', (_what, make) => {
    const directory = temporaryDirectory();
    const path = join(directory, 'events.db');
    make(path);
    // Ignores the shared-memory file, which SQLite creates for every reader.
    const filledFiles = () =>
      Object.fromEntries(
        readdirSync(directory)
          .filter((name) => !name.endsWith('-shm'))
          .map((name) => [name, readFileSync(join(directory, name)).toString('hex')]),
      );
    const before = filledFiles();
    const mode = statSync(path).mode;
    const refused = expect.objectContaining({ data: { code: 'STORE_FOREIGN', facts: { path } } });
    expect(() => openForWriting(path)).toThrow(refused);
    expect(() => inspectDatabase(path)).toThrow(refused);
    expect(() => openForReading(path)).toThrow(refused);
    expect({ kept: filledFiles(), mode: statSync(path).mode }).toEqual({ kept: before, mode });
  });
});
