/** Every stored event that matches, in the order of the walk, in constant memory. Nobody waits behind a piece of it. */
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { EventReader, SummaryBatch, BatchQuery } from '../ports/event-store.ts';

/** Some milliseconds of reading; a few hundred kilobytes. */
const BATCH_ROWS = 500;

export interface WalkQuery {
  /** With absolute times (`resolveTimes`). */
  readonly filter: Filter;
  readonly direction: 'older' | 'newer';
  /** Exclusive; left out: from the end of the store where the walk begins. */
  readonly from?: number;
  /** Inclusive; left out: to the other end. */
  readonly to?: number;
  /** Left out: all. */
  readonly limit?: number;
}

/** @throws AppError STORE_…; the signal's reason */
export async function* walk(
  reader: Pick<EventReader, 'summaries'>,
  wanted: WalkQuery,
  signal?: AbortSignal,
): AsyncGenerator<EventSummary, void, undefined> {
  const { filter, direction, to, limit = Number.POSITIVE_INFINITY } = wanted;
  let from: number | null = wanted.from ?? (direction === 'older' ? Number.MAX_SAFE_INTEGER : 0);
  let given = 0;
  while (from !== null && given < limit) {
    signal?.throwIfAborted();
    const query: BatchQuery = { filter, direction, from, to, limit: Math.min(BATCH_ROWS, limit - given) };
    const slice: SummaryBatch = await reader.summaries(query, signal);
    yield* slice.rows;
    given += slice.rows.length;
    from = slice.next;
  }
}
