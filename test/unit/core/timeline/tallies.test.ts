import { describe, expect, test } from 'vitest';
import { readCount, readFacets, readGroups, readHistogram } from '../../../../src-main/core/timeline/tallies.ts';
import type { CountQuery, EventReader } from '../../../../src-main/core/ports/event-store.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter/filter.ts';

type TallyReader = Pick<EventReader, 'count' | 'facets' | 'groups' | 'histogram'>;

const eventAt = (seq: number) => {
  const hasFailed = (seq - 1) % 4 === 0;
  const outcome = hasFailed ? ('failed' as const) : ('succeeded' as const);
  return { receivedAt: 1_000 * (seq - 1), outcome, codes: hasFailed ? ['70', '71'] : [null] };
};
const isIn = (receivedAt: number, edges: readonly number[], bucket: number): boolean =>
  receivedAt >= (edges[bucket] ?? Infinity) && receivedAt < (edges[bucket + 1] ?? -Infinity);

/** A hundred events, one second apart. Each answer covers the newest ten that are left. */
function reader(batchRows = 10): TallyReader & { readonly batches: number } {
  let batches = 0;
  const batch = ({ after, to }: CountQuery) => {
    batches += 1;
    const end = Math.max(after, to - batchRows);
    const rows = Array.from({ length: to - end }, (_, index) => eventAt(to - index));
    return { rows, next: end > after ? end : null };
  };
  return {
    get batches() {
      return batches;
    },
    async count(query) {
      const { rows, next } = batch(query);
      return { count: rows.length, next };
    },
    async facets({ fields, ...query }) {
      const { rows, next } = batch(query);
      const valuesOf = fields.map((field) => ({
        field,
        values: rows.flatMap(({ outcome, codes }) =>
          (field === 'outcome' ? [outcome] : codes).map((value) => ({ value, count: 1 })),
        ),
      }));
      return { count: rows.length, fields: valuesOf, next };
    },
    async groups({ edges, ...query }) {
      const { rows, next } = batch(query);
      const groups = rows.flatMap(({ receivedAt, outcome, codes }) =>
        [0, 1]
          .filter((bucket) => isIn(receivedAt, edges ?? [], bucket))
          .flatMap((bucket) => codes.map((code) => ({ values: [outcome, code], bucket, count: 1 }))),
      );
      return { groups, next };
    },
    async histogram({ edges, ...query }) {
      const { rows, next } = batch(query);
      const outcomes = rows.map(({ receivedAt, outcome }) => ({
        outcome,
        counts: [0, 1].map((bucket) => Number(isIn(receivedAt, edges, bucket))),
      }));
      return { outcomes, next };
    },
  };
}

const all = { filter: EVERYTHING, after: 0, to: 100 };

describe('[THREAD-6] results of several batches are added up', () => {
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

  test('for about a second; then the result contains the position from which to continue', async () => {
    const slow = reader(1);
    const partial = await readCount(slow, all);
    const rest = await readCount(slow, { ...all, to: partial.next ?? 0 });
    expect([partial, rest]).toEqual([
      { value: 64, next: 36 },
      { value: 36, next: null },
    ]);
  });

  test('until the caller aborts', async () => {
    const controller = new AbortController();
    const slow = reader(1);
    const pending = readCount(slow, all, { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(pending).rejects.toThrow('gone');
    expect(slow.batches).toBe(1);
  });
});
