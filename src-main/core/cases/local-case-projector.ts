/**
 * Takes what is stored into the book of cases, in order and exactly once: what is made of a piece is committed with how
 * far it was read, or not at all. It reads behind the writer at its own pace and holds nobody up; after a failure it goes
 * on where it was. Where settings, or events that were stored before, are different now, it begins anew.
 */
import type { CauseKey } from '../../../src-shared/domain/case.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { CaseProjectionPosition, CaseProjection, GroupState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { type CaseBatch, CaseBatches } from './case-batches.ts';
import { CaseCache } from './case-cache.ts';
import { CASE_REDUCER_VERSION } from './case-reducer.ts';

export interface CaseProjectorParts {
  readonly scanner: Pick<EventReader, 'extent' | 'summaries' | 'events' | 'actions' | 'basis'>;
  readonly projection: Pick<CaseProjection, 'writer'>;
  /** Told after events or facts were stored. */
  readonly committed: ChangeSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** Before it begins: while events that were stored before are changed it would begin anew again and again. */
  readonly waitUntilStable: (signal: AbortSignal) => Promise<void>;
  /** Of an attempt. */
  readonly silenceMs: number;
}

/** A burst is taken in a few large pieces instead of many small transactions. */
const PAUSE_MS = 250;
/** Where another process collects nobody tells; and how far it looked without finding anything is kept so often. */
const POLL_INTERVAL_MS = 60_000;
const CURSOR_SAVE_INTERVAL_MS = 600_000;
/** After a failure: a full disk or a lock lasts a while. */
export const RETRY_MS = 5_000;

/** What was stored and wished for when a piece began to be read: all of it is in that piece, or in those before. */
interface BatchStart {
  readonly stored: number;
  readonly requests: number;
  readonly waiting: readonly CatchUpWaiter[];
}

/** Somebody waits until everything that was stored at a moment is taken. */
interface CatchUpWaiter {
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

export class LocalCaseProjector {
  /** After each commit, and where it is caught up. */
  readonly changes = new ChangeSignal();
  readonly #parts: CaseProjectorParts;
  #known: CaseCache | null = null;
  #looked: CaseProjectionPosition | null = null;
  readonly #waiting = new Set<CatchUpWaiter>();
  readonly #wishes = new ChangeSignal();

  constructor(parts: CaseProjectorParts) {
    this.#parts = parts;
  }

  /** Everything up to there was taken; `null` before the book was opened. */
  get processedThrough(): CaseProjectionPosition | null {
    return this.#looked;
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#known?.groups ?? new Map<CauseKey, GroupState>();
  }

  /** Some cases are not kept any more. */
  invalidateCache(): void {
    this.#known?.invalidate();
  }

  /** Resolves when what is stored now was taken, or the signal is aborted. @throws what the follower failed with */
  async waitUntilCaughtUp(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: CatchUpWaiter = { resolve, reject };
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
    const { scanner, projection, silenceMs, clock } = this.#parts;
    const { writer } = projection;
    await this.#parts.waitUntilStable(signal);
    const events = await scanner.basis();
    const basis = { version: `${CASE_REDUCER_VERSION}/${silenceMs}`, events };
    let committed = await writer.position(basis);
    const known = new CaseCache(writer, await writer.groups(), silenceMs);
    [this.#known, this.#looked] = [known, committed];
    this.changes.notify();
    let committedAt = clock.monotonic();
    let began = this.#begin();
    const pieces = new CaseBatches(scanner, committed);
    let piece = await pieces.next(signal);
    /* oxlint-disable no-await-in-loop -- one piece after the other */
    while ((await scanner.basis()) === events) {
      const { to, isLast } = piece;
      const isDue = to.cursor > committed.cursor && clock.monotonic() - committedAt >= CURSOR_SAVE_INTERVAL_MS;
      const next = (): Promise<CaseBatch> => {
        began = this.#begin();
        return pieces.next(signal);
      };
      let ahead: CaseBatch | null = null;
      if (hasSomething(piece) || isDue) {
        const commit = writer.commit({ from: committed, to, ...(await known.apply(piece)) });
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

  #begin(): BatchStart {
    return { stored: this.#parts.committed.revision, requests: this.#wishes.revision, waiting: [...this.#waiting] };
  }

  /** Tells those who waited for it, and waits until there may be more. */
  async #caughtUp(began: BatchStart, signal: AbortSignal): Promise<void> {
    const { committed, clock } = this.#parts;
    for (const { resolve } of began.waiting) resolve();
    const wished = (either: AbortSignal) => this.#wishes.changedSince(began.requests, either);
    await first(signal, (either) => [
      committed.changedSince(began.stored, either),
      wished(either),
      clock.sleep(POLL_INTERVAL_MS, either),
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

function isSame(one: CaseProjectionPosition, other: CaseProjectionPosition): boolean {
  return one.cursor === other.cursor && one.facts === other.facts;
}

function hasSomething({ events, actions }: CaseBatch): boolean {
  return events.length > 0 || actions.length > 0;
}
