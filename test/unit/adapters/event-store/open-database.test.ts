import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createEventStoreOpener } from '../../../../src-main/adapters/event-store/event-store.ts';
import { openForReading } from '../../../../src-main/adapters/event-store/open-database.ts';
import { storePaths } from '../../../../src-main/adapters/event-store/store-directory.ts';
import { openStoreWriter } from '../../../../src-main/adapters/event-store/store-writer.ts';
import { receivedEvents } from '../../../conformance/event-store-conformance.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { temporaryDirectory, temporaryStore } from './temporary-store.ts';

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
    const store = await createEventStoreOpener({ dataDir }).open({ profileName: 'P', practice: false });
    await store.append({ session: 'opens', events: receivedEvents(1, 1) });
    const { directory } = storePaths(dataDir, { profileName: 'P', practice: false });
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
    const writer = openStoreWriter(path);
    writer.append({ session: 'opens', events: receivedEvents(1, 500) });
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
    const open = () => openStoreWriter(path);
    expect(open).toThrow(
      expect.objectContaining({ code: 'STORE_DAMAGED', message: expect.stringContaining('.damaged-') }),
    );
    const aside = readdirSync(dirname(path)).filter((name) =>
      /^events\.db\.damaged-\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/.test(name),
    );
    expect(aside.map((name) => readFileSync(join(dirname(path), name)).equals(damaged))).toEqual([true]);
    const writer = open();
    expect(writer.resume()).toMatchObject({ newestSeq: 0 });
    writer.close();
  });

  it('is not touched by a reader', () => {
    const path = filled();
    writeFileSync(path, 'x'.repeat(10_000));
    expect(() => openForReading(path)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }));
    expect(readdirSync(dirname(path))).toEqual(['events.db']);
  });

  it('is said to the log', async () => {
    const dataDir = temporaryDirectory();
    const paths = storePaths(dataDir, { profileName: 'Practice', practice: true });
    mkdirSync(paths.directory);
    writeFileSync(paths.events, 'x'.repeat(10_000));
    const log = new SilentLog();
    await expect(
      createEventStoreOpener({ dataDir, log }).open({ profileName: 'Practice', practice: true }),
    ).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
    });
    expect(log.lines).toMatchObject([{ level: 'error', fields: { reason: expect.stringContaining('STORE_DAMAGED') } }]);
  });
});

describe('a place that cannot be used', () => {
  it('a directory that is a file', async () => {
    const dataDir = join(temporaryDirectory(), 'file');
    writeFileSync(dataDir, '');
    const opening = createEventStoreOpener({ dataDir }).open({ profileName: 'P', practice: false });
    await expect(opening).rejects.toMatchObject({ code: 'STORE_UNWRITABLE' });
  });

  it('a worker that cannot start', async () => {
    const workerUrl = new URL('no-such-worker.ts', import.meta.url);
    const opening = createEventStoreOpener({ dataDir: temporaryDirectory(), workerUrl }).open({
      profileName: 'P',
      practice: false,
    });
    await expect(opening).rejects.toMatchObject({ code: 'STORE_LOST' });
  });

  it('nothing to read', () => {
    expect(() => openForReading('/nowhere/events.db')).toThrow(expect.objectContaining({ code: 'NO_STORE' }));
  });

  it('a store that its writer has not set up yet', () => {
    const path = join(temporaryDirectory(), 'events.db');
    new Sqlite(path).exec('VACUUM').close();
    expect(() => openForReading(path)).toThrow(expect.objectContaining({ code: 'NO_STORE' }));
  });
});
