/**
 * Applies stored events and actions to the case projection, in order and exactly once: a batch commits its changes
 * together with its position, or not at all. It reads after the writer at its own pace and does not delay it. After a
 * failure it continues from its position. It rebuilds the projection if settings or earlier events have changed.
 */
import type { CauseKey } from '../../../src-shared/domain/cases/case.ts';
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
  readonly committed: ChangeSignal;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Awaited before each start: while stored events are being changed, the projection would be rebuilt again and again.
   */
  readonly waitUntilStable: (signal: AbortSignal) => Promise<void>;
  /** Silence after which an attempt is over. */
  readonly silenceMs: number;
}

/** Pause after catching up, so that a burst is applied in a few large batches instead of many small transactions. */
const PAUSE_MS = 250;
/**
 * The store is checked this often, because another process may write without a signal. The position is committed every
 * `CURSOR_SAVE_INTERVAL_MS` while nothing matches.
 */
const POLL_INTERVAL_MS = 60_000;
const CURSOR_SAVE_INTERVAL_MS = 600_000;
export const RETRY_MS = 5_000;

/**
 * Revisions and waiting callers when a batch began to be read. All of it is covered by that batch and the earlier ones.
 */
interface BatchStart {
  readonly stored: number;
  readonly requests: number;
  readonly waiting: readonly CatchUpWaiter[];
}

interface CatchUpWaiter {
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

export class LocalCaseProjector {
  /** Emits at the start, when the position moves, and after a failure. */
  readonly changes = new ChangeSignal();
  readonly #parts: CaseProjectorParts;
  #cache: CaseCache | null = null;
  #readThrough: CaseProjectionPosition | null = null;
  readonly #waiting = new Set<CatchUpWaiter>();
  readonly #requests = new ChangeSignal();

  constructor(parts: CaseProjectorParts) {
    this.#parts = parts;
  }

  /** Position up to which everything is applied; null before the projection is opened. */
  get processedThrough(): CaseProjectionPosition | null {
    return this.#readThrough;
  }

  get groups(): ReadonlyMap<CauseKey, GroupState> {
    return this.#cache?.groups ?? new Map<CauseKey, GroupState>();
  }

  invalidateCache(): void {
    this.#cache?.invalidate();
  }

  /**
   * Resolves when everything stored now is applied, or when the signal is aborted.
   * @throws the error of the projector
   */
  async waitUntilCaughtUp(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: CatchUpWaiter = { resolve, reject };
    if (signal.aborted) return;
    signal.addEventListener('abort', resolve, { once: true });
    this.#waiting.add(waiting);
    this.#requests.notify();
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', resolve);
      this.#waiting.delete(waiting);
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    while (!signal.aborted) {
      try {
        await this.#followOn(signal);
      } catch (error) {
        if (signal.aborted) return;
        log.error('the case projection could not be stored; retrying from the last stored event', { error });
        for (const { reject } of this.#waiting) reject(error);
        this.changes.notify();
        await clock.sleep(RETRY_MS, signal).catch(() => undefined);
      }
    }
  }

  async #followOn(signal: AbortSignal): Promise<void> {
    const { scanner, projection, silenceMs, clock } = this.#parts;
    const { writer } = projection;
    await this.#parts.waitUntilStable(signal);
    const events = await scanner.basis();
    const basis = { version: `${CASE_REDUCER_VERSION}/${silenceMs}`, events };
    let committed = await writer.position(basis);
    const cache = new CaseCache(writer, await writer.groups(), silenceMs);
    [this.#cache, this.#readThrough] = [cache, committed];
    this.changes.notify();
    let committedAt = clock.monotonic();
    let start = this.#batchStart();
    const batches = new CaseBatches(scanner, committed);
    let batch = await batches.next(signal);
    while ((await scanner.basis()) === events) {
      const { to, isLast } = batch;
      const isDue = to.cursor > committed.cursor && clock.monotonic() - committedAt >= CURSOR_SAVE_INTERVAL_MS;
      const next = (): Promise<CaseBatch> => {
        start = this.#batchStart();
        return batches.next(signal);
      };
      let ahead: CaseBatch | null = null;
      if (hasSomething(batch) || isDue) {
        const commit = writer.commit({ from: committed, to, ...(await cache.apply(batch)) });
        const read = isLast ? null : next();
        const [isCommitted, following] = await Promise.all([commit, read]);
        // Another process moved the position, so these events are already applied.
        if (!isCommitted) return;
        [committed, committedAt, ahead] = [to, clock.monotonic(), following];
      } else if (!isSame(await writer.position(basis), committed)) {
        // The projection was deleted. Without new events no commit would detect that.
        return;
      }
      const readBefore = this.#readThrough?.cursor;
      this.#readThrough = to;
      if (hasSomething(batch) || readBefore !== to.cursor) this.changes.notify();
      if (isLast) await this.#caughtUp(start, signal);
      batch = ahead ?? (await next());
    }
  }

  #batchStart(): BatchStart {
    return { stored: this.#parts.committed.revision, requests: this.#requests.revision, waiting: [...this.#waiting] };
  }

  async #caughtUp(start: BatchStart, signal: AbortSignal): Promise<void> {
    const { committed, clock } = this.#parts;
    for (const { resolve } of start.waiting) resolve();
    const requested = (either: AbortSignal) => this.#requests.changedSince(start.requests, either);
    await first(signal, (either) => [
      committed.changedSince(start.stored, either),
      requested(either),
      clock.sleep(POLL_INTERVAL_MS, either),
    ]);
    // A waiting caller ends the pause.
    await first(signal, (either) => [requested(either), clock.sleep(PAUSE_MS, either)]);
  }
}

/**
 * Waits for the first promise and aborts the others.
 * @throws the signal's reason
 */
async function first(signal: AbortSignal, endsOf: (either: AbortSignal) => readonly Promise<void>[]): Promise<void> {
  const over = new AbortController();
  const ends = endsOf(AbortSignal.any([signal, over.signal]));
  try {
    await Promise.race(ends);
  } finally {
    over.abort(new Error('no longer waiting for the case projection'));
    await Promise.allSettled(ends);
  }
}

function isSame(one: CaseProjectionPosition, other: CaseProjectionPosition): boolean {
  return one.cursor === other.cursor && one.facts === other.facts;
}

function hasSomething({ events, actions }: CaseBatch): boolean {
  return events.length > 0 || actions.length > 0;
}
