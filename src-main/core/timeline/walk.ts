/**
 * Yields all matching events in the order of the direction, in constant memory and in batches that do not delay other
 * readers.
 */
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { EventReader, SummaryBatch, BatchQuery } from '../ports/event-store.ts';

/** Some milliseconds of reading; a few hundred kilobytes. */
const BATCH_ROWS = 500;

export interface WalkQuery {
  /** Times must be absolute (`resolveTimes`). */
  readonly filter: Filter;
  readonly direction: 'older' | 'newer';
  /** Exclusive. Defaults to the start of the direction. */
  readonly from?: number;
  /** Inclusive. Defaults to the end of the direction. */
  readonly to?: number;
  readonly limit?: number;
}

/** @throws AppError STORE_…; the signal's reason */
export async function* walk(
  reader: Pick<EventReader, 'summaries'>,
  request: WalkQuery,
  signal?: AbortSignal,
): AsyncGenerator<EventSummary, void, undefined> {
  const { filter, direction, to, limit = Number.POSITIVE_INFINITY } = request;
  let from: number | null = request.from ?? (direction === 'older' ? Number.MAX_SAFE_INTEGER : 0);
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
