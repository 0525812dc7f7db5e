import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createActionRowWriter } from '../../../../../src-main/adapters/sqlite/events/rows/action-rows.ts';
import { restoreBackup } from '../../../../../src-main/adapters/sqlite/events/damage/restore.ts';
import { pathsIn } from '../../../../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader, type StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { createStoreWriter } from '../../../../../src-main/adapters/sqlite/events/store-writer.ts';
import { CURRENT_DECODER } from '../../../../../src-main/adapters/sqlite/events/rows/decoder.ts';
import { caseKey } from '../../../../../src-shared/domain/cases/case-keys.ts';
import { anActionEntry } from '../../../../doubles/action-entries.ts';
import { batchOf, receivedEvents } from '../../../../doubles/received-events.ts';
import { temporaryDatabase } from './temporary-database.ts';
import { logBatch, memberOf, placedAfter } from '../../../../doubles/team-log.ts';
import { filledStore, SOURCE, type TemporaryStore, temporaryStore } from './temporary-store.ts';
import { backedUp, deleteDatabase, openGuardedStore } from './guarded-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const actionsIn = (reader: StoreReader): string[] =>
  reader.actions(0, 1_000).map(({ number, id, afterSeq }) => `${number} ${id.slice(-2)} ${afterSeq}`);

/** Stores one action before 200 events and two after them. The third is long enough to need pages of its own. */
const filled = () => {
  const store = openGuardedStore();
  store.writer.resume();
  store.writer.addActions([anActionEntry(1)]);
  store.writer.append(batchOf('opens', receivedEvents(1, 200)));
  const subjects = Array.from({ length: 2_000 }, (_, index) => caseKey({ kind: 'eid', eid: `8904${index}` }));
  store.writer.addActions([anActionEntry(2), anActionEntry(3, { subjects })]);
  return store;
};
const ALL = ['1 01 0', '2 02 200', '3 03 200'];

const copied = async () => {
  const store = filled();
  return { ...store, copy: await backedUp(store.paths) };
};

describe('[OWN-4] actions of a store whose database was lost', () => {
  it('are restored if the file was deleted while it was open', () => {
    const { paths, writer, reader } = filled();
    deleteDatabase(paths);
    while (writer.repair());
    expect(actionsIn(reader)).toEqual(ALL);
  });

  it('are recovered from the readable pages of a damaged file', () => {
    const first = filled();
    const { paths } = first;
    first.close();
    const allActions = openStoreReader(paths.events).actions(2, 1);
    const bytes = Buffer.alloc(100, 'x');
    writeFileSync(paths.events, bytes, { flag: 'r+' });
    const { writer, reader } = openGuardedStore(paths);
    while (writer.repair());
    expect([actionsIn(reader), reader.actions(2, 1)]).toEqual([ALL, allActions]);
  });

  it('are restored from a backup and merged with the actions that were added since', async () => {
    const first = await copied();
    const { paths } = first;
    first.close();
    writeFileSync(paths.events, 'x'.repeat(20_000));
    const { writer, reader } = openGuardedStore(paths);
    const before = reader.basis();
    writer.addActions([anActionEntry(4)]);
    writer.append(batchOf('opens', receivedEvents(201, 210)));
    writer.addActions([anActionEntry(2), anActionEntry(5)]);
    while (writer.repair());
    expect([actionsIn(reader), reader.basis() === before]).toEqual([
      // Action 2 was added again after the damage. It is kept once, at its new position.
      ['1 01 0', '2 03 200', '3 04 4095', '4 02 4105', '5 05 4105'],
      false,
    ]);
  });

  it('are restored once each from a copy, into the same store and into an empty one', async () => {
    const first = await copied();
    const { paths } = first;
    first.writer.addActions([anActionEntry(4)]);
    first.close();
    const before = openStoreReader(paths.events);
    const basis = before.basis();
    before.close();
    restoreBackup(paths, first.copy);
    const again = openGuardedStore(paths);
    expect([actionsIn(again.reader), again.reader.basis()]).toEqual([[...ALL, '4 04 200'], basis]);
    again.close();

    const empty = pathsIn(join(temporaryDirectory(), 'other'));
    restoreBackup(empty, first.copy);
    expect(actionsIn(openGuardedStore(empty).reader)).toEqual(ALL);
  });

  it('are merged by the events between which they were stored', () => {
    const database = temporaryDatabase();
    const rows = createActionRowWriter(database);
    rows.add([anActionEntry(10), anActionEntry(11, { at: 1 })], 5);
    rows.add([anActionEntry(12)], 9);
    const found = [
      anActionEntry(20, { at: 11_000 }),
      anActionEntry(21, { at: 2 }),
      anActionEntry(22),
      anActionEntry(23),
    ].map((action, index) => ({
      number: index + 1,
      id: action.id,
      afterSeq: [5, 5, 7, 4_000][index] ?? 0,
      at: action.at,
      json: JSON.stringify(action),
    }));
    const odd = { number: 9, id: 'action-0099', afterSeq: 1, at: 1, json: '{"id":"action-0099"}' };
    expect([rows.merge([...found, odd, ...found].toReversed(), 9), rows.merge(found, 9)]).toEqual([true, false]);
    const ids = database.prepare('SELECT id, after_seq FROM action ORDER BY number').raw().all();
    expect(ids).toEqual([
      ['action-0010', 5],
      ['action-0011', 5],
      ['action-0020', 5],
      ['action-0021', 5],
      ['action-0022', 7],
      ['action-0012', 9],
      ['action-0023', 9],
    ]);
  });
});

describe('[STORE-15] the basis of a store', () => {
  const basis = (change: (store: ReturnType<typeof filledStore>) => void): boolean => {
    const store = filledStore(receivedEvents(1, 100));
    const before = store.reader.basis();
    change(store);
    return store.reader.basis() !== before;
  };

  it.each<[what: string, change: (store: ReturnType<typeof filledStore>) => void, isOther: boolean]>([
    [
      'does not change when events arrive',
      ({ writer }) => void writer.append(batchOf('opens', receivedEvents(101, 150))),
      false,
    ],
    [
      'does not change when events are marked as seen',
      ({ writer }) => writer.markSeen([{ first: 1, last: 9 }], true),
      false,
    ],
    ['changes when rows are rebuilt', ({ writer }) => void writer.rederive(1, 50), true],
    [
      'changes when another decoder has decoded all events again',
      ({ database }) => {
        const writer = createStoreWriter(database, {
          source: SOURCE,
          decoder: { ...CURRENT_DECODER, version: 99_999 },
        });
        while (writer.redecode());
      },
      true,
    ],
    [
      'changes when stored events are missing',
      ({ database }) => void createStoreWriter(database, { source: SOURCE, startAfter: 9_000 }),
      true,
    ],
    ['changes when a text is restored', ({ writer }) => writer.raiseBasis(), true],
  ])('%s', (_what, change, isOther) => {
    expect(basis(change)).toBe(isOther);
  });

  it('changes once, after the last row was decoded again', () => {
    const { database, reader } = filledStore(receivedEvents(1, 200));
    const decoder = { ...CURRENT_DECODER, version: 99_999 };
    const writer = createStoreWriter(database, { source: SOURCE, decoder, batchMs: 0 });
    const seen = new Set([reader.basis()]);
    while (writer.redecode()) seen.add(reader.basis());
    expect([seen.size, seen.has(reader.basis())]).toEqual([1, false]);
  });

  it('differs in another database of the same store', () => {
    const { paths, reader } = filled();
    const before = reader.basis();
    const other = pathsIn(join(temporaryDirectory(), 'other'));
    mkdirSync(other.directory, { recursive: true });
    expect([openGuardedStore(other).reader.basis() === before, openStoreReader(paths.events).basis()]).toEqual([
      false,
      before,
    ]);
  });
});

describe('[TEAM-21] an action of a kind that only a newer version knows', () => {
  const subject = caseKey({ kind: 'eid', eid: 'A' });
  const later = { ...anActionEntry(2, { subjects: [subject] }), what: { kind: 'transfer', to: 'Cleo' }, urgency: 1 };
  /** Reads the store as a version that knows the kind. */
  const upgraded = (database: TemporaryStore['database']) =>
    database.exec(`UPDATE action SET json = replace(json, '"transfer"', '"note"')`);

  it('is stored without effect, and counts in its place after an upgrade', () => {
    const { database, reader, writer } = temporaryStore();
    writer.follow(memberOf(''));
    const [before, after] = [anActionEntry(1, { subjects: [subject] }), anActionEntry(3, { subjects: [subject] })];
    writer.addActions([after]);
    writer.goOnAlone();
    writer.applyLog(logBatch(2, 0, { actions: placedAfter(0, before, later) }));
    const known = [actionsIn(reader), reader.actions(0, 10, [subject]).map(({ id }) => id)];
    upgraded(database);
    expect([known, actionsIn(reader), reader.actions(0, 10, [subject]).map(({ id }) => id)]).toEqual([
      [
        ['1 01 0', '3 03 0'],
        [before.id, after.id],
      ],
      ['1 01 0', '2 02 0', '3 03 0'],
      [before.id, later.id, after.id],
    ]);
    expect(database.prepare(`SELECT json FROM action WHERE number = 2`).pluck().get()).toContain('"urgency":1');
  });

  it('is merged in from a backup', () => {
    const rows = createActionRowWriter(temporaryDatabase());
    const row = { number: 1, id: later.id, afterSeq: 5, at: later.at, json: JSON.stringify(later) };
    expect(rows.merge([row], 9)).toBe(true);
    expect(rows.all()).toEqual([row]);
  });
});
