/** Makes timeline pages from a list of events, with the same limits as a backend. */
import type { TimelinePage, TimelinePageQuery } from '../../src-shared/api/timeline.ts';
import type { Extent } from '../../src-shared/api/watch.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';

export function extentOf(rows: readonly EventSummary[]): Extent {
  return { oldestSeq: rows[0]?.seq ?? 0, newestSeq: rows.at(-1)?.seq ?? 0, storedEvents: rows.length };
}

/** @param stored events, oldest first */
export function timelinePageOf(
  stored: readonly EventSummary[],
  { direction, cursor, limit }: Pick<TimelinePageQuery, 'direction' | 'cursor' | 'limit'>,
  gaps: readonly Gap[] = [],
): TimelinePage {
  const side =
    direction === 'older'
      ? stored.filter((row) => cursor === null || row.seq < cursor).slice(-limit)
      : stored.filter((row) => cursor === null || row.seq > cursor).slice(0, limit);
  const [oldest, newest] = [side[0]?.seq, side.at(-1)?.seq];
  const extent = extentOf(stored);
  const hasOlder = oldest === undefined ? direction === 'newer' && stored.length > 0 : oldest > extent.oldestSeq;
  const hasNewer = newest === undefined ? direction === 'older' && stored.length > 0 : newest < extent.newestSeq;
  // A cursor is exclusive. After an empty page, the cursor for the other side must include the event at the cursor.
  const [older, ahead] = direction === 'older' ? [0, -1] : [1, 0];
  const olderCursor = oldest ?? (cursor === null ? extent.newestSeq : cursor + older);
  const newerCursor = newest ?? (cursor === null ? extent.newestSeq : cursor + ahead);
  // A gap belongs to the page of the event before it, even if that event is not among the rows.
  const [first, last] =
    direction === 'older'
      ? [hasOlder ? olderCursor : 0, cursor === null ? extent.newestSeq : cursor - 1]
      : [cursor === null ? 0 : cursor + 1, hasNewer ? newerCursor : extent.newestSeq];
  return {
    rows: side.toReversed(),
    hasOlder,
    hasNewer,
    olderCursor,
    newerCursor,
    gaps: newestFirst(gaps).filter(({ afterSeq }) => afterSeq >= first && afterSeq <= last),
    direct: null,
    extent,
  };
}

export function newestFirst(gaps: readonly Gap[]): Gap[] {
  return gaps.toSorted((one, other) => other.afterSeq - one.afterSeq || other.id - one.id);
}
