/**
 * Pages of stored events, in either direction from a cursor, with the gaps among them. The store answers in pieces that
 * are bounded in time; here they are put together until the page is full, the store is at its end, a second has passed,
 * or, of what texts are opened for, there is enough to show: then the page holds fewer rows and says where to go on. It never counts by `seq`: retention leaves holes.
 */
import type { TimelinePage, TimelinePageQuery } from '../../../src-shared/api/timeline.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { needsTexts, resolveTimes } from '../../../src-shared/domain/filter.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, SummaryBatch, BatchQuery } from '../ports/event-store.ts';

type PageQuery = Omit<TimelinePageQuery, 'watch'>;
type PageRows = Omit<TimelinePage, 'gaps' | 'extent' | 'direct'>;

/** Whoever waits is told what there is so far, and where to go on: a rare value in ten million rows takes longer. */
const PAGE_TIMEOUT_MS = 1_000;
/** As many as a list shows at once: where they are there, nobody waits for the rest of what texts are opened for. */
const VISIBLE_ROWS = 30;
const VISIBLE_ROWS_TIMEOUT_MS = 25;
/** As many as rows; a page that would have more, of a filter that hardly anything matches, ends before the next. */
const MAX_GAPS = 500;

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
  const direct = needsTexts(filter) ? (await reader.searchIndexProgress()).unindexedEvents : null;
  // What is stored after the extent was read is the feed's news.
  const ends =
    direction === 'older' ? { from: cursor ?? extent.newestSeq + 1 } : { from: cursor ?? 0, to: extent.newestSeq };
  // One more than asked for: it tells whether there are more.
  const { rows, next } = await gather(reader, { filter, direction, ...ends, limit: limit + 1 }, clock, signal);
  const isFull = rows.length > limit;
  if (isFull) rows.pop();
  const more = isFull || next !== null;
  const last = isFull ? null : next;
  // Behind the event before the oldest, and no further: of what was removed nobody asks.
  const oldestGap = Math.max(0, extent.oldestSeq - 1);

  if (direction === 'older') {
    const page: PageRows = {
      rows,
      hasOlder: more,
      hasNewer: cursor !== null && extent.newestSeq >= cursor,
      olderCursor: last ?? rows.at(-1)?.seq ?? 0,
      newerCursor: rows[0]?.seq ?? Math.max(0, cursor === null ? extent.newestSeq : cursor - 1),
    };
    const range = { first: more ? page.olderCursor : oldestGap, last: Math.min(ends.from - 1, extent.newestSeq) };
    const gaps = await reader.gaps({ ...range, direction, limit: MAX_GAPS + 1 }, signal);
    return { ...endedAtGap(page, gaps, direction), direct, extent };
  }
  const page: PageRows = {
    rows: rows.toReversed(),
    hasOlder: cursor !== null && extent.oldestSeq > 0 && extent.oldestSeq <= cursor,
    hasNewer: more,
    olderCursor: rows[0]?.seq ?? (cursor ?? 0) + 1,
    newerCursor: last ?? rows.at(-1)?.seq ?? Math.max(cursor ?? 0, extent.newestSeq),
  };
  const range = {
    first: cursor === null ? oldestGap : cursor + 1,
    last: more ? page.newerCursor : extent.newestSeq,
  };
  const gaps = await reader.gaps({ ...range, direction, limit: MAX_GAPS + 1 }, signal);
  return { ...endedAtGap(page, gaps, direction), direct, extent };
}

/** In the order of the walk; `next`: where it goes on, `null` where it is over. */
async function gather(
  reader: EventReader,
  { limit, ...query }: BatchQuery,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<{ rows: EventSummary[]; next: number | null }> {
  const rows: EventSummary[] = [];
  const beganAt = clock.monotonic();
  const mayEndEarly = needsTexts(query.filter);
  const isOver = (): boolean => {
    const elapsed = clock.monotonic() - beganAt;
    return elapsed >= (mayEndEarly && rows.length >= VISIBLE_ROWS ? VISIBLE_ROWS_TIMEOUT_MS : PAGE_TIMEOUT_MS);
  };
  let next: number | null = query.from;
  while (next !== null && rows.length < limit && !isOver()) {
    signal?.throwIfAborted();
    const slice: SummaryBatch = await reader.summaries({ ...query, from: next, limit: limit - rows.length }, signal);
    rows.push(...slice.rows);
    next = slice.next;
  }
  return { rows, next };
}

/**
 * The page with its gaps, given in the order of the walk; one that has too many ends before the event behind which the
 * first of the others lies. Where all of them lie behind one event, the others are not told.
 */
function endedAtGap(
  page: PageRows,
  gaps: readonly Gap[],
  direction: 'older' | 'newer',
): Omit<TimelinePage, 'extent' | 'direct'> {
  const isOlder = direction === 'older';
  const newestFirst = (told: readonly Gap[]) => (isOlder ? [...told] : told.toReversed());
  const end = gaps[MAX_GAPS]?.afterSeq;
  if (end === undefined) return { ...page, gaps: newestFirst(gaps) };
  const isBefore = (seq: number) => (isOlder ? seq > end : seq < end);
  const told = gaps.filter(({ afterSeq }) => isBefore(afterSeq));
  if (told.length === 0) return { ...page, gaps: newestFirst(gaps.slice(0, MAX_GAPS)) };
  return {
    ...page,
    rows: page.rows.filter(({ seq }) => isBefore(seq)),
    gaps: newestFirst(told),
    ...(isOlder ? { hasOlder: true, olderCursor: end + 1 } : { hasNewer: true, newerCursor: end - 1 }),
  };
}
