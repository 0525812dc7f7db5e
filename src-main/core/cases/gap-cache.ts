/** Caches the gaps that weaken evidence, without reconnects, until sessions or gaps change. */
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';

/**
 * Reads again after this time, because no signal reports a reconnect that became a gap or a gap that another process
 * recorded.
 */
const CACHE_MS = 60_000;

export class GapCache {
  readonly #reader: Pick<EventReader, 'coverage'>;
  readonly #clock: Clock;
  readonly #revision: () => number;
  #cached: { readonly revision: number; readonly at: number; readonly gaps: Promise<readonly Gap[]> } | null = null;

  constructor(reader: Pick<EventReader, 'coverage'>, clock: Clock, revision: () => number) {
    this.#reader = reader;
    this.#clock = clock;
    this.#revision = revision;
  }

  async current(): Promise<readonly Gap[]> {
    const [revision, at] = [this.#revision(), this.#clock.monotonic()];
    const cached = this.#cached;
    if (cached !== null && cached.revision === revision && at - cached.at < CACHE_MS) return cached.gaps;
    const gaps = this.#read();
    this.#cached = { revision, at, gaps };
    gaps.catch(() => (this.#cached = null));
    return gaps;
  }

  async #read(): Promise<readonly Gap[]> {
    const now = this.#clock.now();
    const { gaps } = await this.#reader.coverage({ from: 0, to: now });
    return gaps.filter((gap) => !isReconnect(gap, now));
  }
}
