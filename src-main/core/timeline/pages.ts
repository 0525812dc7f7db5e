/**
 * Pages of stored events, in either direction from a cursor. The store answers in pieces that are bounded in time;
 * here they are put together until the page is full, the store is at its end, or a second has passed: then the page
 * holds fewer rows and says where to go on. It never counts by `seq`: retention leaves holes.
 */
import type { TimelinePage, TimelinePageQuery } from '../../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, Slice, SliceQuery } from '../ports/event-store.ts';

type PageQuery = Omit<TimelinePageQuery, 'watch'>;

/** Whoever waits is told what there is so far, and where to go on: a rare value in ten million rows takes longer. */
const PAGE_WITHIN_MS = 1_000;

/** @throws AppError STORE_…; the signal's reason */
export async function readPage(
  reader: EventReader,
  query: PageQuery,
  clock: Clock,
  signal?: AbortSignal,
): Promise<TimelinePage> {
  const { direction, cursor, limit } = query;
  const extent = await reader.extent();
  const filter = resolveTimes(query.filter, clock.now());
  // What is stored after the extent was read is the feed's news.
  const ends =
    direction === 'older' ? { from: cursor ?? extent.newestSeq + 1 } : { from: cursor ?? 0, to: extent.newestSeq };
  // One more than asked for: it tells whether there are more.
  const { rows, next } = await gather(reader, { filter, direction, ...ends, limit: limit + 1 }, clock, signal);
  const isFull = rows.length > limit;
  if (isFull) rows.pop();
  const more = isFull || next !== null;
  const last = isFull ? null : next;

  if (direction === 'older')
    return {
      rows,
      hasOlder: more,
      hasNewer: cursor !== null && extent.newestSeq >= cursor,
      olderCursor: last ?? rows.at(-1)?.seq ?? 0,
      newerCursor: rows[0]?.seq ?? Math.max(0, cursor === null ? extent.newestSeq : cursor - 1),
      extent,
    };
  return {
    rows: rows.toReversed(),
    hasOlder: cursor !== null && extent.oldestSeq > 0 && extent.oldestSeq <= cursor,
    hasNewer: more,
    olderCursor: rows[0]?.seq ?? (cursor ?? 0) + 1,
    newerCursor: last ?? rows.at(-1)?.seq ?? Math.max(cursor ?? 0, extent.newestSeq),
    extent,
  };
}

/** In the order of the walk; `next`: where it goes on, `null` where it is over. */
async function gather(
  reader: EventReader,
  { limit, ...query }: SliceQuery,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<{ rows: EventSummary[]; next: number | null }> {
  const rows: EventSummary[] = [];
  const until = clock.monotonic() + PAGE_WITHIN_MS;
  let next: number | null = query.from;
  while (next !== null && rows.length < limit && clock.monotonic() < until) {
    signal?.throwIfAborted();
    const slice: Slice = await reader.slice({ ...query, from: next, limit: limit - rows.length }, signal);
    rows.push(...slice.rows);
    next = slice.next;
  }
  return { rows, next };
}
