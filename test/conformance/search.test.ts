/**
 * Compares searches for texts and identifiers in the same store without a search index, with one of some events, and
 * with one of all; then with one that was replaced, damaged, of another store, or older than recovered texts.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import {
  BLOCK_SIZE,
  openBlock,
  packBlock,
  encodeBlock,
} from '../../src-main/adapters/sqlite/events/texts/received-block.ts';
import {
  databaseIdentity,
  isMarkedDamaged,
  markDamaged,
  searchPathOf,
} from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import { createSearchIndex } from '../../src-main/adapters/sqlite/events/search/search-index.ts';
import { createSearchCheck } from '../../src-main/adapters/sqlite/events/search/search-check.ts';
import { TextReader } from '../../src-main/adapters/sqlite/events/texts/text-reader.ts';
import { TextStore } from '../../src-main/adapters/sqlite/events/writing/text-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { Filter, FilterTerm } from '../../src-shared/domain/filter/filter.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { batchOf } from '../doubles/received-events.ts';
import { oneOf } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { rounds } from '../support/breadth.ts';
import { filledStore, type TemporaryStore } from '../unit/adapters/sqlite/events/temporary-store.ts';
import {
  counted,
  found,
  identifier,
  indexAll,
  indexedThrough,
  openFiles,
  readerOf,
  removeIndex,
  words,
} from './searched-store.ts';

const CHUNK = 4_096;
/** More than the 32 blocks of the index's first batch. The thorough run also fills a chunk. */
const BLOCKS = rounds({ usual: 36, thorough: CHUNK / BLOCK_SIZE + 3 });
const EVENTS = BLOCKS * BLOCK_SIZE + 8;
const FULL_TO = BLOCKS * BLOCK_SIZE - 1;
const FIRST = 8 * BLOCK_SIZE + 40;
const FIRST_FULL_TO = 8 * BLOCK_SIZE - 1;
const FEW = 4 * BLOCK_SIZE + 30;
const FEW_FULL_TO = 4 * BLOCK_SIZE - 1;
/** Shared by the tests, so that `filledStore` copies a database. */
const FEW_EVENTS = [...generatedEvents(0, FEW)];
const OTHER_EVENTS = [...generatedEvents(50_000, FEW)];

/** Returns terms cut from received texts, as a user would copy or remember them. Some have a wrong character. */
function randomQuestion(events: readonly ReceivedEvent[], random: (limit: number) => number): Filter {
  const terms: FilterTerm[] = [];
  for (let count = 1 + random(2); count > 0; count -= 1) {
    const values = Array.from({ length: 1 + random(2) }, () => {
      const { data, id } = oneOf(events, random);
      const text = random(8) === 0 ? (id ?? '') : data;
      const from = random(text.length);
      const cut = text.slice(from, from + 3 + random(24));
      return random(6) === 0 ? `${cut.slice(0, -1)}7` : cut;
    });
    const negated = random(6) === 0;
    const digits = /\d{4,}/.exec(oneOf(events, random).data)?.[0] ?? '4600';
    const shape = random(4);
    const fragments = [digits.slice(0, 4 + random(9)), `…${digits.slice(-4 - random(4))}`, `${digits}…`, `=${digits}`];
    terms.push(
      random(2) === 0
        ? { kind: 'text', values, negated }
        : {
            kind: 'value',
            field: oneOf(['id', 'eid', 'imsi', 'event'] as const, random),
            values: [fragments[shape] ?? ''],
            negated,
          },
    );
  }
  if (random(3) === 0) terms.push({ kind: 'value', field: 'country', values: ['SE', 'DE', 'FR'], negated: false });
  if (random(4) === 0) terms.push({ kind: 'seen', seen: random(2) === 0 });
  return { terms };
}

test('[SEARCH-1] a search index of some or all events changes the time of an answer, but not the answer', () => {
  const random = randomNumbers(8);
  const events = [...generatedEvents(0, EVENTS)];
  const store = filledStore(events.slice(0, FIRST));
  indexAll(store);
  store.writer.append(batchOf('opens', events.slice(FIRST)));
  store.writer.markSeen([{ first: 400, last: 1_800 }], true);
  const questions = [
    // Most blocks contain it, so their list is read in several batches.
    { terms: [words('operation')] },
    ...Array.from({ length: rounds({ usual: 2, thorough: 8 }) }, () => randomQuestion(events, random)),
  ];
  const readBoth = () => {
    const reader = readerOf(store);
    return questions.map((filter) => ({
      filter,
      older: found(reader, filter),
      again: found(reader, filter),
      newer: found(reader, filter, 'newer').toReversed(),
      count: counted(reader, filter),
    }));
  };
  const some = readerOf(store).searchIndexProgress();
  const withSome = readBoth();
  indexAll(store);
  const all = readerOf(store).searchIndexProgress();
  const withAll = readBoth();
  removeIndex(store);
  const without = readBoth();

  expect({ some, all, none: readerOf(store).searchIndexProgress() }).toEqual({
    some: { indexedThrough: FIRST_FULL_TO, unindexedEvents: EVENTS - FIRST_FULL_TO },
    all: { indexedThrough: FULL_TO, unindexedEvents: EVENTS - FULL_TO },
    none: { indexedThrough: 0, unindexedEvents: EVENTS },
  });
  expect(withSome).toEqual(without);
  expect(withAll).toEqual(without);
  expect(without.filter(({ older }) => older.length > 0 && older.length < EVENTS).length).toBeGreaterThan(
    rounds({ usual: 1, thorough: 3 }),
  );
  expect(without.map(({ again, newer, count }) => ({ again, newer, count }))).toEqual(
    without.map(({ older }) => ({ again: older, newer: older, count: older.length })),
  );
});

describe('[SEARCH-1] an index that does not fit the texts is not used', () => {
  const events = FEW_EVENTS;
  const needle: Filter = {
    terms: [identifier(/8904903200\d{22}/.exec(events.map(({ data }) => data).join(''))?.[0] ?? '')],
  };

  test('after it was deleted under a reader, until another one replaces it', () => {
    const store = filledStore(events);
    indexAll(store);
    const reader = readerOf(store);
    const first = [found(reader, { terms: [words('CMP-5021')] }), reader.searchIndexProgress().indexedThrough] as const;
    removeIndex(store);
    const without = [
      found(reader, { terms: [words('CMP-5021')] }),
      reader.searchIndexProgress().indexedThrough,
    ] as const;
    indexAll(store);
    const again = [found(reader, { terms: [words('CMP-5021')] }), reader.searchIndexProgress().indexedThrough] as const;
    expect([without[0], again[0]]).toEqual([first[0], first[0]]);
    expect([first[1], without[1], again[1]]).toEqual([FEW_FULL_TO, 0, FEW_FULL_TO]);
  });

  test('if it is the index of another store', () => {
    const other = filledStore(OTHER_EVENTS);
    indexAll(other);
    const store = filledStore(events);
    const result = found(readerOf(store), needle);
    new Sqlite(searchPathOf(other.path)).exec(`VACUUM INTO '${searchPathOf(store.path)}'`).close();
    expect([found(readerOf(store), needle), indexedThrough(store)]).toEqual([result, 0]);
    indexAll(store);
    expect([found(readerOf(store), needle), indexedThrough(store)]).toEqual([result, FEW_FULL_TO]);
  });

  test('by any reader after one marked it as damaged, so that it can be deleted', () => {
    const store = filledStore(events);
    indexAll(store);
    const reader = readerOf(store);
    const result = found(reader, needle);
    const openIndexFiles = () => openFiles().filter((path) => path.startsWith(searchPathOf(store.path))).length;
    const before = [reader.searchIndexProgress().indexedThrough, openIndexFiles() > 0 || process.platform !== 'linux'];
    markDamaged(searchPathOf(store.path));
    const noted = [reader.searchIndexProgress().indexedThrough, openIndexFiles(), found(reader, needle)];
    indexAll(store);
    expect({ before, noted, again: reader.searchIndexProgress().indexedThrough }).toEqual({
      before: [FEW_FULL_TO, true],
      noted: [0, 0, result],
      again: FEW_FULL_TO,
    });
  });

  test('if it is ahead of the store, which is an older copy', () => {
    const store = filledStore(events);
    indexAll(store);
    const search = new Sqlite(searchPathOf(store.path));
    search.exec('UPDATE state SET up_to = 999999');
    search.close();
    indexAll(store);
    expect(indexedThrough(store)).toBe(FEW_FULL_TO);
  });

  test.each([
    ['not a database', (path: string) => writeFileSync(path, 'This is a letter to somebody.')],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['damaged in the middle', overwriteLists],
  ])('if its file is %s', (_, damage) => {
    const store = filledStore(events);
    const results = [needle, { terms: [words('CMP-5021')] }].map((filter) => found(readerOf(store), filter));
    indexAll(store);
    for (const file of ['-wal', '-shm']) rmSync(`${searchPathOf(store.path)}${file}`, { force: true });
    damage(searchPathOf(store.path));
    const readBoth = () => [needle, { terms: [words('CMP-5021')] }].map((filter) => found(readerOf(store), filter));
    expect(readBoth()).toEqual(results);
    indexAll(store);
    expect({ results: readBoth(), indexedThrough: indexedThrough(store) }).toEqual({
      results,
      indexedThrough: FEW_FULL_TO,
    });
  });
});

const PAGE_BYTES = 8_192;

function overwriteLists(path: string): void {
  const database = new Sqlite(path, { readonly: true });
  const pages = database
    .prepare<[], number>(
      "SELECT pageno FROM dbstat WHERE name IN ('chunk_signature', 'identifiers') AND pagetype = 'leaf'",
    )
    .pluck()
    .all();
  database.close();
  // No connection of this process has the index open, so closing the file drops no lock.
  const file = openSync(path, 'r+');
  for (const page of pages.filter((_, position) => position % 3 > 0))
    writeSync(file, randomBytes(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
}

test('[KEEP-2] an index with wrong content is noticed by the check and built again', () => {
  const other = filledStore(OTHER_EVENTS);
  indexAll(other);
  const store = filledStore(FEW_EVENTS);
  indexAll(store);
  /** Compares every block; a check of the store compares one of 64. */
  const isNotedOfAll = () => {
    const index = createSearchIndex(store.database, searchPathOf(store.path));
    store.database.transaction(() => createSearchCheck(new TextReader(store.database), index, 1).checkRange(0, null))();
    index.release();
    index.close();
    return isMarkedDamaged(searchPathOf(store.path));
  };
  const isRecordedByReads = () => {
    const reader = readerOf(store);
    for (let turn = 0; turn < 64 && !isMarkedDamaged(searchPathOf(store.path)); turn += 1)
      for (let after: number | null = 0; after !== null;) after = reader.check(after).next;
    return isMarkedDamaged(searchPathOf(store.path));
  };
  const isNotedOfGood = isNotedOfAll();
  removeIndex(store);
  new Sqlite(searchPathOf(other.path)).exec(`VACUUM INTO '${searchPathOf(store.path)}'`).close();
  const ofStore = new Sqlite(searchPathOf(store.path));
  // Simulates lists with other grams, in which SQLite finds nothing wrong.
  ofStore.prepare('UPDATE state SET source = ?').run(databaseIdentity(store.database));
  ofStore.close();
  const isNotedOfBad = isRecordedByReads();
  const noted = indexedThrough(store);
  indexAll(store);
  expect({
    isNotedOfGood,
    isNotedOfBad,
    indexedThrough: noted,
    again: isNotedOfAll(),
    all: indexedThrough(store),
  }).toEqual({
    isNotedOfGood: false,
    isNotedOfBad: true,
    indexedThrough: 0,
    again: false,
    all: FEW_FULL_TO,
  });
});

describe('[STORE-20] an event is found by its row, with the index and without, if its text', () => {
  const events = FEW_EVENTS;
  const seq = 1 + events.findIndex(({ data }, index) => index > 130 && /8904903200\d{22}/.test(data));
  const eid = /8904903200\d{22}/.exec(events[seq - 1]?.data ?? '')?.[0] ?? '';
  const block = Math.floor(seq / BLOCK_SIZE);
  const questions: Filter[] = [
    { terms: [{ kind: 'value', field: 'eid', values: [`=${eid}`], negated: false }] },
    { terms: [{ kind: 'value', field: 'id', values: [`…${eid.slice(-5)}`], negated: false }] },
    { terms: [words(events[seq - 1]?.id ?? '')] },
    { terms: [{ kind: 'value', field: 'event', values: [`=${events[seq - 1]?.id ?? ''}`], negated: false }] },
    { terms: [words('CMP-9999'), { kind: 'value', field: 'eid', values: [eid], negated: false }] },
  ];
  /** Damages the block as it is, or as one frame that states that something in it is damaged. */
  const scribbled = (store: TemporaryStore, asFrame: boolean) => {
    const body = store.database.prepare<[number], Buffer>('SELECT body FROM block WHERE id = ?').pluck().get(block);
    const plain = encodeBlock(openBlock(block, body ?? Buffer.alloc(0)).entries);
    for (let at = plain.indexOf(eid); at !== -1; at = plain.indexOf(eid, at)) plain.write('X'.repeat(32), at);
    const id = events[seq - 1]?.id ?? '';
    for (let at = plain.indexOf(id); at !== -1; at = plain.indexOf(id, at)) plain.write('x'.repeat(id.length), at);
    const left = asFrame ? packBlock(openBlock(block, plain).entries) : plain;
    store.database.prepare('UPDATE block SET body = ? WHERE id = ?').run(left, block);
  };
  const lost = (store: TemporaryStore, all: boolean) => {
    const rows = new TextStore(store.database);
    rows.reload(FEW);
    rows.remove(
      block,
      new Set(all ? Array.from({ length: BLOCK_SIZE }, (_, position) => block * BLOCK_SIZE + position) : [seq]),
    );
  };

  test.each([
    ['is damaged', (store: TemporaryStore) => scribbled(store, false)],
    ['is damaged in a frame that was written again', (store: TemporaryStore) => scribbled(store, true)],
    ['is missing', (store: TemporaryStore) => lost(store, false)],
    ['is missing, with the texts of its neighbours', (store: TemporaryStore) => lost(store, true)],
  ])('%s', (_, damage) => {
    const store = filledStore(events);
    damage(store);
    const readBoth = () => questions.map((filter) => found(readerOf(store), filter).includes(seq));
    const without = readBoth();
    indexAll(store);
    expect({
      without,
      indexed: readBoth(),
      indexedThrough: indexedThrough(store),
    }).toEqual({
      without: [true, true, true, true, false],
      indexed: [true, true, true, true, false],
      indexedThrough: FEW_FULL_TO,
    });
  });
});

test('[SEARCH-1] recovered texts are found immediately, and later by the index', () => {
  const events = FEW_EVENTS;
  const store = filledStore(events);
  const lost = events[200];
  const seq = 201;
  const filter: Filter = { terms: [words(lost?.data ?? '')] };
  // Simulates a damaged frame: the row exists, but not its text.
  const rows = new TextStore(store.database);
  rows.reload(FEW);
  rows.remove(Math.floor(seq / 64), new Set([seq]));
  indexAll(store);
  const reader = readerOf(store);
  const before = { found: found(reader, filter), indexedThrough: reader.searchIndexProgress().indexedThrough };
  if (lost !== undefined) store.writer.insertRecovered([{ seq, event: lost }]);
  const atOnce = { found: found(reader, filter), indexedThrough: reader.searchIndexProgress().indexedThrough };
  indexAll(store);
  const after = { found: found(reader, filter), indexedThrough: reader.searchIndexProgress().indexedThrough };
  expect({ before, atOnce, after }).toEqual({
    before: { found: [], indexedThrough: FEW_FULL_TO },
    atOnce: { found: [seq], indexedThrough: 0 },
    after: { found: [seq], indexedThrough: FEW_FULL_TO },
  });
});
