import { describe, expect, test } from 'vitest';
import { readPage } from '../../../../src-main/core/timeline/pages.ts';
import { walk } from '../../../../src-main/core/timeline/walk.ts';
import { EVERYTHING, type Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const kindOf = (seq: number) => (seq % 10 === 0 ? 'LOCALIZATION' : 'HEARTBEAT');
const holding = (seqs: readonly number[], batchSize?: number) =>
  new MemoryReader(
    seqs.map((seq) => summaryOf(seq, { kind: kindOf(seq) })),
    batchSize,
  );
const localizations: Filter = {
  terms: [{ kind: 'value', field: 'kind', values: ['LOCALIZATION'], negated: false }],
};

async function page(reader: MemoryReader, part: Partial<Parameters<typeof readPage>[1]> = {}) {
  const read = await readPage(
    reader,
    { filter: EVERYTHING, direction: 'older', cursor: null, limit: 3, ...part },
    new FakeClock(),
  );
  const { rows, extent: _, gaps, ...rest } = read;
  if (gaps.length > 0) throw new Error('no gap was put there');
  return { seqs: rows.map(({ seq }) => seq), ...rest };
}

describe('a page of older rows', () => {
  test('begins at the newest end, newest first, and reports that there are older rows', async () => {
    expect(await page(holding(numbers(1, 9)))).toEqual({
      direct: null,
      seqs: [9, 8, 7],
      hasOlder: true,
      hasNewer: false,
      olderCursor: 7,
      newerCursor: 9,
    });
  });

  test('continues from a cursor to the oldest row', async () => {
    expect(await page(holding(numbers(1, 9)), { cursor: 3 })).toEqual({
      direct: null,
      seqs: [2, 1],
      hasOlder: false,
      hasNewer: true,
      olderCursor: 1,
      newerCursor: 2,
    });
  });

  test('reports no older rows if it contains exactly the remaining ones', async () => {
    expect(await page(holding(numbers(1, 3)))).toMatchObject({ seqs: [3, 2, 1], hasOlder: false });
  });
});

describe('a page of newer rows', () => {
  test('begins at the oldest end, with the newest row first', async () => {
    expect(await page(holding(numbers(4, 9)), { direction: 'newer' })).toEqual({
      direct: null,
      seqs: [6, 5, 4],
      hasOlder: false,
      hasNewer: true,
      olderCursor: 4,
      newerCursor: 6,
    });
  });

  test('continues from a cursor to the newest row', async () => {
    expect(await page(holding(numbers(1, 9)), { direction: 'newer', cursor: 7 })).toEqual({
      direct: null,
      seqs: [9, 8],
      hasOlder: true,
      hasNewer: false,
      olderCursor: 8,
      newerCursor: 9,
    });
  });
});

describe('[THREAD-6] pages over missing seqs', () => {
  const holed = () => holding([...numbers(701, 900), ...numbers(1_601, 1_900)]);

  test('find the oldest page whatever the oldest seq is', async () => {
    expect(await page(holed(), { direction: 'newer' })).toMatchObject({ seqs: [703, 702, 701], hasOlder: false });
  });

  test('continue across missing seqs in both directions, also from a cursor whose event was removed', async () => {
    expect(await page(holed(), { cursor: 1_602 })).toMatchObject({ seqs: [1_601, 900, 899], hasOlder: true });
    expect(await page(holed(), { direction: 'newer', cursor: 899 })).toMatchObject({ seqs: [1_602, 1_601, 900] });
    expect(await page(holed(), { cursor: 1_200 })).toMatchObject({ seqs: [900, 899, 898], hasNewer: true });
    expect(await page(holed(), { direction: 'newer', cursor: 1_200 })).toMatchObject({ seqs: [1_603, 1_602, 1_601] });
  });
});

describe('a filter', () => {
  test('fills the page with matching rows, however far apart they are', async () => {
    expect(await page(holding(numbers(1, 100)), { filter: localizations })).toMatchObject({
      direct: null,
      seqs: [100, 90, 80],
      hasOlder: true,
    });
  });

  test('without a match gives an empty page without further pages', async () => {
    const matchesNothing: Filter = { terms: [{ kind: 'value', field: 'country', values: ['XX'], negated: false }] };
    expect(await page(holding(numbers(1, 100)), { filter: matchesNothing })).toEqual({
      direct: null,
      seqs: [],
      hasOlder: false,
      hasNewer: false,
      olderCursor: 0,
      newerCursor: 100,
    });
  });

  test('with an age counts back from the present time', async () => {
    const reader = new MemoryReader(numbers(1, 9).map((seq) => summaryOf(seq, { receivedAt: seq * 1_000 })));
    const filter: Filter = { terms: [{ kind: 'since', time: { kind: 'ago', ms: 2_000 } }] };
    const { rows } = await readPage(
      reader,
      { filter, direction: 'older', cursor: null, limit: 9 },
      new FakeClock(9_000),
    );
    expect(rows.map(({ seq }) => seq)).toEqual([9, 8, 7]);
  });
});

describe('a page that takes longer than a second to search', () => {
  /** A store in which each batch takes a third of a second. */
  const slow = () => {
    const reader = holding(numbers(1, 100));
    const clock = new FakeClock();
    const slice = reader.summaries.bind(reader);
    reader.summaries = async (query) => {
      await clock.advance(334);
      return slice(query);
    };
    return { reader, clock };
  };

  test('contains the rows found so far and the cursor at which to continue', async () => {
    const { reader, clock } = slow();
    const query = { filter: localizations, direction: 'older', cursor: null, limit: 50 } as const;
    const first = await readPage(reader, query, clock);
    expect({ rows: first.rows.map(({ seq }) => seq), hasOlder: first.hasOlder, cursor: first.olderCursor }).toEqual({
      rows: [100, 90, 80],
      hasOlder: true,
      cursor: 80,
    });
    const newer = await readPage(reader, { ...query, direction: 'newer' }, clock);
    expect([newer.rows.map(({ seq }) => seq), newer.hasNewer, newer.newerCursor]).toEqual([[20, 10], true, 21]);
  });

  test('loses no row over all pages, also if a page is empty', async () => {
    const { reader, clock } = slow();
    const rare: Filter = { terms: [{ kind: 'value', field: 'event', values: ['=up-5'], negated: false }] };
    reader.rows = reader.rows.map((row) => ({ ...row, id: `up-${row.seq}` }));
    const seqs: number[] = [];
    let pages = 0;
    for (let cursor: number | null = null; ; pages += 1) {
      const { rows, hasOlder, olderCursor } = await readPage(
        reader,
        { filter: rare, direction: 'older', cursor, limit: 3 },
        clock,
      );
      seqs.push(...rows.map(({ seq }) => seq));
      if (!hasOlder) break;
      cursor = olderCursor;
    }
    expect({ seqs, severalPages: pages > 2 }).toEqual({ seqs: [5], severalPages: true });
  });
});

test('[SEARCH-1] a page that needs event texts ends early once it has enough rows, and the next page continues from there', async () => {
  const named = numbers(1, 200).map((seq) => summaryOf(seq, { kind: kindOf(seq), id: `upstream-${seq}` }));
  const read = async (filter: Filter) => {
    const reader = new MemoryReader(named);
    const clock = new FakeClock();
    const slice = reader.summaries.bind(reader);
    reader.summaries = async (query) => {
      await clock.advance(9);
      return slice(query);
    };
    const { rows, hasOlder, olderCursor } = await readPage(
      reader,
      { filter, direction: 'older', cursor: null, limit: 100 },
      clock,
    );
    return { rows: rows.length, hasOlder, olderCursor };
  };
  const ofTexts: Filter = { terms: [{ kind: 'value', field: 'event', values: ['upst…'], negated: false }] };
  expect({ ofTexts: await read(ofTexts), ofColumns: await read(EVERYTHING) }).toEqual({
    // Five batches of seven rows each.
    ofTexts: { rows: 35, hasOlder: true, olderCursor: 166 },
    ofColumns: { rows: 100, hasOlder: true, olderCursor: 101 },
  });
});

test('an aborted page reads nothing more', async () => {
  const reader = holding(numbers(1, 100));
  const leave = new AbortController();
  leave.abort(new Error('left'));
  const query = { filter: localizations, direction: 'older', cursor: null, limit: 3 } as const;
  await expect(readPage(reader, query, new FakeClock(), leave.signal)).rejects.toThrow('left');
  expect(reader.sliceCount).toBe(0);
});

test('walk returns every matching row in batches of constant size and stops at its limit', async () => {
  const reader = holding(numbers(1, 100));
  const seqs: number[] = [];
  for await (const { seq } of walk(reader, { filter: localizations, direction: 'newer', limit: 4 })) seqs.push(seq);
  expect({ seqs, pieces: reader.sliceCount }).toEqual({ seqs: [10, 20, 30, 40], pieces: 6 });
});
