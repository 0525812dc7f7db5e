/**
 * Takes what is stored into the book of cases, in order and exactly once: what is made of a piece is committed with how
 * far it was read, or not at all. It reads behind the writer at its own pace and holds nobody up; after a failure it goes
 * on where it was. Where settings, or events that were stored before, are different now, it begins anew.
 */
import type { CauseKey } from '../../../src-shared/domain/case.ts';
import { Changes } from '../lib/changes.ts';
import type { BookPosition, CaseBook, GroupState } from '../ports/case-book.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { type CasePiece, CasePieces } from './case-pieces.ts';
import { KnownCases } from './known-cases.ts';
import { TAKING_VERSION } from './taking.ts';

export interface FollowCasesParts {
  readonly scanner: Pick<EventReader, 'extent' | 'slice' | 'events' | 'facts' | 'basis'>;
  readonly book: Pick<CaseBook, 'writer'>;
  /** Told after events or facts were stored. */
  readonly stored: Changes;
  readonly clock: Clock;
  readonly log: Log;
  /** Before it begins: while events that were stored before are changed it would begin anew again and again. */
  readonly settled: (signal: AbortSignal) => Promise<void>;
  /** Of an attempt. */
  readonly silenceMs: number;
}

/** A burst is taken in a few large pieces instead of many small transactions. */
const PAUSE_MS = 250;
/** Where another process collects nobody tells; and how far it looked without finding anything is kept so often. */
const LOOK_AGAIN_MS = 60_000;
const LOOKED_EVERY_MS = 600_000;
/** After a failure: a full disk or a lock lasts a while. */
export const RETRY_MS = 5_000;

/** What was stored and wished for when a piece began to be read: all of it is in that piece, or in those before. */
interface Began {
  readonly stored: number;
  readonly wishes: number;
  readonly waiting: readonly Waiting[];
}

/** Somebody waits until everything that was stored at a moment is taken. */
interface Waiting {
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

export class CaseFollower {
  /** After each commit, and where it is caught up. */
  readonly changes = new Changes();
  readonly #parts: FollowCasesParts;
  #known: KnownCases | null = null;
  #looked: BookPosition | null = null;
  readonly #waiting = new Set<Waiting>();
  readonly #wishes = new Changes();

  constructor(parts: FollowCasesParts) {
    this.#parts = parts;
  }

  /** Everything up to there was taken; `null` before the book was opened. */
  get looked(): BookPosition | null {
    return this.#looked;
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#known?.groups ?? new Map<CauseKey, GroupState>();
  }

  /** Some cases are not kept any more. */
  forget(): void {
    this.#known?.forget();
  }

  /** Resolves when what is stored now was taken, or the signal is aborted. @throws what the follower failed with */
  async caughtUp(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { resolve, reject };
    if (signal.aborted) return;
    signal.addEventListener('abort', resolve, { once: true });
    this.#waiting.add(waiting);
    this.#wishes.notify();
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', resolve);
      this.#waiting.delete(waiting);
    }
  }

  /** Resolves when the signal is aborted, and only then. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    /* oxlint-disable no-await-in-loop -- one try after the other */
    while (!signal.aborted) {
      try {
        await this.#followOn(signal);
      } catch (error) {
        if (signal.aborted) return;
        log.error('what follows from events could not be kept; it goes on where it was', { error });
        for (const { reject } of this.#waiting) reject(error);
        this.changes.notify();
        await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
    /* oxlint-enable no-await-in-loop */
  }

  /** Returns where it has to begin anew. */
  async #followOn(signal: AbortSignal): Promise<void> {
    const { scanner, book, silenceMs, clock } = this.#parts;
    const { writer } = book;
    await this.#parts.settled(signal);
    const events = await scanner.basis();
    const basis = { version: `${TAKING_VERSION}/${silenceMs}`, events };
    let committed = await writer.position(basis);
    const known = new KnownCases(writer, await writer.groups(), silenceMs);
    [this.#known, this.#looked] = [known, committed];
    this.changes.notify();
    let committedAt = clock.monotonic();
    let began = this.#begin();
    const pieces = new CasePieces(scanner, committed);
    let piece = await pieces.next(signal);
    /* oxlint-disable no-await-in-loop -- one piece after the other */
    while ((await scanner.basis()) === events) {
      const { to, isLast } = piece;
      const isDue = to.cursor > committed.cursor && clock.monotonic() - committedAt >= LOOKED_EVERY_MS;
      const next = (): Promise<CasePiece> => {
        began = this.#begin();
        return pieces.next(signal);
      };
      let ahead: CasePiece | null = null;
      if (hasSomething(piece) || isDue) {
        const commit = writer.commit({ from: committed, to, ...(await known.take(piece)) });
        const read = isLast ? null : next();
        const [isCommitted, following] = await Promise.all([commit, read]);
        // Somebody else moved it on: what was made of these events is made already.
        if (!isCommitted) return;
        [committed, committedAt, ahead] = [to, clock.monotonic(), following];
      } else if (!isSame(await writer.position(basis), committed)) {
        // Somebody deleted it: nothing that comes would ever say so.
        return;
      }
      const wasLooked = this.#looked?.cursor;
      this.#looked = to;
      if (hasSomething(piece) || wasLooked !== to.cursor) this.changes.notify();
      if (isLast) await this.#caughtUp(began, signal);
      piece = ahead ?? (await next());
    }
    /* oxlint-enable no-await-in-loop */
  }

  #begin(): Began {
    return { stored: this.#parts.stored.revision, wishes: this.#wishes.revision, waiting: [...this.#waiting] };
  }

  /** Tells those who waited for it, and waits until there may be more. */
  async #caughtUp(began: Began, signal: AbortSignal): Promise<void> {
    const { stored, clock } = this.#parts;
    for (const { resolve } of began.waiting) resolve();
    const wished = (either: AbortSignal) => this.#wishes.beyond(began.wishes, either);
    await first(signal, (either) => [
      stored.beyond(began.stored, either),
      wished(either),
      clock.sleep(LOOK_AGAIN_MS, either),
    ]);
    // Whoever waits is not kept waiting.
    await first(signal, (either) => [wished(either), clock.sleep(PAUSE_MS, either)]);
  }
}

/** The first of them; the others are given up. @throws the signal's reason */
async function first(signal: AbortSignal, endsOf: (either: AbortSignal) => readonly Promise<void>[]): Promise<void> {
  const over = new AbortController();
  const ends = endsOf(AbortSignal.any([signal, over.signal]));
  try {
    await Promise.race(ends);
  } finally {
    over.abort(new Error('it is not waited for any more'));
    await Promise.allSettled(ends);
  }
}

function isSame(one: BookPosition, other: BookPosition): boolean {
  return one.cursor === other.cursor && one.facts === other.facts;
}

function hasSomething({ events, facts }: CasePiece): boolean {
  return events.length > 0 || facts.length > 0;
}
