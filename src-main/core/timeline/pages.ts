/**
 * Collects batches until the page is full, the store ends or one second has passed; a filter that reads texts ends
 * sooner. A short page has the cursor to continue from. Never counts by `seq`: retention leaves holes.
 */
import type { TimelinePage, TimelinePageQuery } from '../../../src-shared/api/timeline.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { needsTexts, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, SummaryBatch, BatchQuery } from '../ports/event-store.ts';

type PageQuery = Omit<TimelinePageQuery, 'watch'>;
type PageRows = Omit<TimelinePage, 'gaps' | 'extent' | 'direct'>;

/** Then returns what was found so far: a rare value in ten million rows takes longer. */
const PAGE_TIMEOUT_MS = 1_000;
/** Rows of one screen. A filter that reads texts returns as soon as it has these and `VISIBLE_ROWS_TIMEOUT_MS` has passed. */
const VISIBLE_ROWS = 30;
const VISIBLE_ROWS_TIMEOUT_MS = 25;
/** Same as the maximum number of rows. A page with more gaps, of a filter that matches few events, ends earlier. */
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
  // The feed delivers events that are stored after the extent was read.
  const ends =
    direction === 'older' ? { from: cursor ?? extent.newestSeq + 1 } : { from: cursor ?? 0, to: extent.newestSeq };
  // Requests one extra row, which shows if there are more.
  const { rows, next } = await gather(reader, { filter, direction, ...ends, limit: limit + 1 }, clock, signal);
  const isFull = rows.length > limit;
  if (isFull) rows.pop();
  const more = isFull || next !== null;
  const last = isFull ? null : next;
  // Includes gaps from the event before the oldest one on. Earlier gaps belong to removed events.
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

async function gather(
  reader: EventReader,
  { limit, ...query }: BatchQuery,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<{ rows: EventSummary[]; next: number | null }> {
  const rows: EventSummary[] = [];
  const startedAt = clock.monotonic();
  const mayEndEarly = needsTexts(query.filter);
  const isOver = (): boolean => {
    const elapsed = clock.monotonic() - startedAt;
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
 * Adds gaps, in the query's direction, to the page. If there are too many, the page ends before the event that the
 * first omitted gap follows. If all gaps follow the same event, the omitted ones are not shown.
 */
function endedAtGap(
  page: PageRows,
  gaps: readonly Gap[],
  direction: 'older' | 'newer',
): Omit<TimelinePage, 'extent' | 'direct'> {
  const isOlder = direction === 'older';
  const newestFirst = (inOrder: readonly Gap[]) => (isOlder ? [...inOrder] : inOrder.toReversed());
  const end = gaps[MAX_GAPS]?.afterSeq;
  if (end === undefined) return { ...page, gaps: newestFirst(gaps) };
  const isBefore = (seq: number) => (isOlder ? seq > end : seq < end);
  const earlier = gaps.filter(({ afterSeq }) => isBefore(afterSeq));
  if (earlier.length === 0) return { ...page, gaps: newestFirst(gaps.slice(0, MAX_GAPS)) };
  return {
    ...page,
    rows: page.rows.filter(({ seq }) => isBefore(seq)),
    gaps: newestFirst(earlier),
    ...(isOlder ? { hasOlder: true, olderCursor: end + 1 } : { hasNewer: true, newerCursor: end - 1 }),
  };
}
