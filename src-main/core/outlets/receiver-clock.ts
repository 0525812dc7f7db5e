/** Estimates what the clock of a receiver shows, because the clocks of desks differ from it by minutes. */
import { clockDifference } from '../../../src-shared/domain/outlets/clock-offset.ts';
import type { Clock } from '../ports/clock.ts';

export interface ReceiverTime {
  /** UTC epoch ms; not later than the receiver's clock shows. */
  readonly now: number;
  /** Receiver's clock minus this computer's, ms; 0 if they hardly differ. */
  readonly offsetMs: number;
  /** False before the first response: the time is this computer's. */
  readonly isKnown: boolean;
}

/** Two clocks drift apart between two responses. */
const MARGIN_MS = 1_000;

export class ReceiverClock {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  /** The receiver's time minus `Clock.elapsed`, which no change of this computer's clock moves. */
  #epoch: number | null = null;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
  }

  update(offsetMs: number | null): void {
    this.#epoch = this.#clock.now() + (offsetMs ?? 0) - MARGIN_MS - this.#clock.elapsed();
  }

  get time(): ReceiverTime {
    const ours = this.#clock.now();
    if (this.#epoch === null) return { now: ours, offsetMs: 0, isKnown: false };
    const now = this.#epoch + this.#clock.elapsed();
    return { now, offsetMs: clockDifference(now - ours) ?? 0, isKnown: true };
  }
}
