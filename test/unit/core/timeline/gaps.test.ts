import { describe, expect, test } from 'vitest';
import { readPage } from '../../../../src-main/core/timeline/pages.ts';
import type { TimelinePage } from '../../../../src-shared/api/timeline.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { EVERYTHING, type Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { randomNumbers } from '../../../doubles/random-numbers.ts';

type Direction = 'older' | 'newer';
const localizations: Filter = {
  terms: [{ kind: 'value', field: 'kind', values: ['LOCALIZATION'], negated: false }],
};
const nothing: Filter = { terms: [{ kind: 'value', field: 'country', values: ['XX'], negated: false }] };

const gap = (id: number, afterSeq: number): Gap => ({
  id,
  from: afterSeq * 1_000,
  to: afterSeq * 1_000 + 500,
  lengthMs: 500,
  reason: 'silent',
  detail: null,
  afterSeq,
});

/** Returns a store with these seqs, every tenth a localization, and gaps after the given seqs, oldest first. */
function storeOf(seqs: readonly number[], gapsAfter: readonly number[]): MemoryReader {
  const rows = seqs.map((seq) => summaryOf(seq, { kind: seq % 10 === 0 ? 'LOCALIZATION' : 'HEARTBEAT' }));
  const reader = new MemoryReader(rows);
  reader.storedGaps = gapsAfter.map((afterSeq, index) => gap(index + 1, afterSeq));
  return reader;
}

/** Returns the lines of a page, newest first: a gap is shown above the event that it follows. */
function linesOf({ rows, gaps }: TimelinePage): string[] {
  const lines = [
    ...rows.map(({ seq }) => ({ seq, above: 0, line: `event ${seq}` })),
    ...gaps.map(({ id, afterSeq }) => ({ seq: afterSeq, above: id, line: `gap ${id} behind ${afterSeq}` })),
  ];
  return lines.toSorted((one, other) => other.seq - one.seq || other.above - one.above).map(({ line }) => line);
}

const page = (reader: MemoryReader, direction: Direction, cursor: number | null, filter = EVERYTHING, limit = 3) =>
  readPage(reader, { filter, direction, cursor, limit }, new FakeClock());

/** Returns all pages from a cursor on as lines, newest first. */
async function pagesFrom(
  reader: MemoryReader,
  direction: Direction,
  from: number | null,
  filter = EVERYTHING,
  limit = 3,
): Promise<string[]> {
  const pages: string[][] = [];
  for (let cursor = from; ;) {
    const read = await page(reader, direction, cursor, filter, limit);
    pages.push(linesOf(read));
    if (!(direction === 'older' ? read.hasOlder : read.hasNewer)) break;
    cursor = direction === 'older' ? read.olderCursor : read.newerCursor;
  }
  return (direction === 'older' ? pages : pages.toReversed()).flat();
}

test('[DAMAGE-8] shows a gap above the event that it follows, on the page of that place', async () => {
  const reader = storeOf([1, 2, 3, 4, 5, 6], [0, 2, 3, 3, 6]);
  expect([linesOf(await page(reader, 'older', null)), linesOf(await page(reader, 'older', 4))]).toEqual([
    ['gap 5 behind 6', 'event 6', 'event 5', 'event 4'],
    ['gap 4 behind 3', 'gap 3 behind 3', 'event 3', 'gap 2 behind 2', 'event 2', 'event 1', 'gap 1 behind 0'],
  ]);
});

describe('[DAMAGE-8] all pages together contain every gap once at its place', () => {
  const below = randomNumbers(7);
  const cases = Array.from({ length: 60 }, (_, number) => {
    const seqs = Array.from({ length: 120 }, (_unused, index) => index + 1).filter(() => below(10) < 6);
    const gaps = Array.from({ length: below(40) }, () => below(121)).toSorted((one, other) => one - other);
    const filter = [EVERYTHING, localizations, nothing][number % 3] ?? EVERYTHING;
    return { number, seqs, gaps, filter, limit: 1 + below(9), around: below(123) };
  });

  test.each(cases)('in store $number', async ({ seqs, gaps, filter, limit, around }) => {
    const reader = storeOf(seqs, gaps);
    const oldest = seqs[0] ?? 0;
    const newest = seqs.at(-1) ?? 0;
    const complete = linesOf({
      rows: reader.rows.filter(({ kind }) => filter !== localizations || kind === 'LOCALIZATION'),
      gaps: reader.storedGaps.filter(({ afterSeq }) => afterSeq >= oldest - 1 && afterSeq <= newest),
    } as TimelinePage).filter((line) => filter !== nothing || line.startsWith('gap'));
    expect({
      older: await pagesFrom(reader, 'older', null, filter, limit),
      newer: await pagesFrom(reader, 'newer', null, filter, limit),
      // The cursor may be at an event, before or after missing seqs, or between them.
      around: [
        ...(await pagesFrom(reader, 'newer', around, filter, limit)),
        ...(await pagesFrom(reader, 'older', around + 1, filter, limit)),
      ],
    }).toEqual({ older: complete, newer: complete, around: complete });
  });
});

test('[DAMAGE-8] a page with too many gaps ends early, and the others follow on the next page', async () => {
  const seqs = Array.from({ length: 1_300 }, (_, index) => index + 1);
  const reader = storeOf(seqs, seqs);
  const first = await page(reader, 'older', null, nothing, 500);
  expect([first.gaps.length, first.hasOlder, first.olderCursor]).toEqual([500, true, 801]);
  const all = seqs.toReversed().map((seq) => `gap ${seq} behind ${seq}`);
  expect(await pagesFrom(reader, 'older', null, nothing, 500)).toEqual(all);
  expect(await pagesFrom(reader, 'newer', null, nothing, 500)).toEqual(all);
});
