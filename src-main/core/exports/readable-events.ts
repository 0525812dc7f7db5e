/**
 * The stored events that match, in order, over whatever is damaged: from the oldest on as far as the database can be
 * read, then what can be read of it from the newest back. What could not be read is told exactly, never left out in
 * silence. Texts are read one at a time and rows in pieces, so that a long history does not fill the memory.
 */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { EventReader, Slice } from '../ports/event-store.ts';

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

/** @throws AppError STORE_… but STORE_DAMAGED; the signal's reason */
export async function* readableEvents(
  reader: EventReader,
  { filter, to, limit }: EventsQuery,
  onUnreadable: (what: Unreadable) => void,
  signal?: AbortSignal,
): AsyncGenerator<StoredEvent, void, undefined> {
  const walk = new DamagedWalk(reader, filter, signal);
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
  readonly #signal: AbortSignal | undefined;

  constructor(reader: EventReader, filter: Filter, signal: AbortSignal | undefined) {
    this.#reader = reader;
    this.#filter = filter;
    this.#signal = signal;
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
      this.#signal?.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- each piece says where the next begins
      const slice: Slice | null = await undamaged(
        this.#reader.slice(
          { filter: this.#filter, direction, from, to, limit: Math.min(piece, limit - given) },
          this.#signal,
        ),
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

/** Asked for ahead, so that nobody waits for one text after the other. */
const AHEAD = 32;
/** Behind a text of more characters, one is asked for at a time: a few of the largest would fill the memory. */
const LARGE_TEXT = 65_536;

async function* events(
  reader: EventReader,
  seqs: AsyncIterable<number> | Iterable<number>,
  onUnreadable: (what: Unreadable) => void,
): AsyncGenerator<StoredEvent, void, undefined> {
  const asked: Asked[] = [];
  let ahead = 1;
  for await (const seq of seqs) {
    asked.push(ask(reader, seq));
    while (asked.length >= ahead) {
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const event = await told(asked, onUnreadable);
      if (event === null) continue;
      ahead = event.raw.length > LARGE_TEXT ? 1 : Math.min(ahead + 1, AHEAD);
      yield event;
    }
  }
  while (asked.length > 0) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const event = await told(asked, onUnreadable);
    if (event !== null) yield event;
  }
}

interface Asked {
  readonly seq: number;
  /** `null` where it cannot be read. */
  readonly answer: Promise<{ readonly event: StoredEvent | null } | null>;
}

function ask(reader: EventReader, seq: number): Asked {
  const answer = undamaged(reader.event(seq).then((event) => ({ event })));
  // It fails when its turn comes; nobody may come for it where one before it fails.
  answer.catch(() => undefined);
  return { seq, answer };
}

async function told(asked: Asked[], onUnreadable: (what: Unreadable) => void): Promise<StoredEvent | null> {
  const next = asked.shift();
  if (next === undefined) return null;
  const found = await next.answer;
  if (found === null) onUnreadable({ kind: 'event', seq: next.seq });
  // Retention may have taken it meanwhile.
  if (found === null || found.event === null) return null;
  if (found.event.marks.some(({ code }) => code === 'text-lost')) onUnreadable({ kind: 'text', seq: next.seq });
  return found.event;
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
