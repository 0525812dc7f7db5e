import { writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSeenRanges } from '../../../../../src-main/adapters/sqlite/events/rows/seen-ranges.ts';
import { createSeenRowWriter } from '../../../../../src-main/adapters/sqlite/events/rows/seen-row-writer.ts';
import { openStoreReader, type StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { randomNumbers } from '../../../../doubles/random-numbers.ts';
import { batchOf, receivedEvents } from '../../../../doubles/received-events.ts';
import { temporaryDatabase } from './temporary-database.ts';
import { filledStore } from './temporary-store.ts';
import { backedUp, deleteDatabase, openGuardedStore } from './guarded-store.ts';

const NEWEST = 200;

function marks() {
  const database = temporaryDatabase();
  const rows = createSeenRowWriter(database);
  const ranges = createSeenRanges(database);
  return {
    mark(first: number, last: number, seen = true) {
      rows.mark([{ first, last }], seen, NEWEST);
      ranges.refresh();
    },
    rows: () => database.prepare('SELECT first, last FROM seen ORDER BY first').raw().all(),
    ranges,
  };
}

const seenIn = (reader: StoreReader, to = NEWEST): number[] =>
  reader
    .summaries({ filter: { terms: [{ kind: 'seen', seen: true }] }, direction: 'newer', from: 0, to, limit: 1_000 })
    .rows.map(({ seq }) => seq);

describe('[STORE-11] the ranges of seen events', () => {
  it.each<[what: string, marked: readonly (readonly [number, number, boolean?])[], rows: number[][]]>([
    ['store one event', [[5, 5]], [[5, 5]]],
    [
      'merge with a neighbour',
      [
        [5, 6],
        [7, 9],
      ],
      [[5, 9]],
    ],
    [
      'merge with neighbours on both sides',
      [
        [5, 6],
        [10, 12],
        [7, 9],
      ],
      [[5, 12]],
    ],
    [
      'stay separate if an event lies between them',
      [
        [5, 6],
        [8, 9],
      ],
      [
        [5, 6],
        [8, 9],
      ],
    ],
    [
      'do not change if the new range lies within one of them',
      [
        [5, 20],
        [7, 9],
      ],
      [[5, 20]],
    ],
    [
      'are replaced by a range that contains them',
      [
        [5, 6],
        [8, 9],
        [1, 30],
      ],
      [[1, 30]],
    ],
    [
      'do not include events that are not received yet',
      [
        [190, 10_000],
        [500, 600],
      ],
      [[190, 200]],
    ],
    [
      'split when their middle is marked as unseen',
      [
        [5, 20],
        [8, 9, false],
      ],
      [
        [5, 7],
        [10, 20],
      ],
    ],
    [
      'shrink when their ends are marked as unseen',
      [
        [5, 20],
        [1, 5, false],
        [20, 30, false],
      ],
      [[6, 19]],
    ],
    [
      'shrink or disappear when a span over several is marked as unseen',
      [
        [5, 6],
        [8, 9],
        [11, 20],
        [6, 11, false],
      ],
      [
        [5, 5],
        [12, 20],
      ],
    ],
    [
      'do not change when other events are marked as unseen',
      [
        [5, 6],
        [7, 9, false],
      ],
      [[5, 6]],
    ],
  ])('%s', (_, marked, rows) => {
    const store = marks();
    for (const [first, last, seen] of marked) store.mark(first, last, seen);
    expect(store.rows()).toEqual(rows);
  });

  it('never touch, whatever is marked as seen or unseen in any order', () => {
    const random = randomNumbers(3);
    const store = marks();
    const expected = new Set<number>();
    for (let turn = 0; turn < 400; turn += 1) {
      const first = 1 + random(NEWEST);
      const last = Math.min(NEWEST, first + random(12));
      const seen = random(3) > 0;
      store.mark(first, last, seen);
      for (let seq = first; seq <= last; seq += 1) expected[seen ? 'add' : 'delete'](seq);
      const from = 1 + random(NEWEST);
      const to = Math.min(NEWEST, from + random(30));
      const expectedSeen = Array.from({ length: to - from + 1 }, (_, index) => expected.has(from + index));
      const covers = expectedSeen.every(Boolean) ? 'all' : expectedSeen.some(Boolean) ? 'some' : 'none';
      expect([turn, store.ranges.covers(from, to), store.ranges.holds(from)]).toEqual([turn, covers, expectedSeen[0]]);
    }
    const rows = store.rows() as [number, number][];
    expect(rows.every(([first], place) => place === 0 || first > (rows[place - 1]?.[1] ?? 0) + 1)).toBe(true);
  });

  it('are visible to every reader from then on, in rows and in filters', () => {
    const { writer, path, reader } = filledStore(receivedEvents(1, 100));
    const other = openStoreReader(path);
    onTestFinished(() => other.close());
    const before = seenIn(other);
    writer.markSeen(
      [
        { first: 3, last: 4 },
        { first: 90, last: 90 },
      ],
      true,
    );
    expect([before, seenIn(other), seenIn(reader), other.event(4)?.seen, other.event(5)?.seen]).toEqual([
      [],
      [3, 4, 90],
      [3, 4, 90],
      true,
      false,
    ]);
  });
});

describe('[STORE-11] the seen events of a store whose database was lost', () => {
  const filled = () => {
    const store = openGuardedStore();
    store.writer.resume();
    store.writer.append(batchOf('opens', receivedEvents(1, 200)));
    store.writer.markSeen([{ first: 7, last: 9 }], true);
    return store;
  };

  it('are restored if the file was deleted while it was open', () => {
    const { paths, repair, reader } = filled();
    deleteDatabase(paths);
    repair();
    expect(seenIn(reader)).toEqual([7, 8, 9]);
  });

  it('do not include events that arrived since, even if a damaged row says so', async () => {
    const first = filled();
    const { paths } = first;
    const backup = await backedUp(paths);
    first.close();
    const database = new Sqlite(backup);
    database.exec('UPDATE seen SET last = 4000000000 WHERE first = 7');
    database.close();
    writeFileSync(paths.events, 'x'.repeat(20_000));
    const { writer, repair, reader } = openGuardedStore(paths);
    writer.resume();
    writer.append(batchOf('opens', receivedEvents(201, 210)));
    repair();
    const seen = seenIn(reader, Number.MAX_SAFE_INTEGER);
    expect([reader.extent().storedEvents, seen.length, seen.at(-1)]).toEqual([210, 194, 200]);
  });

  it('are restored from a backup if the file was damaged', async () => {
    const first = filled();
    const { paths } = first;
    await backedUp(paths);
    first.close();
    writeFileSync(paths.events, 'x'.repeat(20_000));
    const { repair, reader } = openGuardedStore(paths);
    repair();
    expect(seenIn(reader)).toEqual([7, 8, 9]);
  });
});
