import { expect, test } from 'vitest';
import { newestQuery } from '../../../../src-main/core/timeline/newest-query.ts';
import { readFacets, readHistogram } from '../../../../src-main/core/timeline/tallies.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter.ts';

const all = { filter: EVERYTHING, after: 0, to: 100 };
/** A hundred events, of which each answer looks at ten. */
function piecemeal(onPiece: (pieces: number) => void = () => undefined) {
  const reader = {
    pieces: 0,
    piece(to: number) {
      reader.pieces += 1;
      onPiece(reader.pieces);
      return { count: 10, fields: [], outcomes: [], next: to > 10 ? to - 10 : null };
    },
    facets: async ({ to }: { readonly to: number }) => reader.piece(to),
    histogram: async ({ to }: { readonly to: number }) => reader.piece(to),
  };
  return reader;
}

test('[API-7] a question that a page has given up for a newer one takes no more of the store than a piece', async () => {
  const wire = {};
  const first = newestQuery(wire, 'w-1', 'facets kind');
  const reader = piecemeal((pieces) => {
    if (pieces === 2) newestQuery(wire, 'w-1', 'facets kind');
  });
  const asked = await readFacets(reader, { ...all, fields: ['kind'] }, { enough: first });
  expect([reader.pieces, asked.value.count, asked.next]).toEqual([2, 20, 80]);
  // Who wants it after all goes on from there.
  const rest = await readFacets(reader, { ...all, to: 80, fields: ['kind'] });
  expect([rest.value.count, rest.next]).toEqual([80, null]);
});

test('[API-7] one of another kind, of another page, or about another watch, takes nothing away', async () => {
  const wire = {};
  const signal = newestQuery(wire, 'w-1', 'histogram');
  newestQuery(wire, 'w-1', 'facets kind');
  newestQuery({}, 'w-1', 'histogram');
  newestQuery(wire, 'w-2', 'histogram');
  expect(signal.aborted).toBe(false);
  const { next } = await readHistogram(piecemeal(), { ...all, edges: [0, 200] }, { enough: signal });
  expect(next).toBe(null);
});
