import { describe, expect, test } from 'vitest';
import { Buckets } from '../../../../../../src-main/adapters/sqlite/events/columns/buckets.ts';
import {
  CHUNK_SIZE,
  chunkColumns,
  decodeUint16Column,
  decodeUint32Column,
} from '../../../../../../src-main/adapters/sqlite/events/texts/chunk.ts';
import type { Chunk } from '../../../../../../src-main/adapters/sqlite/events/columns/chunk-index.ts';
import { oneOf } from '../../../../../doubles/random-filters.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';

type Row = readonly [seq: number, receivedAt: number, facet: number];
type Random = (limit: number) => number;

const START = Date.UTC(2026, 0, 5);
const FACETS = 40;
/** Index 0 is unused, because facet ids start at 1. */
const CLASSES = Uint32Array.from({ length: FACETS + 1 }, (_, facet) => facet % 5);

/** Returns rows of the second chunk. Some seqs have no event, and unless `isOrdered` the clock is set back at times. */
function rowsOf(random: Random, isOrdered: boolean): Row[] {
  const rows: Row[] = [];
  const missing = oneOf([0, 0, 3], random);
  let at = START;
  for (let seq = CHUNK_SIZE; seq < 2 * CHUNK_SIZE; seq += 1) {
    at += random(4_000);
    if (!isOrdered && random(200) === 0) at -= random(3_600_000);
    if (missing === 0 || random(10) > missing) rows.push([seq, at, 1 + random(random(FACETS) + 1)]);
  }
  return rows;
}

function chunkOf(rows: readonly Row[], isOrdered: boolean) {
  const { id, events, earliest, latest, facets, places, times } = chunkColumns(1, rows);
  const chunk: Chunk = {
    id,
    events,
    earliest: earliest ?? 0,
    latest: latest ?? 0,
    facets: decodeUint32Column(facets),
    isTimed: true,
    isDamaged: false,
  };
  const columns = {
    places: decodeUint16Column(places ?? Buffer.alloc(0)),
    times: decodeUint32Column(times ?? Buffer.alloc(0)),
    isOrdered,
  };
  return { chunk, columns };
}

describe('[READ-20] a chunk that overlaps several bars of a chart', () => {
  test.each([
    ['if the times are in order', true],
    ['if the clock was set back', false],
  ])('counts each event once, in its own bar, %s', (_, isOrdered) => {
    const random = randomNumbers(8);
    for (let turn = 0; turn < 150; turn += 1) {
      const rows = rowsOf(random, isOrdered);
      const { chunk, columns } = chunkOf(rows, isOrdered);
      const length = 20_000 + random(oneOf([30_000, 900_000, 20_000_000], random));
      const from = chunk.earliest - random(length);
      const bars = 2 + Math.ceil((chunk.latest - from) / length);
      const edges = Array.from({ length: bars + 1 }, (__, place) => from + place * length);
      const pass = random(2) === 0 ? null : Uint8Array.from({ length: chunk.facets.length / 2 }, () => random(2));
      const isComplete = random(3) > 0;
      const first = isComplete ? 0 : random(CHUNK_SIZE);
      // Queries often start within a chunk and continue to its end.
      const last = isComplete || random(3) === 0 ? CHUNK_SIZE - 1 : first + random(CHUNK_SIZE - first);
      const since = random(2) === 0 ? (edges[0] ?? 0) : oneOf(rows, random)[1] + oneOf([-1, 0, 0.5, 1], random);
      const until = random(2) === 0 ? (edges.at(-1) ?? 0) - 1 : oneOf(rows, random)[1] + oneOf([-1, 0, 0.5, 1], random);
      const buckets = new Buckets({ classes: CLASSES, classCount: 5, edges });
      buckets.addColumns(chunk, columns, { pass, first, last, since, until });
      const expected = new Float64Array(5 * bars);
      const pairs = new Map(
        Array.from({ length: chunk.facets.length / 2 }, (__, index) => [chunk.facets[2 * index], index]),
      );
      for (const [seq, at, facet] of rows) {
        if (seq - CHUNK_SIZE < first || seq - CHUNK_SIZE > last || at < since || at > until) continue;
        if (pass !== null && pass[pairs.get(facet) ?? -1] !== 1) continue;
        const place = 5 * edges.findLastIndex((edge) => at >= edge) + (CLASSES[facet] ?? 0);
        expected[place] = (expected[place] ?? 0) + 1;
      }
      expect([turn, ...buckets.counts]).toEqual([turn, ...expected]);
    }
  });
});
