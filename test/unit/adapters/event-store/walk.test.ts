import { describe, expect, it } from 'vitest';
import { openEventReader } from '../../../../src-main/adapters/event-store/event-reader.ts';
import type { StoreReader } from '../../../../src-main/adapters/event-store/store-reader.ts';
import { EVERYTHING, type Filter, type FilterTerm } from '../../../../src-shared/domain/filter.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../../doubles/received-events.ts';
import { filledStore, temporaryStore } from './temporary-store.ts';

const since = (at: number): FilterTerm => ({ kind: 'since', time: { kind: 'at', at } });
const until = (at: number): FilterTerm => ({ kind: 'until', time: { kind: 'at', at } });
const kind = (...values: string[]): FilterTerm => ({ kind: 'value', field: 'kind', values, negated: false });
const text = (...values: string[]): FilterTerm => ({ kind: 'text', values, negated: false });

/** The whole walk, piece by piece; `pieces` counts them. */
function walk(reader: StoreReader, filter: Filter, direction: 'older' | 'newer', to?: number) {
  const seqs: number[] = [];
  let pieces = 0;
  let from: number | null = direction === 'newer' ? 0 : Number.MAX_SAFE_INTEGER;
  while (from !== null) {
    const { rows, next } = reader.slice({ filter, direction, from, to, limit: 100 });
    seqs.push(...rows.map(({ seq }) => seq));
    pieces += 1;
    from = next;
  }
  return { seqs, pieces };
}

function countAll(reader: StoreReader, filter: Filter, to: number) {
  let count = 0;
  let from: number | null = 0;
  while (from !== null) {
    const counted = reader.count({ filter, after: from, to });
    count += counted.count;
    from = counted.next;
  }
  return count;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('[STORE-14] a walk over the rows', () => {
  it('comes in pieces, and is whole in either direction', () => {
    const { reader } = filledStore(receivedEvents(1, 1_200), { pieceMs: 0 });
    const newer = walk(reader, { terms: [text('e-')] }, 'newer');
    const older = walk(reader, { terms: [text('e-')] }, 'older');
    expect({ newer: newer.seqs, older: older.seqs, count: countAll(reader, { terms: [text('e-')] }, 1_200) }).toEqual({
      newer: upTo(1_200),
      older: upTo(1_200).toReversed(),
      count: 1_200,
    });
    // One step of 16 texts each.
    expect([newer.pieces, older.pieces]).toEqual([75, 75]);
  });

  it('that finds nothing in a piece says where the next one begins', () => {
    const { reader } = filledStore(receivedEvents(1, 40), { pieceMs: 0 });
    const filter = { terms: [text('nowhere')] };
    const slice = (from: number) => reader.slice({ filter, direction: 'newer', from, limit: 5 });
    expect([slice(0), slice(16), slice(32), reader.count({ filter, after: 0, to: 40 })]).toEqual([
      { rows: [], next: 16 },
      { rows: [], next: 32 },
      { rows: [], next: null },
      { count: 0, next: 16 },
    ]);
  });

  it('steps over holes as if they were not there', () => {
    const { database, reader } = filledStore(receivedEvents(1, 100), { pieceMs: 0 });
    database.exec(`PRAGMA foreign_keys = OFF; UPDATE event SET seq = seq + 20000000 WHERE seq > 90;
      DELETE FROM event WHERE seq < 11 OR seq BETWEEN 21 AND 80`);
    const seqs = [...upTo(10).map((seq) => seq + 10), ...upTo(10).map((seq) => seq + 80)];
    const far = upTo(10).map((seq) => seq + 20_000_090);
    const everything = walk(reader, EVERYTHING, 'newer');
    expect({
      newer: everything.seqs,
      older: walk(reader, EVERYTHING, 'older').seqs,
      pieces: everything.pieces,
      count: countAll(reader, EVERYTHING, 30_000_000),
      part: walk(reader, EVERYTHING, 'newer', 50).seqs,
    }).toEqual({
      newer: [...seqs, ...far],
      older: [...seqs, ...far].toReversed(),
      pieces: 1,
      count: 30,
      part: upTo(10).map((seq) => seq + 10),
    });
  });

  it('by a kind that never came is over at once', () => {
    const { reader } = filledStore(receivedEvents(1, 2_000), { pieceMs: 0 });
    const filter = { terms: [kind('CMP_EVENT')] };
    expect([walk(reader, filter, 'newer'), reader.count({ filter, after: 0, to: 2_000 })]).toEqual([
      { seqs: [], pieces: 1 },
      { count: 0, next: null },
    ]);
  });

  it('searches texts only of rows that pass in every other way', () => {
    const events = receivedEvents(1, 100).map((event, index) =>
      index === 49 ? { ...event, kind: 'LOCALIZATION', data: '{"eid":"needle"}' } : { ...event, data: '"needle"' },
    );
    const { database, reader } = filledStore(events);
    const asked: string[] = [];
    database.function('holds_text', (raw: string, _id: unknown, _words: unknown) => Number(asked.push(raw) > 0));
    expect(walk(reader, { terms: [text('needle'), kind('LOCALIZATION')] }, 'newer').seqs).toEqual([50]);
    expect(asked).toEqual(['{"eid":"needle"}']);
  });

  it('beside a writer sees what is committed, and pins no log', async () => {
    const { database, writer, path } = temporaryStore();
    const other = openEventReader(path);
    const read = () => other.slice({ filter: EVERYTHING, direction: 'newer', from: 0, limit: 10 });
    writer.append(batchOf('opens', receivedEvents(1, 3)));
    const { rows } = await read();
    writer.append(batchOf(1, [receivedEvent(4)]));
    const [folded] = database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    expect([rows.length, (await read()).rows.length, folded.busy]).toEqual([3, 4, 0]);
    await other.close();
  });
});

describe('[STORE-14] a time span', () => {
  /** A day a stretch: far apart, so that only stretches in question are entered. */
  const DAY = 86_400_000;
  const STRETCH = 4_096;
  const spread = (options: { pieceMs?: number } = {}) => {
    const times = upTo(3 * STRETCH).map((seq) => Math.floor(seq / STRETCH) * DAY + seq);
    return filledStore(
      times.map((receivedAt, index) => receivedEvent(index, { id: null, receivedAt })),
      options,
    );
  };

  it('is entered without looking at the rows before and after it, in either direction', () => {
    const { reader } = spread({ pieceMs: 0 });
    const filter: Filter = { terms: [since(DAY + STRETCH + 10), until(DAY + STRETCH + 19)] };
    const expected = upTo(10).map((seq) => STRETCH + seq + 9);
    // One stretch in 8 steps of 512 rows, and a look for the next one; all rows are 24 steps.
    expect({
      newer: walk(reader, filter, 'newer'),
      older: walk(reader, filter, 'older'),
      count: countAll(reader, filter, 3 * STRETCH),
    }).toEqual({
      newer: { seqs: expected, pieces: 9 },
      older: { seqs: expected.toReversed(), pieces: 9 },
      count: 10,
    });
  });

  it.each<[what: string, terms: FilterTerm[], first: number, last: number]>([
    ['from a time on', [since(2 * DAY)], 2 * STRETCH, 3 * STRETCH],
    ['up to a time', [until(DAY - 1)], 1, STRETCH - 1],
    ['over the border of two stretches', [since(STRETCH - 5), until(DAY + STRETCH + 5)], STRETCH - 5, STRETCH + 5],
    ['that two terms narrow', [since(0), since(2 * DAY), until(9 * DAY), until(2 * DAY + 2 * STRETCH)], 8_192, 8_192],
    ['without events', [since(DAY - 5), until(DAY + 5)], 1, 0],
    ['that ends before it begins', [since(2 * DAY), until(DAY)], 1, 0],
  ])('%s holds the events of that time', (_what, terms, first, last) => {
    const { reader } = spread();
    const seqs = upTo(last).slice(first - 1);
    expect([walk(reader, { terms }, 'newer').seqs, walk(reader, { terms }, 'older').seqs]).toEqual([
      seqs,
      seqs.toReversed(),
    ]);
  });

  it('holds its events where the clock was set back or forward, too', () => {
    // Two batches of one stretch before noon, one after it, one before them all.
    const NOON = DAY / 2;
    const times = upTo(2_000).map((seq) => (seq <= 1_000 ? seq : seq <= 1_500 ? NOON + seq : seq - 5_000));
    const { reader } = filledStore(times.map((receivedAt, index) => receivedEvent(index, { id: null, receivedAt })));
    const between = (from: number, to: number) => walk(reader, { terms: [since(from), until(to)] }, 'newer').seqs;
    expect({
      early: between(-5_000, -3_499),
      middle: between(10, 12),
      late: between(NOON, DAY),
    }).toEqual({ early: [1_501], middle: [10, 11, 12], late: upTo(1_500).slice(1_000) });
  });
});
