/**
 * A projection commits each batch of derived state with its cursor, so neither a restart nor a replay applies an event
 * twice. The loop reads after the writer at its own pace and does not delay it.
 */
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import type { Log } from '../ports/log.ts';
import { type BusyStore, yieldToWriter } from './yield-to-writer.ts';

export interface Projection {
  readonly name: string;
  readonly pace: keyof typeof PACES;
  /** Loads the committed cursor and state, and clears them if they belong to another version or to other events. */
  load(signal: AbortSignal): Promise<void>;
  /** `caught-up`: nothing more was stored when the batch was read. `reload`: the cursor or the events have changed. */
  applyNext(signal: AbortSignal): Promise<'more' | 'caught-up' | 'reload'>;
}

interface Pace {
  readonly startDelayMs: number;
  /** Pause after catching up, so that a burst is applied in a few large batches instead of many small transactions. */
  readonly pauseMs: number;
  /** Events of the pause are applied with the next commit after it, so that no timer wakes the process, or after this time. */
  readonly latestMs: number;
  readonly restFactor: number;
  readonly retryMs: number;
}

const PACES = {
  prompt: { startDelayMs: 0, pauseMs: 250, latestMs: 500, restFactor: 0, retryMs: 5_000 },
  /** Starts after the first page has loaded, and uses at most half a core. */
  background: { startDelayMs: 2_000, pauseMs: 10_000, latestMs: 10_000, restFactor: 1, retryMs: 60_000 },
} satisfies Record<string, Pace>;

/** The log is read this often, because another process may write without a signal. */
const POLL_INTERVAL_MS = 60_000;
/** While no event matches, a cursor is committed after this many events. Limits what a restart has to read again. */
const MAX_UNCOMMITTED_EVENTS = 10_000;

export interface ProjectionLoopParts extends BusyStore {
  readonly log: Log;
}

type Seen = readonly [changes: ChangeSignal, revision: number];

interface CatchUpWaiter {
  readonly resolve: () => void;
  readonly reject: (failure: unknown) => void;
}

export class ProjectionLoop {
  readonly #projection: Projection;
  readonly #parts: ProjectionLoopParts;
  readonly #pace: Pace;
  readonly #waiting = new Set<CatchUpWaiter>();
  readonly #requests = new ChangeSignal();
  #isFailing = false;

  constructor(projection: Projection, parts: ProjectionLoopParts) {
    this.#projection = projection;
    this.#parts = parts;
    this.#pace = PACES[projection.pace];
  }

  /** Also resolves when the signal is aborted. @throws the error of the projection */
  async waitUntilCaughtUp(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: CatchUpWaiter = { resolve, reject };
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
    const { startDelayMs, retryMs } = this.#pace;
    if (startDelayMs > 0) await this.#sleep(startDelayMs, signal);
    while (!signal.aborted) {
      try {
        await this.#projection.load(signal);
        await this.#applyAll(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#failed(error);
        await this.#sleep(retryMs, signal);
      }
    }
  }

  async #applyAll(signal: AbortSignal): Promise<void> {
    const { committed, clock } = this.#parts;
    const { restFactor } = this.#pace;
    while (!signal.aborted) {
      await yieldToWriter(this.#parts, signal);
      const waiting = [...this.#waiting];
      const stored = [committed, committed.revision] as const;
      const requested = [this.#requests, this.#requests.revision] as const;
      const startedAt = clock.monotonic();
      const result = await this.#projection.applyNext(signal);
      if (result === 'reload') return;
      this.#isFailing = false;
      if (result === 'more') {
        if (restFactor > 0) await this.#sleep((clock.monotonic() - startedAt) * restFactor, signal);
        continue;
      }
      for (const { resolve } of waiting) resolve();
      await this.#pause(requested, stored, signal);
    }
  }

  /** A caller that waits ends the pause. */
  async #pause(requested: Seen, stored: Seen, signal: AbortSignal): Promise<void> {
    const { committed, clock } = this.#parts;
    const { pauseMs, latestMs } = this.#pace;
    const pausedAt = clock.monotonic();
    await firstChange(clock, [requested, stored], POLL_INTERVAL_MS, signal);
    for (;;) {
      const pausedMs = clock.monotonic() - pausedAt;
      if (pausedMs >= pauseMs || requested[0].revision > requested[1] || signal.aborted) return;
      const next = [committed, committed.revision] as const;
      await firstChange(clock, latestMs > pauseMs ? [requested, next] : [requested], latestMs - pausedMs, signal);
    }
  }

  #failed(error: unknown): void {
    for (const { reject } of this.#waiting) reject(error);
    if (!this.#isFailing)
      this.#parts.log.error('a projection failed; retrying from its last committed event', {
        projection: this.#projection.name,
        error,
      });
    this.#isFailing = true;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    await this.#parts.clock.sleep(ms, signal).catch(() => undefined);
  }
}

export function needsCommit(hasChanges: boolean, committed: number, to: number): boolean {
  return hasChanges || to - committed >= MAX_UNCOMMITTED_EVENTS;
}
