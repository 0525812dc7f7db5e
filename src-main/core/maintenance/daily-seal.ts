/** Seals what was stored: after the start, once a UTC day, and when the watch ends (docs/proof-of-watch.md). */
import type { Clock } from '../ports/clock.ts';
import type { EventWriter } from '../ports/event-store.ts';
import type { MaintenanceJob } from './maintenance-scheduler.ts';
import { DAY_MS, HOUR_MS } from '../../../src-shared/lib/durations.ts';

/** A batch takes some milliseconds. The next start seals the rest. */
const MAX_BATCHES_AT_END = 30;

export interface DailySealParts {
  readonly writer: Pick<EventWriter, 'seal'>;
  readonly clock: Clock;
  readonly firstInMs: number;
  /** A repair puts texts back, each of which would reopen what is sealed. */
  readonly isRepairing: () => boolean;
}

export class DailySeal implements MaintenanceJob {
  readonly failure = 'the stored events could not be sealed yet';
  readonly firstInMs: number;
  readonly #parts: DailySealParts;
  #sealedOn: number | null = null;

  constructor(parts: DailySealParts) {
    this.#parts = parts;
    this.firstInMs = parts.firstInMs;
  }

  async runBatch(): Promise<number> {
    const { writer, clock, isRepairing } = this.#parts;
    const day = Math.floor(clock.now() / DAY_MS);
    if (day !== this.#sealedOn && !isRepairing()) {
      if (await writer.seal(clock.now())) return 0;
      this.#sealedOn = day;
    }
    // The clock may be set, so a day can begin earlier or later.
    return Math.min(HOUR_MS, (day + 1) * DAY_MS - clock.now());
  }

  /** @throws AppError STORE_… */
  async sealAtEnd(): Promise<void> {
    const { writer, clock, isRepairing } = this.#parts;
    let left = isRepairing() ? 0 : MAX_BATCHES_AT_END;
    while (left > 0 && (await writer.seal(clock.now()))) left -= 1;
  }
}
