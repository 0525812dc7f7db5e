import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  backUpStore,
  copyStore,
  listBackups,
  removePartialBackups,
} from '../../../../../../src-main/adapters/sqlite/events/files/backup.ts';
import { CHUNK_SIZE } from '../../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import { openForWriting } from '../../../../../../src-main/adapters/sqlite/events/files/open-database.ts';
import { pathsIn } from '../../../../../../src-main/adapters/sqlite/store-paths.ts';
import { createStoreWriter } from '../../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { SOURCE } from '../temporary-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const DAY = 86_400_000;
const AT = Date.UTC(2026, 10, 22, 0, 42, 8, 123);

function filled(events: number) {
  const paths = pathsIn(temporaryDirectory());
  const database = openForWriting(paths.events);
  onTestFinished(() => void database.close());
  const writer = createStoreWriter(database, { source: SOURCE });
  let newest = 0;
  const append = (count: number) => {
    for (const end = newest + count; newest < end; newest += 500)
      writer.append(batchOf('opens', receivedEvents(newest + 1, Math.min(end, newest + 500))));
    return newest;
  };
  append(events);
  return { paths, database, writer, append };
}

const eventsIn = (path: string): number[] => {
  const database = new Sqlite(path, { readonly: true });
  const seqs = database.prepare<[], number>('SELECT seq FROM event ORDER BY seq').pluck().all();
  database.close();
  return seqs;
};
const upTo = (newest: number): number[] => Array.from({ length: newest }, (_, index) => index + 1);

describe('[KEEP-5] a copy of the store', () => {
  it('contains the events of one point in time and does not block writes', async () => {
    const { paths, append } = filled(2 * CHUNK_SIZE);
    const target = join(paths.directory, 'copy.db');
    let steps = 0;
    const onProgress = () => {
      steps += 1;
      append(500);
    };
    const copy = await copyStore(paths.events, target, { at: AT, stepPages: 4, onProgress });
    expect(steps).toBeGreaterThan(10);
    expect(copy).toEqual({ path: target, at: AT, bytes: statSync(target).size, storedEvents: 2 * CHUNK_SIZE });
    expect(eventsIn(target)).toEqual(upTo(2 * CHUNK_SIZE));
    expect(eventsIn(paths.events)).toHaveLength(2 * CHUNK_SIZE + 500 * steps);
  });

  it('is one file that only this user can read, and opens as a store that continues', async () => {
    const { paths } = filled(100);
    const target = join(paths.directory, 'copy.db');
    await copyStore(paths.events, target);
    expect({
      files: readdirSync(paths.directory).filter((name) => name.startsWith('copy')),
      mode: statSync(target).mode & 0o777,
    }).toEqual({ files: ['copy.db'], mode: 0o600 });
    const database = openForWriting(target);
    const { extent } = createStoreWriter(database, { source: SOURCE }).append(
      batchOf('opens', receivedEvents(101, 101)),
    );
    database.close();
    expect(extent).toEqual({ oldestSeq: 1, newestSeq: 101, storedEvents: 101 });
  });

  it('does not replace an existing file', async () => {
    const { paths } = filled(10);
    const target = join(paths.directory, 'mine.txt');
    writeFileSync(target, 'mine');
    await expect(copyStore(paths.events, target)).rejects.toMatchObject({
      data: { code: 'BACKUP_UNUSABLE', facts: { path: target, problem: 'exists' } },
    });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('is deleted if it does not contain everything that was stored', async () => {
    const { paths } = filled(2 * CHUNK_SIZE);
    const target = join(paths.directory, 'copy.db');
    // oxlint-disable-next-line typescript/unbound-method -- it is called on its database
    const original = Sqlite.prototype.backup;
    vi.spyOn(Sqlite.prototype, 'backup').mockImplementation(async function (this: Sqlite.Database, path, options) {
      const done = await original.call(this, path, options);
      // Simulates a disk that reports a write which it did not make.
      const copy = new Sqlite(path);
      copy.exec('DELETE FROM event WHERE seq = 7');
      copy.close();
      return done;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(copyStore(paths.events, target)).rejects.toMatchObject({
      data: { code: 'BACKUP_UNUSABLE', facts: { problem: 'damaged' } },
    });
    expect(readdirSync(paths.directory).filter((name) => name.startsWith('copy'))).toEqual([]);
  });

  it('fails and leaves no file if the store cannot be read', async () => {
    const { paths, database } = filled(2 * CHUNK_SIZE);
    database.close();
    const bytes = readFileSync(paths.events);
    bytes.fill(0xaa, 8_192 * 20, 8_192 * 40);
    writeFileSync(paths.events, bytes);
    await expect(copyStore(paths.events, join(paths.directory, 'copy.db'))).rejects.toMatchObject({
      code: expect.stringMatching(/STORE_DAMAGED|BACKUP_UNUSABLE/),
    });
    expect(readdirSync(paths.directory).filter((name) => name.startsWith('copy'))).toEqual([]);
  });
});

describe('[KEEP-5] the daily copies', () => {
  it('are limited to the two newest, and partial copies are removed', async () => {
    const { paths, append } = filled(10);
    mkdirSync(paths.backups);
    writeFileSync(join(paths.backups, '2026-11-20T004208.123Z.db.partial'), 'half');
    writeFileSync(join(paths.backups, 'notes.txt'), 'mine');
    const made = [];
    for (let day = 0; day < 4; day += 1) {
      made.push(await backUpStore(paths, { at: AT + day * DAY }));
      append(10);
    }
    expect(listBackups(paths)).toEqual([made[3], made[2]]);
    expect(made.map(({ storedEvents, at }) => [storedEvents, at])).toEqual(
      [10, 20, 30, 40].map((events, day) => [events, AT + day * DAY]),
    );
    expect(readdirSync(paths.backups).toSorted()).toEqual([
      '2026-11-24T004208.123Z.db',
      '2026-11-25T004208.123Z.db',
      'notes.txt',
    ]);
  });

  it('report progress while they are made', async () => {
    const { paths } = filled(10);
    const shares: number[] = [];
    await backUpStore(paths, { onProgress: (share) => shares.push(share) });
    // A store as small as this one is copied in one step.
    expect(shares).toEqual([0]);
  });

  it('keep the copy made now even if the clock was set back', async () => {
    const { paths } = filled(10);
    await backUpStore(paths, { at: AT + 900 * DAY });
    await backUpStore(paths, { at: AT + 901 * DAY });
    const now = await backUpStore(paths, { at: AT });
    expect(listBackups(paths).map(({ at }) => at)).toEqual([AT + 901 * DAY, now.at]);
  });

  it('do not include files that are not copies of a store', () => {
    const paths = pathsIn(temporaryDirectory());
    expect(listBackups(paths)).toEqual([]);
    mkdirSync(paths.backups);
    writeFileSync(join(paths.backups, '2026-11-20T004208.123Z.db'), 'no database');
    expect(listBackups(paths)).toEqual([]);
    removePartialBackups(paths);
    expect(readdirSync(paths.backups)).toHaveLength(1);
  });
});
