/** Checks what the search index contains, when it grows and shrinks, and to whom damage of it is reported. */
import { zstdDecompressSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import {
  databaseIdentity,
  isMarkedDamaged,
  openSearchForWriting,
  SEGMENT_SIZE,
  searchPathOf,
} from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import { createSearchCheck } from '../../src-main/adapters/sqlite/events/search/search-check.ts';
import { createSearchIndex } from '../../src-main/adapters/sqlite/events/search/search-index.ts';
import { createSearchIndexer } from '../../src-main/adapters/sqlite/events/search-indexer.ts';
import type { TextTerm } from '../../src-main/adapters/sqlite/events/columns/filter-condition.ts';
import { CHUNKS_PER_SEGMENT, IndexedChunk } from '../../src-main/adapters/sqlite/events/search/indexed-chunk.ts';
import { createSearchTables } from '../../src-main/adapters/sqlite/events/search/search-tables.ts';
import { searchQuery } from '../../src-main/adapters/sqlite/events/search/search-query.ts';
import { createStoreWriter } from '../../src-main/adapters/sqlite/events/store-writer.ts';
import { BLOCK_SIZE } from '../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { TextReader } from '../../src-main/adapters/sqlite/events/texts/text-reader.ts';
import { batchOf, receivedEvent } from '../doubles/received-events.ts';
import type { FilterTerm } from '../../src-shared/domain/filter/filter.ts';
import { oneOf } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { scribble } from '../support/damaged-files.ts';
import { filledStore, SOURCE, type TemporaryStore } from '../unit/adapters/sqlite/events/temporary-store.ts';
import { counted, found, identifier, indexAll, indexedThrough, readerOf, words } from './searched-store.ts';

const EVENTS_PER_CHUNK = 4_096;
/** Events in a few complete blocks and the beginning of another one. */
const FEW = 4 * BLOCK_SIZE + 30;

test('[DAMAGE-5] the index contains only committed events in full blocks, and not the newest ones', () => {
  const store = filledStore([...generatedEvents(0, BLOCK_SIZE - 2)]);
  indexAll(store);
  const before = readerOf(store).searchIndexProgress();
  store.writer.append(batchOf('opens', [...generatedEvents(BLOCK_SIZE - 2, 1)]));
  indexAll(store);
  const full = readerOf(store).searchIndexProgress();
  expect({ before, full }).toEqual({
    before: { indexedThrough: 0, unindexedEvents: BLOCK_SIZE - 2 },
    full: { indexedThrough: BLOCK_SIZE - 1, unindexedEvents: 0 },
  });
});

test('fewer than 1 024 new events wait for a minute until they are indexed', () => {
  const store = filledStore([...generatedEvents(0, FEW)]);
  let at = 0;
  const indexer = createSearchIndexer(store.path, 0, undefined, () => at);
  onTestFinished(() => indexer.close());
  const reached = () => {
    while (indexer.index());
    return indexedThrough(store);
  };
  const add = (from: number, count: number) => store.writer.append(batchOf('opens', [...generatedEvents(from, count)]));
  const first = reached();
  add(FEW, 900);
  const waiting = reached();
  at = 60_000;
  const afterMinute = reached();
  add(FEW + 900, 1_100);
  expect([first, waiting, afterMinute, reached()]).toEqual([255, 255, 1_151, 2_239]);
});

test('[DAMAGE-5] the index drops segments that retention has emptied', () => {
  const store = filledStore([...generatedEvents(0, FEW)]);
  indexAll(store);
  // Seals the first chunk with the events that it has.
  const writer = createStoreWriter(store.database, { source: SOURCE, startAfter: FEW + 1 });
  const search = new Sqlite(searchPathOf(store.path));
  onTestFinished(() => void search.close());
  const segments = () => search.prepare('SELECT id FROM segment').pluck().all();
  expect(store.database.prepare('SELECT events FROM chunk').pluck().all()).toEqual([FEW]);
  const before = segments();
  // Simulates a million later events that are indexed.
  search.prepare('UPDATE state SET up_to = ?').run(SEGMENT_SIZE + EVENTS_PER_CHUNK - 1);
  store.database
    .prepare('INSERT INTO chunk (id, events, facets) VALUES (?, 0, ?)')
    .run(SEGMENT_SIZE / EVENTS_PER_CHUNK, Buffer.alloc(0));
  const limits = {
    heartbeats: Number.MAX_SAFE_INTEGER,
    successes: Number.MAX_SAFE_INTEGER,
    failures: Number.MAX_SAFE_INTEGER,
  };
  const remaining = segments();
  while (writer.removeExpired(limits));
  indexAll(store);
  expect({ before, remaining, after: segments() }).toEqual({ before: [0], remaining: [0], after: [] });
});

test('[KEEP-6] the index has no identifiers of events that retention has removed', () => {
  const events = [...generatedEvents(0, FEW)];
  const store = filledStore(events);
  // Seals the first chunk with the events that it has.
  const writer = createStoreWriter(store.database, { source: SOURCE, startAfter: FEW + 1 });
  indexAll(store);
  const search = new Sqlite(searchPathOf(store.path), { readonly: true });
  onTestFinished(() => void search.close());
  const indexed = () => {
    const bodies = search.prepare<[], Buffer>('SELECT body FROM identifiers').pluck().all();
    const text = bodies.map((body) => zstdDecompressSync(body).toString()).join();
    return (eid: string) => text.includes(eid);
  };
  const eidOf = (seq: number) => /8904903200\d{22}/.exec(events[seq - 1]?.data ?? '')?.[0] ?? [];
  const seqs = () => store.database.prepare<[], number>('SELECT seq FROM event').pluck().all();
  const all = seqs();
  const before = all.flatMap(eidOf).filter((eid) => !indexed()(eid));
  while (
    writer.removeExpired({ heartbeats: Number.MAX_SAFE_INTEGER, successes: Number.MAX_SAFE_INTEGER, failures: 0 })
  );
  const left = new Set(seqs());
  const kept = [...left].flatMap(eidOf);
  const index = createSearchIndex(store.database, searchPathOf(store.path));
  onTestFinished(() => index.close());
  createSearchCheck(new TextReader(store.database), index, 1).checkRange(0, null);
  expect(isMarkedDamaged(searchPathOf(store.path))).toBe(false);
  // A kept event may have the same EID.
  const removed = all.flatMap(eidOf).filter((eid) => !kept.includes(eid));
  indexAll(store);
  expect([kept.length > 5, removed.length > 50]).toEqual([true, true]);
  expect({ before, missing: kept.filter((eid) => !indexed()(eid)), remaining: removed.filter(indexed()) }).toEqual({
    before: [],
    missing: [],
    remaining: [],
  });
});

test('[DAMAGE-5] the index stops growing when the disk has too little free space for events', () => {
  const store = filledStore([...generatedEvents(0, BLOCK_SIZE)]);
  const indexer = createSearchIndexer(store.path, Number.MAX_SAFE_INTEGER);
  const more = indexer.index();
  indexer.close();
  expect([more, indexedThrough(store)]).toEqual([false, 0]);
});

/** Points a table of the open database to a page that does not exist. */
function breakTable(path: string, table: string): void {
  const database = new Sqlite(path).unsafeMode();
  database.pragma('writable_schema = ON');
  database.prepare('UPDATE sqlite_schema SET rootpage = 99999 WHERE name = ?').run(table);
  database.pragma(`schema_version = ${Number(database.pragma('schema_version', { simple: true })) + 1}`);
  database.close();
}

/** Overwrites the first page of a table, so that open connections find the damage with their next read. */
function damageTable(path: string, table: string): void {
  const database = new Sqlite(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const root = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table);
  scribble(path, root ?? 0);
  // A change of another page makes connections drop what they have cached.
  database.exec('CREATE TABLE further (value)');
  database.close();
}

const damageOf = (path: string): unknown =>
  expect.objectContaining({ data: { code: 'STORE_DAMAGED', facts: expect.objectContaining({ path }) } });

test('[KEEP-2] damage that is found a second time is reported for the index, and not for the events', () => {
  const store = filledStore([...generatedEvents(0, 3 * BLOCK_SIZE)]);
  const search = searchPathOf(store.path);
  const indexer = createSearchIndexer(store.path, 0, 1);
  onTestFinished(() => indexer.close());
  indexer.index();
  breakTable(search, 'state');
  expect([indexer.index(), isMarkedDamaged(search)]).toEqual([true, true]);
  indexer.index();
  breakTable(search, 'state');
  expect(() => indexer.index()).toThrow(damageOf(search));
});

test('[KEEP-2] damage of the events is reported for the events, and their index is kept', () => {
  const store = filledStore([...generatedEvents(0, 3 * BLOCK_SIZE)]);
  const indexer = createSearchIndexer(store.path, 0, 1);
  onTestFinished(() => indexer.close());
  indexer.index();
  damageTable(store.path, 'text_change');
  expect(() => indexer.index()).toThrow(damageOf(store.path));
  expect(isMarkedDamaged(searchPathOf(store.path))).toBe(false);
});

test('[SEARCH-1] a query that fails because of the events leaves no transaction open on the index', () => {
  const store = filledStore([...generatedEvents(0, BLOCK_SIZE)]);
  indexAll(store);
  const index = createSearchIndex(store.database, searchPathOf(store.path));
  onTestFinished(() => index.close());
  store.database.exec('DROP TABLE text_change');
  expect(() => index.indexedThrough).toThrow('text_change');
  index.release();
  const search = new Sqlite(searchPathOf(store.path));
  onTestFinished(() => void search.close());
  search.exec('UPDATE state SET up_to = 0');
  // No reader is left, so the log can be emptied.
  expect(search.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
});

/** Opens the index of a store and returns its candidates for the terms, block by block, in this direction. */
function candidates(store: TemporaryStore, terms: readonly TextTerm[], direction: 'older' | 'newer', last: number) {
  const index = createSearchIndex(store.database, searchPathOf(store.path));
  const query = searchQuery(terms);
  if (query === null || index.indexedThrough === 0) throw new Error('These terms narrow nothing.');
  const walk = index.walk(query, direction);
  const walked: { readonly block: number; readonly events: readonly number[] | null }[] = [];
  const ascending = Array.from({ length: last + 1 }, (_, block) => block);
  for (const block of direction === 'older' ? ascending.toReversed() : ascending)
    if (walk.next(block, block) !== null) walked.push({ block, events: walk.eventsIn(block).events });
  index.release();
  index.close();
  return walked;
}

const MANY = SEGMENT_SIZE + 2 * EVENTS_PER_CHUNK + 10 * BLOCK_SIZE;

test('[SEARCH-1] the index finds events in order, in a joined segment, in a chunk, and in an incomplete one', () => {
  const eids = ['00000000000000000042', '00000000000000000043'];
  const data = (eid: string | undefined) => JSON.stringify({ detailedMessage: { eid } });
  const places = [70, 5_000, SEGMENT_SIZE - 1, SEGMENT_SIZE + 130, MANY - 70];
  const store = filledStore(
    Array.from({ length: MANY }, (_, index) =>
      receivedEvent(index + 1, { data: data(places.includes(index + 1) ? eids[0] : eids[1]) }),
    ),
  );
  indexAll(store);
  const search = new Sqlite(searchPathOf(store.path), { readonly: true });
  onTestFinished(() => void search.close());
  const terms: TextTerm[] = [{ kind: 'value', field: 'eid', values: [`…${'0'.repeat(17)}42`], negated: false }];
  const expected = places.map((seq) => ({ block: Math.floor(seq / BLOCK_SIZE), events: [seq] }));
  const last = Math.floor(MANY / BLOCK_SIZE) - 1;
  expect({
    segments: search.prepare('SELECT id, is_joined AS isJoined FROM segment').all(),
    newer: candidates(store, terms, 'newer', last),
    older: candidates(store, terms, 'older', last).toReversed(),
  }).toEqual({
    segments: [
      { id: 0, isJoined: 1 },
      { id: 1, isJoined: 0 },
    ],
    newer: expected,
    older: expected,
  });
});

test('[READ-20] counts under a part of an identifier are exact under any other terms', () => {
  const random = randomNumbers(24);
  const events = Array.from({ length: EVENTS_PER_CHUNK + 3 * BLOCK_SIZE }, (_, index) => {
    const [eid, country] = [`8904000${random(40)}`, oneOf(['SE', 'DE', 'FR'], random)];
    const localizedProfile = { iccid: `8946000${random(40)}`, countryCode: country };
    const data = JSON.stringify({
      operation: 'ENABLED',
      state: 'COMPLETED',
      detailedMessage: { eid, localizedProfile },
    });
    return { ...receivedEvent(index + 1, { kind: 'LOCALIZATION', data }), seq: index + 1, eid, country };
  });
  // A long time budget, so that each answer is complete.
  const store = filledStore(events, { batchMs: 60_000 });
  store.writer.markSeen([{ first: 1_000, last: 3_010 }], true);
  indexAll(store);
  const { reader } = store;
  const [from, to] = [events[700]?.receivedAt ?? 0, events[3_500]?.receivedAt ?? 0];
  type Made = (typeof events)[number];
  const others: readonly (readonly [FilterTerm[], (event: Made) => boolean])[] = [
    [[], () => true],
    [[{ kind: 'value', field: 'country', values: ['SE'], negated: false }], ({ country }) => country === 'SE'],
    [
      [
        { kind: 'since', time: { kind: 'at', at: from } },
        { kind: 'until', time: { kind: 'at', at: to } },
      ],
      ({ receivedAt }) => receivedAt >= from && receivedAt <= to,
    ],
    [[{ kind: 'seen', seen: true }], ({ seq }) => seq >= 1_000 && seq <= 3_010],
    [[{ kind: 'seen', seen: false }], ({ seq }) => seq < 1_000 || seq > 3_010],
    [[{ kind: 'value', field: 'eid', values: ['…01'], negated: true }], ({ eid }) => !eid.endsWith('01')],
    [[identifier('…0007')], ({ eid, data }) => eid.endsWith('0007') || data.includes('89460007')],
  ];
  const part: FilterTerm = { kind: 'value', field: 'eid', values: ['40001'], negated: false };
  const edges = [0, from, to + 1, Number.MAX_SAFE_INTEGER];
  const counts = others.map(([terms]) => {
    const filter = { terms: [part, ...terms] };
    const { outcomes } = reader.histogram({ filter, after: 0, to: Number.MAX_SAFE_INTEGER, edges });
    const inBars = outcomes.flatMap((bars) => bars.counts).reduce((sum, count) => sum + count, 0);
    return [counted(reader, filter), found(reader, filter).length, inBars];
  });
  expect(counts).toEqual(
    others.map(([, holds]) => {
      const count = events.filter((event) => event.eid.includes('40001') && holds(event)).length;
      return [count, count, count];
    }),
  );
  expect(new Set(counts.map(([count]) => count)).size).toBe(others.length);
});

/** "wfsi", of the index. */
const APPLICATION_ID = 0x77667369;

test('the joined segments of the index take the space of their chunks', () => {
  const { path } = filledStore([]);
  const search = openSearchForWriting(searchPathOf(path));
  onTestFinished(() => void search.close());
  const tables = createSearchTables(search);
  const join = (segment: number) =>
    search.transaction(() => {
      for (let chunk = 0; chunk < CHUNKS_PER_SEGMENT; chunk += 1)
        tables.put(new IndexedChunk(segment * CHUNKS_PER_SEGMENT + chunk));
      tables.join(segment);
    })();
  join(0);
  join(1);
  const [free, all] = ['freelist_count', 'page_count'].map((name) => Number(search.pragma(name, { simple: true })));
  expect((free ?? 0) / (all ?? 0)).toBeLessThan(0.02);
});

test('[SEARCH-1] an index of the previous version is built again, and answers stay right meanwhile', () => {
  const store = filledStore([...generatedEvents(0, FEW)]);
  const filter = { terms: [words('CMP-5021')] };
  const result = found(readerOf(store), filter);
  const previous = new Sqlite(searchPathOf(store.path));
  // The tables of version 2 as far as a reader would use them.
  previous.exec(`
    CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), source TEXT NOT NULL, up_to INTEGER NOT NULL,
      text_change INTEGER NOT NULL) STRICT;
    CREATE TABLE segment (id INTEGER PRIMARY KEY, is_merged INTEGER NOT NULL) STRICT;
    CREATE VIRTUAL TABLE grams_0 USING fts5(grams, content='', columnsize=0, detail=none, tokenize='ascii');
  `);
  previous.prepare('INSERT INTO state VALUES (1, ?, ?, 0)').run(databaseIdentity(store.database), 4 * BLOCK_SIZE - 1);
  previous.pragma(`application_id = ${APPLICATION_ID}`);
  previous.pragma('user_version = 2');
  previous.close();
  const before = [found(readerOf(store), filter), indexedThrough(store)];
  indexAll(store);
  expect({ before, after: [found(readerOf(store), filter), indexedThrough(store)] }).toEqual({
    before: [result, 0],
    after: [result, 4 * BLOCK_SIZE - 1],
  });
});
