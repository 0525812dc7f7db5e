/**
 * Pages of stored events, in either direction from a cursor. The store answers in pieces that are bounded in time;
 * here they are put together until the page is full or the store is at its end. It never counts by `seq`: retention
 * leaves holes.
 */
import type { TimelinePage, TimelinePageQuery } from '../../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import type { EventReader } from '../ports/event-store.ts';
import { walk } from './walk.ts';

type PageQuery = Omit<TimelinePageQuery, 'watch'>;

/** `now`: UTC epoch ms, for relative times of the filter. @throws AppError STORE_…; the signal's reason */
export async function readPage(
  reader: EventReader,
  query: PageQuery,
  now: number,
  signal?: AbortSignal,
): Promise<TimelinePage> {
  const { direction, cursor, limit } = query;
  const extent = await reader.extent();
  const filter = resolveTimes(query.filter, now);
  const rows: EventSummary[] = [];
  // What is stored after the extent was read is the feed's news.
  const ends =
    direction === 'older' ? { from: cursor ?? extent.newestSeq + 1 } : { from: cursor ?? 0, to: extent.newestSeq };
  // One more than asked for: it tells whether there are more.
  for await (const row of walk(reader, { filter, direction, ...ends, limit: limit + 1 }, signal)) rows.push(row);
  const more = rows.length > limit;
  if (more) rows.pop();

  if (direction === 'older')
    return {
      rows,
      hasOlder: more,
      hasNewer: cursor !== null && extent.newestSeq >= cursor,
      olderCursor: rows.at(-1)?.seq ?? 0,
      newerCursor: rows[0]?.seq ?? Math.max(0, cursor === null ? extent.newestSeq : cursor - 1),
      extent,
    };
  return {
    rows: rows.toReversed(),
    hasOlder: cursor !== null && extent.oldestSeq > 0 && extent.oldestSeq <= cursor,
    hasNewer: more,
    olderCursor: rows[0]?.seq ?? (cursor ?? 0) + 1,
    newerCursor: rows.at(-1)?.seq ?? Math.max(cursor ?? 0, extent.newestSeq),
    extent,
  };
}
