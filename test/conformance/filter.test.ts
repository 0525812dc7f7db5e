/**
 * Compares random filters in the store with plain SQL. Most events are in chunks: one with times in columns, one whose
 * clock was set too far for that; the newest are in none. Runs without a search index, with one of half the events, and
 * with one of all; then without any chunk.
 */
import { type FacetField, facetFields } from '../../src-shared/domain/event/event-fields.ts';
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BLOCK_SIZE } from '../../src-main/adapters/sqlite/events/texts/received-block.ts';
import { searchPathOf } from '../../src-main/adapters/sqlite/events/search/search-database.ts';
import { openStoreReader, type StoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import { createStoreWriter } from '../../src-main/adapters/sqlite/events/store-writer.ts';
import type { EventGroup, FacetCounts } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent, StoredEvent } from '../../src-shared/domain/event/event.ts';
import { EVERYTHING, type Filter, type FilterTerm, needsTexts } from '../../src-shared/domain/filter/filter.ts';
import { facetValues, isFacetTerm } from '../../src-shared/domain/filter/filter-match.ts';
import { printFilter } from '../../src-shared/domain/filter/filter-text.ts';
import { poolOf } from '../doubles/filter-pool.ts';
import { PlainEvents } from '../doubles/plain-events.ts';
import { randomEvents } from '../doubles/random-events.ts';
import { oneOf, randomFilter } from '../doubles/random-filters.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';
import { rounds } from '../support/breadth.ts';
import {
  appendAll,
  SOURCE,
  type TemporaryStore,
  temporaryStore,
} from '../unit/adapters/sqlite/events/temporary-store.ts';
import { indexAll } from './searched-store.ts';

/** The last seq of each of the two chunks. A chunk is sealed with fewer events when the store continues after it. */
const CHUNK_ENDS = [4_095, 8_191] as const;
const EVENTS_IN_CHUNK = rounds({ usual: 900, thorough: 4_095 });
const EVENTS_AFTERWARDS = 500;
const EVENTS = 2 * EVENTS_IN_CHUNK + EVENTS_AFTERWARDS;
const NEWEST = CHUNK_ENDS[1] + EVENTS_AFTERWARDS;
const [CLOCK_SET_FROM, CLOCK_SET_TO] = [EVENTS_IN_CHUNK + 700, EVENTS_IN_CHUNK + 800];
const KINDS_OF_EVENTS = 700;
const DAY = 86_400_000;
/** A third of them runs without a search index, a third with one of half the events, the rest with one of all. */
const FILTERS = rounds({ usual: 210, thorough: 10_000 });
/** Each is searched once in every event. */
const TERMS = rounds({ usual: 45, thorough: 300 });
const WITHOUT_CHUNKS = rounds({ usual: 30, thorough: 500 });
const THIRD = Math.floor(FILTERS / 3);

/** Kinds of terms that columns decide; `text` is decided by texts. */
const COLUMN_KINDS: readonly Exclude<FilterTerm['kind'], 'text'>[] = ['seen', 'since', 'until', 'value'];

type Random = (limit: number) => number;

/**
 * Returns events with as many combinations of values as in a large service, and none twice. In the second chunk the
 * clock is set back by two months for a while, which is more than the columns of times can span.
 */
function received(random: Random): ReceivedEvent[] {
  const drawn = randomEvents(KINDS_OF_EVENTS, random);
  const times = randomEvents(EVENTS, random).map(({ receivedAt }) => receivedAt);
  return times.map((time, index) => {
    const { id, ...event } = oneOf(drawn, random);
    const receivedAt = index > CLOCK_SET_FROM && index < CLOCK_SET_TO ? time - 60 * DAY : time;
    // Every sixth text is unique, so that a word of it is in only one block.
    const data = random(6) === 0 ? ownData(event.data, index) : event.data;
    return { ...event, data, receivedAt, id: id === null ? null : oneOf(idsOf(id, index), random) };
  });
}

/** Adds unique numbers and letters to the data, within strings and between them, escaped and not. */
function ownData(data: string, index: number): string {
  const own = createHash('sha256').update(String(index)).digest('hex');
  const digits = BigInt(`0x${own}`).toString();
  const fields = `"imsi":"${digits.slice(0, 15)}","eid":${digits.slice(15, 34)},"note":"\\u00e4${own.slice(0, 7)}\\n${own.slice(7, 10)}"`;
  return data.startsWith('{"') ? `{${fields},${data.slice(1)}` : `${data} ${own}`;
}

/** The last one is longer than a row stores. */
const idsOf = (id: string, index: number) => [null, `${id}${index}`, uuidOf(index), `${'7'.repeat(260)}${index}`];
const uuidOf = (index: number) => `0f8fad5b-d9cb-469f-a165-${String(index).padStart(12, '0')}`;

/** Fills two chunks and the tail after them. Returns the path of a search index that ends with the first chunk. */
function fill({ database, path }: TemporaryStore, events: readonly ReceivedEvent[]) {
  appendAll(createStoreWriter(database, { source: SOURCE }), events.slice(0, EVENTS_IN_CHUNK));
  const second = createStoreWriter(database, { source: SOURCE, startAfter: CHUNK_ENDS[0] });
  indexAll({ path });
  const halfIndex = `${path}.half`;
  renameSync(searchPathOf(path), halfIndex);
  appendAll(second, events.slice(EVENTS_IN_CHUNK, 2 * EVENTS_IN_CHUNK));
  const writer = createStoreWriter(database, { source: SOURCE, startAfter: CHUNK_ENDS[1] });
  appendAll(writer, events.slice(2 * EVENTS_IN_CHUNK));
  return { writer, halfIndex };
}

function everyEvent(reader: StoreReader): StoredEvent[] {
  return seqsOf(reader, { filter: EVERYTHING, direction: 'newer', from: 0, limit: Infinity }).flatMap(
    (seq) => reader.event(seq) ?? [],
  );
}

interface Walk {
  readonly filter: Filter;
  readonly direction: 'older' | 'newer';
  readonly from: number;
  readonly to?: number;
  readonly limit: number;
}

function seqsOf(reader: StoreReader, { limit, ...walk }: Walk): number[] {
  const seqs: number[] = [];
  for (let from: number | null = walk.from; from !== null && seqs.length < limit;) {
    const page = reader.summaries({ ...walk, from, limit: Math.min(500, limit - seqs.length) });
    seqs.push(...page.rows.map(({ seq }) => seq));
    from = page.next;
  }
  return seqs;
}

interface Range {
  readonly filter: Filter;
  readonly after: number;
  readonly to: number;
}

function counted<Piece extends { readonly next: number | null }>(range: Range, read: (range: Range) => Piece): Piece[] {
  const pages: Piece[] = [];
  for (let to: number | null = range.to; to !== null;) {
    const page = read({ ...range, to });
    pages.push(page);
    to = page.next;
  }
  return pages;
}

const countOf = (reader: StoreReader, range: Range) =>
  counted(range, (part) => reader.count(part)).reduce((sum, { count }) => sum + count, 0);

type Sums = readonly (readonly [string | null, number])[];

function facetsOf(reader: StoreReader, range: Range, fields: readonly FacetField[]): readonly [number, ...Sums[]] {
  const pages: FacetCounts[] = counted(range, (part) => reader.facets({ ...part, fields }));
  const sums = fields.map((_, position) => {
    const sum = new Map<string | null, number>();
    for (const { value, count } of pages.flatMap((page) => page.fields[position]?.values ?? []))
      sum.set(value, (sum.get(value) ?? 0) + count);
    return inOrder(sum);
  });
  return [pages.reduce((sum, { count }) => sum + count, 0), ...sums];
}

function expectedFacets(plain: PlainEvents, { filter, after, to }: Range, fields: readonly FacetField[]) {
  const sums = fields.map((field) => {
    const others = filter.terms.filter((term) => !(isFacetTerm(term) && term.field === field));
    const sum = new Map<string | null, number>();
    for (const event of plain.matching({ terms: others }, after, to))
      for (const value of valuesOf(event, field)) sum.set(value, (sum.get(value) ?? 0) + 1);
    return inOrder(sum);
  });
  return [plain.matching(filter, after, to).length, ...sums];
}

function valuesOf(event: StoredEvent, field: FacetField): (string | null)[] {
  const values = [...new Set(facetValues(event, field))];
  return values.length === 0 ? [null] : values;
}

type Grouped = Readonly<Record<string, number>>;

function groupsOf(reader: StoreReader, range: Range, by: readonly FacetField[], edges: number[] | null): Grouped {
  const sums: Record<string, number> = {};
  const pages = counted(range, (part) => reader.groups({ ...part, by, edges }));
  for (const { values, bucket, count } of pages.flatMap(({ groups }): readonly EventGroup[] => groups)) {
    const name = JSON.stringify([bucket, ...values]);
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function expectedGroups(events: readonly StoredEvent[], by: readonly FacetField[], edges: number[] | null): Grouped {
  const sums: Record<string, number> = {};
  for (const event of events) {
    const bucket = edges === null ? 0 : edges.findLastIndex((edge) => event.receivedAt >= edge);
    if (edges !== null && (bucket < 0 || bucket >= edges.length - 1)) continue;
    let names: (string | number | null)[][] = [[bucket]];
    for (const field of by) names = names.flatMap((name) => valuesOf(event, field).map((value) => [...name, value]));
    for (const name of names) sums[JSON.stringify(name)] = (sums[JSON.stringify(name)] ?? 0) + 1;
  }
  return sums;
}

function combinationsOf(reader: StoreReader, range: Range, fields: readonly FacetField[]): Grouped {
  const sums: Record<string, number> = {};
  for (const { sets, rows, counts } of counted(range, (part) => reader.combinations({ ...part, fields })))
    for (const [row, count] of counts.entries()) {
      const values = sets.map((known, column) => known[rows[row * sets.length + column] ?? 0] ?? []);
      const name = JSON.stringify(values.map((each) => each.toSorted()));
      sums[name] = (sums[name] ?? 0) + count;
    }
  return sums;
}

function expectedCombinations(events: readonly StoredEvent[], fields: readonly FacetField[]): Grouped {
  const sums: Record<string, number> = {};
  for (const event of events) {
    const name = JSON.stringify(fields.map((field) => [...new Set(facetValues(event, field))].toSorted()));
    sums[name] = (sums[name] ?? 0) + 1;
  }
  return sums;
}

const inOrder = (sums: Map<string | null, number>) =>
  [...sums].toSorted(([one], [other]) => String(one).localeCompare(String(other)));

function histogramOf(reader: StoreReader, range: Range, edges: number[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { outcomes } of counted(range, (part) => reader.histogram({ ...part, edges })))
    for (const { outcome, counts } of outcomes)
      sums[String(outcome)] = counts.map((count, bucket) => count + (sums[String(outcome)]?.[bucket] ?? 0));
  return sums;
}

function expectedHistogram(events: readonly StoredEvent[], edges: number[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { receivedAt, outcome } of events) {
    const bucket = edges.findLastIndex((edge) => receivedAt >= edge);
    if (bucket < 0 || bucket >= edges.length - 1) continue;
    const counts = (sums[String(outcome)] ??= Array.from({ length: edges.length - 1 }, () => 0));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return sums;
}

describe('[READ-3] a filter means the same in memory, in plain SQL and in the store', () => {
  // Takes some seconds, and much longer if other tests use the processors.
  test('read in both directions, counted, by facet, by group and over time, with chunks and without', () => {
    const draw = randomNumbers(5);
    const store = temporaryStore();
    const { database, path } = store;
    const { writer, halfIndex } = fill(store, received(draw));
    const before = Number.MAX_SAFE_INTEGER;
    while (writer.removeExpired({ heartbeats: before, successes: 0, failures: 0 }));
    // Within one chunk, over several, and up to the newest event.
    for (const [first, last] of [
      [40, 90],
      [700, 701],
      [900, CHUNK_ENDS[0] + 600],
      [CHUNK_ENDS[1] - 100, NEWEST],
    ] as const)
      writer.markSeen([{ first, last }], true);
    const readers = [openStoreReader(path), openStoreReader(path, 0)];
    const plain = new PlainEvents(everyEvent(readers[0] as StoreReader));
    const pool = poolOf(plain.events, TERMS);
    const sealed = database.prepare('SELECT events > 0 AS filled, times IS NOT NULL AS timed FROM chunk').all();
    expect(sealed).toEqual([
      { filled: 1, timed: 1 },
      { filled: 1, timed: 0 },
    ]);
    const matched = new Set<number>();
    let random: Random;
    const read = (round: number) => {
      const reader = oneOf(readers, random);
      const filter = randomFilter(random, pool);
      // Filters that read every row or text get a smaller range.
      const isSlow = needsTexts(filter);
      const isExact = random(isSlow ? 250 : 12) === 0;
      const first = random(plain.events.length);
      const last = first + random(isSlow ? 150 : 2_000);
      const after = isExact ? 0 : (plain.events[first]?.seq ?? 0) - random(2);
      const to = isExact ? NEWEST + random(99) : (plain.events[last]?.seq ?? NEWEST);
      const within = plain.matching(filter, after, to);
      const range = { filter, after, to };
      const limit = 1 + random(60);
      const fields = [...new Set([oneOf(facetFields, random), oneOf(facetFields, random)])];
      const edges = edgesOf(plain.events, random);
      const seqs = within.map(({ seq }) => seq);
      const pairs: Record<string, () => [found: unknown, expected: unknown]> = {
        newer: () => [seqsOf(reader, { filter, direction: 'newer', from: after, to, limit }), seqs.slice(0, limit)],
        older: () => [
          seqsOf(reader, { filter, direction: 'older', from: to + 1, to: after + 1, limit }),
          seqs.toReversed().slice(0, limit),
        ],
        count: () => [countOf(reader, range), within.length],
        facets: () => [facetsOf(reader, range, fields), expectedFacets(plain, range, fields)],
        groups: () => [groupsOf(reader, range, fields, null), expectedGroups(within, fields, null)],
        combinations: () => [combinationsOf(reader, range, fields), expectedCombinations(within, fields)],
        'groups over time': () => [groupsOf(reader, range, fields, edges), expectedGroups(within, fields, edges)],
        histogram: () => [histogramOf(reader, range, edges), expectedHistogram(within, edges)],
      };
      const what = oneOf(Object.keys(pairs), random);
      const [found, expected] = pairs[what]?.() ?? [];
      expect({ round, what, filter: printFilter(filter), found }).toEqual({
        round,
        what,
        filter: printFilter(filter),
        found: expected,
      });
      matched.add(within.length);
    };
    random = randomNumbers(6);
    const reaches = [];
    for (let round = 0; round < FILTERS; round += 1) {
      if (round === THIRD) renameSync(halfIndex, searchPathOf(path));
      if (round === 2 * THIRD) indexAll(store);
      if ([0, THIRD, 2 * THIRD, FILTERS - 1].includes(round))
        reaches.push(readers.map((reader) => reader.searchIndexProgress().indexedThrough));
      read(round);
    }
    // Covers no block, half of them, and all full ones.
    const full = Math.floor((NEWEST + 1) / BLOCK_SIZE) * BLOCK_SIZE - 1;
    expect(reaches).toEqual([0, CHUNK_ENDS[0], full, full].map((upTo) => [upTo, upTo]));
    // The search index alone decides this term, so columns must decide each other one.
    const known: FilterTerm = { kind: 'value', field: 'id', values: ['8904', '2400'], negated: false };
    const kinds = new Set<FilterTerm['kind']>();
    for (const term of pool.terms.filter((one) => !needsTexts({ terms: [one] }))) {
      const range = { filter: { terms: [known, term] }, after: 0, to: NEWEST };
      const expected = plain.matching(range.filter, 0, NEWEST).length;
      expect(
        countOf(readers[0] as StoreReader, range),
        `${printFilter(range.filter)}: exactEvents in reading/event-matcher.ts`,
      ).toBe(expected);
      if (expected > 0 && expected < plain.matching({ terms: [known] }, 0, NEWEST).length) kinds.add(term.kind);
    }
    expect([...kinds].toSorted(), 'kinds of terms that were tried').toEqual(COLUMN_KINDS);
    database.exec('DELETE FROM chunk');
    // Repeats some of the filters, which read rows if there are no chunks.
    random = randomNumbers(6);
    for (let round = 0; round < WITHOUT_CHUNKS; round += 1) read(round);
    expect(matched.size).toBeGreaterThan(Math.min(FILTERS / 6, 500));
    plain.close();
    for (const reader of readers) reader.close();
  });
});

/** Returns buckets of any length, over all of the time or some of it. */
function edgesOf(events: readonly StoredEvent[], random: Random): number[] {
  const from = oneOf(events, random).receivedAt - random(DAY);
  const length = 1 + random(oneOf([3_000, 600_000, DAY], random));
  return Array.from({ length: 2 + random(50) }, (_, index) => from + index * length);
}
