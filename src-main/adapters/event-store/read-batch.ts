/**
 * Walks over the stored rows in pieces that end after some milliseconds, so that nobody waits behind a walk over
 * millions. Each piece is a run of parts (`event-matcher.ts`); what chunks rule out in memory is passed over.
 */
import type { BatchQuery } from '../../core/ports/event-store.ts';
import type { EventMatcher, SeqRange } from './event-matcher.ts';
import type { EventRow } from './statements.ts';

/** A page is drawn in 16 ms, and the next caller waits no longer than this and one part. */
export const BATCH_MS = 12;

/** @param take what is made of a row; `null`: the piece ends before it; never of the first row */
export function readBatch<Taken extends { readonly seq: number }>(
  matches: EventMatcher,
  { filter, direction, from, to, limit }: BatchQuery,
  batchMs: number,
  take: (row: EventRow) => Taken | null,
): { rows: Taken[]; next: number | null } {
  const search = matches.prepareSearch(filter);
  if (search === null) return { rows: [], next: null };
  const rangeFrom = (at: number): SeqRange =>
    direction === 'older' ? { first: to ?? 0, last: at - 1 } : { first: at + 1, last: to ?? Number.MAX_SAFE_INTEGER };
  const rows: Taken[] = [];
  const startedAt = performance.now();
  for (const part of matches.parts(search, direction, rangeFrom(from))) {
    for (const row of matches.rows(search, part, direction, limit - rows.length)) {
      const taken = take(row);
      if (taken === null) return { rows, next: rows.at(-1)?.seq ?? null };
      rows.push(taken);
    }
    const isFull = rows.length >= limit;
    if (!isFull && performance.now() - startedAt < batchMs) continue;
    const edge = direction === 'older' ? part.first : part.last;
    const at = isFull ? (rows.at(-1)?.seq ?? edge) : edge;
    return { rows, next: matches.hasCandidates(search, direction, rangeFrom(at)) ? at : null };
  }
  return { rows, next: null };
}
