/** Reads rows in batches that end after some milliseconds, so that callers do not wait for a walk over millions. */
import type { BatchQuery } from '../../../../core/ports/event-store.ts';
import type { EventMatcher } from './event-matcher.ts';
import type { EventRow } from '../rows/event-columns.ts';
import type { SeqRange } from './row-queries.ts';

/** A page draws in 16 ms. The next caller waits at most this long and for one part. */
export const BATCH_MS = 12;

/** @param convert converts a row. Returns null to end the batch before it, but never for the first row */
export function readBatch<Taken extends { readonly seq: number }>(
  matches: EventMatcher,
  { filter, direction, from, to, limit }: BatchQuery,
  batchMs: number,
  convert: (row: EventRow) => Taken | null,
): { rows: Taken[]; next: number | null } {
  const search = matches.prepareSearch(filter);
  if (search === null) return { rows: [], next: null };
  const rangeFrom = (at: number): SeqRange =>
    direction === 'older' ? { first: to ?? 0, last: at - 1 } : { first: at + 1, last: to ?? Number.MAX_SAFE_INTEGER };
  const rows: Taken[] = [];
  const startedAt = performance.now();
  for (const part of matches.parts(search, direction, rangeFrom(from))) {
    for (const row of matches.rows(search, part, direction, limit - rows.length)) {
      const converted = convert(row);
      if (converted === null) return { rows, next: rows.at(-1)?.seq ?? null };
      rows.push(converted);
    }
    const isFull = rows.length >= limit;
    if (!isFull && performance.now() - startedAt < batchMs) continue;
    const edge = direction === 'older' ? part.first : part.last;
    const at = isFull ? (rows.at(-1)?.seq ?? edge) : edge;
    return { rows, next: matches.hasCandidates(search, direction, rangeFrom(at)) ? at : null };
  }
  return { rows, next: null };
}
