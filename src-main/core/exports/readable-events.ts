/**
 * Reads matching events even if parts of the store are damaged: from the oldest on, then from the newest back. Reports
 * exactly what could not be read. Batches have a limited size.
 */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { EventReader, EventBatch, SummaryBatch } from '../ports/event-store.ts';

export type Unreadable =
  /** Events between two seqs, both exclusive; `before` is null if the span reaches the end of the store. */
  | { readonly kind: 'span'; readonly after: number; readonly before: number | null }
  | { readonly kind: 'event'; readonly seq: number }
  /** An event whose text is lost. Its other columns were returned. */
  | { readonly kind: 'text'; readonly seq: number };

export interface EventsQuery {
  readonly filter: Filter;
  readonly to: number;
  readonly limit?: number | undefined;
}

/** Events per batch. Reading four adjacent blocks takes some milliseconds and some hundred kilobytes. */
const BATCH_EVENTS = 256;
/** Characters. After a larger batch the next one is not read ahead: two of the largest would fill the memory. */
const LARGE_BATCH_CHARACTERS = 1_048_576;

/** @throws AppError STORE_… except STORE_DAMAGED; the signal's reason */
export async function* readableEvents(
  reader: EventReader,
  { filter, to, limit }: EventsQuery,
  onUnreadable: (what: Unreadable) => void,
  signal?: AbortSignal,
): AsyncGenerator<StoredEvent, void, undefined> {
  const walk = new DamagedWalk({ reader, filter, onUnreadable, signal });
  if (limit !== undefined) {
    let oldest: number | null = null;
    for await (const seq of walk.seqs('older', to + 1, undefined, limit)) oldest = seq;
    if (walk.isDamaged) onUnreadable({ kind: 'span', after: 0, before: oldest });
    if (oldest !== null) yield* walk.rest(oldest - 1, to);
    return;
  }
  yield* walk.events(0, to);
  if (!walk.isDamaged) return;
  const last = walk.last ?? 0;
  let before: number | null = null;
  for await (const seq of walk.seqs('older', to + 1, last)) if (seq > last) before = seq;
  onUnreadable({ kind: 'span', after: last, before });
  if (before !== null) yield* walk.rest(before - 1, to);
}

interface WalkSource {
  readonly reader: EventReader;
  readonly filter: Filter;
  readonly onUnreadable: (what: Unreadable) => void;
  readonly signal: AbortSignal | undefined;
}

/** Reads as far as the database can be read, to the exact row. */
class DamagedWalk {
  isDamaged = false;
  last: number | null = null;
  readonly #source: WalkSource;
  /** Position at which the last walk over seqs would continue; null if it is complete. */
  #next: number | null = null;

  constructor(source: WalkSource) {
    this.#source = source;
  }

  /** Ascending. If a batch cannot be read, its events are read one by one. */
  async *events(start: number, to: number): AsyncGenerator<StoredEvent, void, undefined> {
    this.isDamaged = false;
    let ahead: Promise<EventBatch | null> | null = null;
    for (let from: number | null = start; from !== null && !this.isDamaged;) {
      this.#source.signal?.throwIfAborted();
      const batch: EventBatch | null = await (ahead ?? this.#readBatch(from, to));
      ahead = null;
      if (batch === null) {
        yield* this.#oneByOne(from, to);
        from = this.#next;
        continue;
      }
      from = batch.next;
      if (from !== null && !isLarge(batch)) ahead = this.#readBatch(from, to);
      for (const event of batch.events) yield this.#noted(event);
    }
  }

  /** Yields rows that could be read before. If one no longer can, everything after it counts as unreadable. */
  async *rest(start: number, to: number): AsyncGenerator<StoredEvent, void, undefined> {
    this.last = start;
    yield* this.events(start, to);
    if (this.isDamaged) this.#source.onUnreadable({ kind: 'span', after: this.last, before: null });
  }

  async *seqs(
    direction: 'older' | 'newer',
    start: number,
    to: number | undefined,
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<number, void, undefined> {
    this.isDamaged = false;
    let from: number | null = start;
    let batchLimit = BATCH_EVENTS;
    let given = 0;
    while (from !== null && given < limit) {
      this.#source.signal?.throwIfAborted();
      const slice: SummaryBatch | null = await nullIfDamaged(
        this.#source.reader.summaries(
          { filter: this.#source.filter, direction, from, to, limit: Math.min(batchLimit, limit - given) },
          this.#source.signal,
        ),
      );
      if (slice !== null) {
        for (const { seq } of slice.rows) yield seq;
        given += slice.rows.length;
        from = slice.next;
      } else if (batchLimit > 1) {
        // The rows of this batch before the damage can be read one by one.
        batchLimit = 1;
      } else {
        this.isDamaged = true;
        return;
      }
    }
    this.#next = from;
  }

  #readBatch(from: number, to: number): Promise<EventBatch | null> {
    const query = { filter: this.#source.filter, direction: 'newer', from, to, limit: BATCH_EVENTS } as const;
    const batch = nullIfDamaged(this.#source.reader.events(query, this.#source.signal));
    // An error is thrown when the batch is awaited. A batch that is never awaited must not cause an unhandled
    // rejection.
    batch.catch(() => undefined);
    return batch;
  }

  async *#oneByOne(from: number, to: number): AsyncGenerator<StoredEvent, void, undefined> {
    for await (const seq of this.seqs('newer', from, to, BATCH_EVENTS)) {
      this.last = seq;
      const found = await nullIfDamaged(this.#source.reader.event(seq).then((event) => ({ event })));
      if (found === null) this.#source.onUnreadable({ kind: 'event', seq });
      // Retention may have deleted the event meanwhile.
      else if (found.event !== null) yield this.#noted(found.event);
    }
  }

  #noted(event: StoredEvent): StoredEvent {
    this.last = event.seq;
    if (event.marks.some(({ code }) => code === 'text-lost'))
      this.#source.onUnreadable({ kind: 'text', seq: event.seq });
    return event;
  }
}

function isLarge({ events }: EventBatch): boolean {
  return events.reduce((characters, { raw }) => characters + raw.length, 0) > LARGE_BATCH_CHARACTERS;
}

export async function nullIfDamaged<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_DAMAGED') return null;
    throw error;
  }
}
