/**
 * The stored events that match, in order, over whatever is damaged: from the oldest on as far as the database can be
 * read, then what can be read of it from the newest back. What could not be read is told exactly, never left out in
 * silence. Texts are read one at a time and rows in pieces, so that a long history does not fill the memory.
 */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { EventReader, Slice } from '../../core/ports/event-store.ts';

/** What could not be read. */
export type Unreadable =
  /** Events of which neither is in it: seqs, exclusive; `null`: to the end of the store. */
  | { readonly kind: 'span'; readonly after: number; readonly before: number | null }
  /** One whose row or text cannot be read. */
  | { readonly kind: 'event'; readonly seq: number }
  /** One whose text was damaged; what is known of it was printed. */
  | { readonly kind: 'text'; readonly seq: number };

export interface EventsQuery {
  /** With absolute times. */
  readonly filter: Filter;
  /** Inclusive: up to which seq, as a rule the newest when it began. */
  readonly to: number;
  /** The newest that match; left out: all. */
  readonly limit?: number | undefined;
}

/** Some milliseconds of reading; a few hundred kilobytes. */
const PIECE_ROWS = 500;

export async function* readableEvents(
  reader: EventReader,
  { filter, to, limit }: EventsQuery,
  onUnreadable: (what: Unreadable) => void,
): AsyncGenerator<StoredEvent, void, undefined> {
  const walk = new DamagedWalk(reader, filter);
  if (limit !== undefined) {
    let oldest: number | null = null;
    for await (const seq of walk.seqs('older', to + 1, undefined, limit)) oldest = seq;
    if (walk.isDamaged) onUnreadable({ kind: 'span', after: 0, before: oldest });
    if (oldest === null) return;
    yield* events(reader, walk.seqs('newer', oldest - 1, to), onUnreadable);
    return;
  }
  let last = 0;
  const ascending = walk.seqs('newer', 0, to);
  yield* events(
    reader,
    (async function* () {
      for await (const seq of ascending) yield (last = seq);
    })(),
    onUnreadable,
  );
  if (!walk.isDamaged) return;
  const behind: number[] = [];
  for await (const seq of walk.seqs('older', to + 1, last)) if (seq > last) behind.push(seq);
  onUnreadable({ kind: 'span', after: last, before: behind.at(-1) ?? null });
  yield* events(reader, behind.toReversed(), onUnreadable);
}

/** Walks as far as the database can be read, to the very row. */
class DamagedWalk {
  /** The last walk ended at damage. */
  isDamaged = false;
  readonly #reader: EventReader;
  readonly #filter: Filter;

  constructor(reader: EventReader, filter: Filter) {
    this.#reader = reader;
    this.#filter = filter;
  }

  async *seqs(
    direction: 'older' | 'newer',
    begin: number,
    to: number | undefined,
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<number, void, undefined> {
    this.isDamaged = false;
    let from: number | null = begin;
    let piece = PIECE_ROWS;
    let given = 0;
    while (from !== null && given < limit) {
      // oxlint-disable-next-line no-await-in-loop -- each piece says where the next begins
      const slice: Slice | null = await undamaged(
        this.#reader.slice({ filter: this.#filter, direction, from, to, limit: Math.min(piece, limit - given) }),
      );
      if (slice !== null) {
        for (const { seq } of slice.rows) yield seq;
        given += slice.rows.length;
        from = slice.next;
      } else if (piece > 1) {
        // The rows of this piece that lie before the damage can be read one by one.
        piece = 1;
      } else {
        this.isDamaged = true;
        return;
      }
    }
  }
}

async function* events(
  reader: EventReader,
  seqs: AsyncIterable<number> | Iterable<number>,
  onUnreadable: (what: Unreadable) => void,
): AsyncGenerator<StoredEvent, void, undefined> {
  for await (const seq of seqs) {
    const found = await undamaged(reader.event(seq).then((event) => ({ event })));
    if (found === null) {
      onUnreadable({ kind: 'event', seq });
      continue;
    }
    // Retention may have taken it meanwhile.
    if (found.event === null) continue;
    if (found.event.marks.some(({ code }) => code === 'text-lost')) onUnreadable({ kind: 'text', seq });
    yield found.event;
  }
}

/** `null` where the database cannot be read there. */
export async function undamaged<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_DAMAGED') return null;
    throw error;
  }
}
