import { describe, expect, test } from 'vitest';
import { readCount, readFacets, readGroups, readHistogram } from '../../../../src-main/core/timeline/tallies.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';

/** A hundred events, a second apart, of which every fourth failed; the store looks at ten in a piece. */
const reader = (pieceRows = 10) =>
  new MemoryReader(
    Array.from({ length: 100 }, (_, index) =>
      summaryOf(index + 1, {
        receivedAt: 1_000 * index,
        outcome: index % 4 === 0 ? 'failed' : 'succeeded',
        errorCodes: index % 4 === 0 ? ['70', '71'] : [],
      }),
    ),
    pieceRows,
  );
const all = { filter: EVERYTHING, after: 0, to: 100 };

describe('[READ-9] what comes in pieces is added up', () => {
  test('to one count', async () => {
    expect(await readCount(reader(), { ...all, after: 5, to: 95 })).toEqual({ value: 90, next: null });
  });

  test('to one count of each value, the most frequent first', async () => {
    expect(await readFacets(reader(), { ...all, fields: ['outcome', 'code'] })).toEqual({
      value: {
        count: 100,
        fields: [
          {
            field: 'outcome',
            values: [
              { value: 'succeeded', count: 75 },
              { value: 'failed', count: 25 },
            ],
          },
          {
            field: 'code',
            values: [
              { value: null, count: 75 },
              { value: '70', count: 25 },
              { value: '71', count: 25 },
            ],
          },
        ],
      },
      next: null,
    });
  });

  test('to one count of each group', async () => {
    const query = { ...all, by: ['outcome', 'code'] as const, edges: [0, 40_000, 80_000] };
    const { value, next } = await readGroups(reader(), query);
    expect([value.toSorted((one, other) => one.bucket - other.bucket || one.count - other.count), next]).toEqual([
      [
        { values: ['failed', '70'], bucket: 0, count: 10 },
        { values: ['failed', '71'], bucket: 0, count: 10 },
        { values: ['succeeded', null], bucket: 0, count: 30 },
        { values: ['failed', '70'], bucket: 1, count: 10 },
        { values: ['failed', '71'], bucket: 1, count: 10 },
        { values: ['succeeded', null], bucket: 1, count: 30 },
      ],
      null,
    ]);
  });

  test('to one list of bars for each outcome', async () => {
    const { value, next } = await readHistogram(reader(), { ...all, edges: [0, 40_000, 80_000] });
    const inOrder = value.toSorted((one, other) => String(one.outcome).localeCompare(String(other.outcome)));
    expect([inOrder, next]).toEqual([
      [
        { outcome: 'failed', counts: [10, 10] },
        { outcome: 'succeeded', counts: [30, 30] },
      ],
      null,
    ]);
  });

  test('for about a second: then it is said where to go on, and what was not counted yet is counted from there', async () => {
    const slow = reader(1);
    const begun = await readCount(slow, all);
    const rest = await readCount(slow, { ...all, to: begun.next ?? 0 });
    expect([begun, rest]).toEqual([
      { value: 64, next: 36 },
      { value: 36, next: null },
    ]);
  });

  test('until nobody wants it any more', async () => {
    const wanted = new AbortController();
    const slow = reader(1);
    const asked = readCount(slow, all, { signal: wanted.signal });
    wanted.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(slow.pieces).toBe(1);
  });
});
