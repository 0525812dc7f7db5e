import type { FacetField } from '../../../../../../src-shared/domain/event/event-fields.ts';
import { describe, expect, it } from 'vitest';
import { CHUNK_SIZE } from '../../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import { openStoreReader, type StoreReader } from '../../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import { type Filter, type FilterTerm, EVERYTHING } from '../../../../../../src-shared/domain/filter/filter.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../../../doubles/received-events.ts';
import { filledStore, temporaryStore } from '../temporary-store.ts';

const since = (at: number): FilterTerm => ({ kind: 'since', time: { kind: 'at', at } });
const until = (at: number): FilterTerm => ({ kind: 'until', time: { kind: 'at', at } });
const kind = (...values: string[]): FilterTerm => ({ kind: 'value', field: 'kind', values, negated: false });
const text = (...values: string[]): FilterTerm => ({ kind: 'text', values, negated: false });
const where = (...terms: FilterTerm[]): Filter => ({ terms });

function walk(reader: StoreReader, filter: Filter, direction: 'older' | 'newer', to?: number) {
  const seqs: number[] = [];
  let batches = 0;
  let from: number | null = direction === 'newer' ? 0 : Number.MAX_SAFE_INTEGER;
  while (from !== null) {
    const { rows, next } = reader.summaries({ filter, direction, from, to, limit: 100 });
    seqs.push(...rows.map(({ seq }) => seq));
    batches += 1;
    from = next;
  }
  return { seqs, batches };
}

function countAll(reader: StoreReader, filter: Filter, to: number) {
  let count = 0;
  let batches = 0;
  for (let next: number | null = to; next !== null;) {
    const counted = reader.count({ filter, after: 0, to: next });
    count += counted.count;
    batches += 1;
    next = counted.next;
  }
  return { count, batches };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('[THREAD-6] a read in batches', () => {
  it('returns every row once in either direction', () => {
    const { reader } = filledStore(receivedEvents(1, 1_200), { batchMs: 0 });
    const newer = walk(reader, where(text('e-')), 'newer');
    const older = walk(reader, where(text('e-')), 'older');
    expect({ newer: newer.seqs, older: older.seqs, count: countAll(reader, where(text('e-')), 1_200) }).toEqual({
      newer: upTo(1_200),
      older: upTo(1_200).toReversed(),
      // Each batch reads the texts of one block.
      count: { count: 1_200, batches: 19 },
    });
    expect([newer.batches, older.batches]).toEqual([19, 19]);
  });

  it('returns where the next batch starts if this one has no match', () => {
    const { reader } = filledStore(receivedEvents(1, 150), { batchMs: 0 });
    const filter = where(text('nowhere'));
    const slice = (from: number) => reader.summaries({ filter, direction: 'newer', from, limit: 5 });
    expect([slice(0), slice(63), slice(127), reader.count({ filter, after: 0, to: 150 })]).toEqual([
      { rows: [], next: 63 },
      { rows: [], next: 127 },
      { rows: [], next: null },
      { count: 0, next: 127 },
    ]);
  });

  it('skips holes in the seqs without further batches', () => {
    const { database, reader } = filledStore(receivedEvents(1, 100), { batchMs: 0 });
    database.exec(`UPDATE event SET seq = seq + 20000000 WHERE seq > 90;
      DELETE FROM event WHERE seq < 11 OR seq BETWEEN 21 AND 80`);
    const seqs = [...upTo(10).map((seq) => seq + 10), ...upTo(10).map((seq) => seq + 80)];
    const far = upTo(10).map((seq) => seq + 20_000_090);
    const everything = walk(reader, EVERYTHING, 'newer');
    expect({
      newer: everything.seqs,
      older: walk(reader, EVERYTHING, 'older').seqs,
      batches: everything.batches,
      count: countAll(reader, EVERYTHING, 30_000_000).count,
      part: walk(reader, EVERYTHING, 'newer', 50).seqs,
    }).toEqual({
      newer: [...seqs, ...far],
      older: [...seqs, ...far].toReversed(),
      batches: 2,
      count: 30,
      part: upTo(10).map((seq) => seq + 10),
    });
  });

  it('is over when nothing is left, even if the batch has as many rows as requested', () => {
    const { reader } = filledStore(receivedEvents(1, 100));
    const slice = (filter: Filter) => reader.summaries({ filter, direction: 'older', from: 101, limit: 100 });
    expect([slice(EVERYTHING).next, slice(where(kind('HEARTBEAT'))).next]).toEqual([null, null]);
  });

  it('ends after one batch for a kind that never came and for a time that ends before it begins', () => {
    const { reader } = filledStore(receivedEvents(1, 2_000), { batchMs: 0 });
    for (const filter of [where(kind('CMP_EVENT')), where(since(9), until(8), text('e-'))])
      expect([walk(reader, filter, 'newer'), reader.count({ filter, after: 0, to: 2_000 })]).toEqual([
        { seqs: [], batches: 1 },
        { count: 0, next: null },
      ]);
  });

  it('sees what a writer commits and does not block the checkpoint', () => {
    const { database, writer, path } = temporaryStore();
    writer.append(batchOf('opens', receivedEvents(1, 3)));
    const other = openStoreReader(path);
    const read = () => other.summaries({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 10 }).rows.length;
    const before = read();
    writer.append(batchOf(1, [receivedEvent(4)]));
    const [folded] = database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    expect([before, read(), folded.busy]).toEqual([3, 4, 0]);
    other.close();
  });
});

describe('[STORE-8] chunk columns that a query does not need', () => {
  const DAY = 86_400_000;
  /** Three chunks of a day each and a tail. One event in the first chunk has another kind. */
  const spread = (options: { batchMs?: number } = {}) => {
    const events = upTo(3 * CHUNK_SIZE + 99).map((seq) =>
      receivedEvent(seq, {
        id: null,
        receivedAt: Math.floor(seq / CHUNK_SIZE) * DAY + seq,
        ...(seq === 1_000 ? { kind: 'CMP_EVENT' } : {}),
      }),
    );
    const store = filledStore(events, options);
    // Damages the columns, so that every read of them fails.
    store.database.exec(`UPDATE chunk SET places = x'00', times = x'00'`);
    return store;
  };

  it('are not read in a walk or a count for chunks without a matching facet or outside the time', () => {
    const { database, reader } = spread({ batchMs: 0 });
    const inTail = where(since(3 * DAY), kind('HEARTBEAT'));
    expect({
      rare: walk(reader, where(kind('CMP_EVENT'), since(DAY)), 'older'),
      tail: walk(reader, inTail, 'newer').seqs.length,
      count: countAll(reader, inTail, 4 * CHUNK_SIZE).count,
    }).toEqual({ rare: { seqs: [], batches: 1 }, tail: 100, count: 100 });
    expect(database.prepare('SELECT count(*) AS chunks FROM chunk').get()).toEqual({ chunks: 3 });
  });

  it('are not read in counts, facets and histograms for chunks that match completely and lie in one bucket', () => {
    const { reader } = spread({ batchMs: 60_000 });
    const range = { filter: where(kind('HEARTBEAT')), after: 0, to: 4 * CHUNK_SIZE };
    const fields: FacetField[] = ['kind', 'country'];
    const total = 3 * CHUNK_SIZE + 98;
    expect([
      reader.count(range),
      reader.facets({ ...range, fields }),
      reader.histogram({ ...range, edges: [0, DAY, 2 * DAY, 4 * DAY] }),
    ]).toEqual([
      { count: total, next: null },
      {
        count: total,
        fields: [
          {
            field: 'kind',
            values: [
              { value: 'HEARTBEAT', count: total },
              { value: 'CMP_EVENT', count: 1 },
            ],
          },
          { field: 'country', values: [{ value: null, count: total }] },
        ],
        next: null,
      },
      { outcomes: [{ outcome: null, counts: [CHUNK_SIZE - 2, CHUNK_SIZE, CHUNK_SIZE + 100] }], next: null },
    ]);
  });

  it('do not hide changes to a chunk from any reader, whichever connection wrote them', () => {
    const { database, writer, path } = filledStore(receivedEvents(1, CHUNK_SIZE + 50));
    const other = openStoreReader(path);
    const sample = () => ({
      stored: other.extent().storedEvents,
      counted: countAll(other, where(kind('HEARTBEAT')), 2 * CHUNK_SIZE).count,
      walked: walk(other, where(kind('HEARTBEAT')), 'newer').seqs.length,
    });
    const all = CHUNK_SIZE + 50;
    expect(sample()).toEqual({ stored: all, counted: all, walked: all });
    const before = Number.MAX_SAFE_INTEGER;
    while (writer.removeExpired({ heartbeats: before, successes: 0, failures: 0 }));
    expect(sample()).toEqual({ stored: 51, counted: 51, walked: 51 });
    database.exec('DELETE FROM chunk');
    expect(sample()).toEqual({ stored: 51, counted: 51, walked: 51 });
    other.close();
  });
});

describe('[THREAD-6] a time span', () => {
  const DAY = 86_400_000;
  const spread = () =>
    filledStore(
      upTo(3 * CHUNK_SIZE).map((seq) =>
        receivedEvent(seq, { id: null, receivedAt: Math.floor(seq / CHUNK_SIZE) * DAY + seq }),
      ),
    );

  it.each<[what: string, terms: FilterTerm[], first: number, last: number]>([
    ['from a time on', [since(2 * DAY)], 2 * CHUNK_SIZE, 3 * CHUNK_SIZE],
    ['up to a time', [until(DAY - 1)], 1, CHUNK_SIZE - 1],
    [
      'over the border of two chunks',
      [since(CHUNK_SIZE - 5), until(DAY + CHUNK_SIZE + 5)],
      CHUNK_SIZE - 5,
      CHUNK_SIZE + 5,
    ],
    [
      'that two terms narrow',
      [since(0), since(2 * DAY), until(9 * DAY), until(2 * DAY + 2 * CHUNK_SIZE)],
      8_192,
      8_192,
    ],
    ['without events', [since(DAY - 5), until(DAY + 5)], 1, 0],
    ['that ends before it begins', [since(2 * DAY), until(DAY)], 1, 0],
  ])('%s contains the events of that time', (_what, terms, first, last) => {
    const { reader } = spread();
    const seqs = upTo(last).slice(first - 1);
    expect([
      walk(reader, { terms }, 'newer').seqs,
      walk(reader, { terms }, 'older').seqs,
      countAll(reader, { terms }, 3 * CHUNK_SIZE).count,
    ]).toEqual([seqs, seqs.toReversed(), seqs.length]);
  });

  it('contains its events even if the clock was set back or forward', () => {
    // In one chunk: 1 000 events before noon, 500 after it, and 500 before all of them.
    const NOON = DAY / 2;
    const times = upTo(2_000).map((seq) => (seq <= 1_000 ? seq : seq <= 1_500 ? NOON + seq : seq - 5_000));
    const { reader } = filledStore(times.map((receivedAt, index) => receivedEvent(index, { id: null, receivedAt })));
    const between = (from: number, to: number) => walk(reader, where(since(from), until(to)), 'newer').seqs;
    expect({
      early: between(-5_000, -3_499),
      middle: between(10, 12),
      late: between(NOON, DAY),
    }).toEqual({ early: [1_501], middle: [10, 11, 12], late: upTo(1_500).slice(1_000) });
  });
});
