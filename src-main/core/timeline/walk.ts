/** Yields all matching events in constant memory and in batches that do not delay other readers. */
import type { EventSummary, StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { EventReader, BatchQuery } from '../ports/event-store.ts';

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
  readonly batchRows?: number;
}

/** @throws AppError STORE_…; the signal's reason */
export function walk(
  reader: Pick<EventReader, 'summaries'>,
  request: WalkQuery,
  signal?: AbortSignal,
): AsyncGenerator<EventSummary, void, undefined> {
  return walkRows(request, (query) => reader.summaries(query, signal), signal);
}

export function walkEvents(
  reader: Pick<EventReader, 'events'>,
  request: WalkQuery,
  signal?: AbortSignal,
): AsyncGenerator<StoredEvent, void, undefined> {
  const read = async (query: BatchQuery) => {
    const { events, next } = await reader.events(query, signal);
    return { rows: events, next };
  };
  return walkRows(request, read, signal);
}

async function* walkRows<Row>(
  { filter, direction, from: start, to, limit = Number.POSITIVE_INFINITY, batchRows = BATCH_ROWS }: WalkQuery,
  read: (query: BatchQuery) => Promise<{ readonly rows: readonly Row[]; readonly next: number | null }>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row, void, undefined> {
  let from: number | null = start ?? (direction === 'older' ? Number.MAX_SAFE_INTEGER : 0);
  let given = 0;
  while (from !== null && given < limit) {
    signal?.throwIfAborted();
    const { rows, next }: Awaited<ReturnType<typeof read>> = await read({
      filter,
      direction,
      from,
      to,
      limit: Math.min(batchRows, limit - given),
    });
    yield* rows;
    given += rows.length;
    from = next;
  }
}
