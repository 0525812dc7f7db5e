import { expect, test } from 'vitest';
import { newestQuestion } from '../../../../src-main/core/timeline/newest-question.ts';
import { readFacets, readHistogram } from '../../../../src-main/core/timeline/tallies.ts';
import { EVERYTHING } from '../../../../src-shared/domain/filter.ts';
import { summaryOf } from '../../../doubles/example-events.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';

const all = { filter: EVERYTHING, after: 0, to: 100 };
const rows = () => Array.from({ length: 100 }, (_, index) => summaryOf(index + 1, { receivedAt: index }));

test('[API-7] a question that a page has given up for a newer one takes no more of the store than a piece', async () => {
  const wire = {};
  const reader = new MemoryReader(rows(), 10);
  const first = newestQuestion(wire, 'facets kind');
  let pieces = 0;
  reader.meanwhile = () => {
    pieces += 1;
    if (pieces === 2) newestQuestion(wire, 'facets kind');
  };
  const facets = await readFacets(reader, { ...all, fields: ['kind'] }, undefined, first);
  expect([pieces, facets.value.count, facets.next]).toEqual([2, 20, 80]);
  // Who wants it after all goes on from there.
  const rest = await readFacets(reader, { ...all, to: 80, fields: ['kind'] });
  expect([rest.value.count, rest.next]).toEqual([80, null]);
});

test('[API-7] one of another kind, or of another page, takes nothing away', async () => {
  const wire = {};
  const signal = newestQuestion(wire, 'histogram');
  newestQuestion(wire, 'facets kind');
  newestQuestion({}, 'histogram');
  expect(signal.aborted).toBe(false);
  const { next } = await readHistogram(new MemoryReader(rows(), 10), { ...all, edges: [0, 200] }, undefined, signal);
  expect(next).toBe(null);
});
