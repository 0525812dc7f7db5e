import { expect, test } from 'vitest';
import { newestQuery } from '../../../../src-main/core/timeline/newest-query.ts';
import { readFacets, readHistogram } from '../../../../src-main/core/timeline/tallies.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter/filter.ts';

const all = { filter: EVERYTHING, after: 0, to: 100 };
/** Returns a reader over 100 events that examines ten per call. */
function piecemeal(onBatch: (batches: number) => void = () => undefined) {
  const reader = {
    pieces: 0,
    piece(to: number) {
      reader.pieces += 1;
      onBatch(reader.pieces);
      return { count: 10, fields: [], outcomes: [], next: to > 10 ? to - 10 : null };
    },
    facets: async ({ to }: { readonly to: number }) => reader.piece(to),
    histogram: async ({ to }: { readonly to: number }) => reader.piece(to),
  };
  return reader;
}

test('[THREAD-6] stops a query after its current batch when the page sends a newer one of the same kind', async () => {
  const wire = {};
  const first = newestQuery(wire, 'w-1', 'facets kind');
  const reader = piecemeal((batches) => {
    if (batches === 2) newestQuery(wire, 'w-1', 'facets kind');
  });
  const partial = await readFacets(reader, { ...all, fields: ['kind'] }, { enough: first });
  expect([reader.pieces, partial.value.count, partial.next]).toEqual([2, 20, 80]);
  // The query can be continued from there.
  const rest = await readFacets(reader, { ...all, to: 80, fields: ['kind'] });
  expect([rest.value.count, rest.next]).toEqual([80, null]);
});

test('[THREAD-6] does not stop a query of another kind, page or watch', async () => {
  const wire = {};
  const signal = newestQuery(wire, 'w-1', 'histogram');
  newestQuery(wire, 'w-1', 'facets kind');
  newestQuery({}, 'w-1', 'histogram');
  newestQuery(wire, 'w-2', 'histogram');
  expect(signal.aborted).toBe(false);
  const { next } = await readHistogram(piecemeal(), { ...all, edges: [0, 200] }, { enough: signal });
  expect(next).toBe(null);
});
