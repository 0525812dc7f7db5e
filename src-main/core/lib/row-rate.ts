/** Measures rows per second over the last seconds, so that a slowdown shows soon and a short pause does not. */
import type { Clock } from '../ports/clock.ts';

const RATE_WINDOW_MS = 5_000;
const MIN_SAMPLE_INTERVAL_MS = 200;

export class RowRate {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #samples: { readonly at: number; readonly rows: number }[];

  constructor(clock: Pick<Clock, 'monotonic'>, rows = 0) {
    this.#clock = clock;
    this.#samples = [{ at: clock.monotonic(), rows }];
  }

  after(rows: number): number {
    const at = this.#clock.monotonic();
    const last = this.#samples.at(-1);
    if (last === undefined || at - last.at >= MIN_SAMPLE_INTERVAL_MS) this.#samples.push({ at, rows });
    while (this.#samples.length > 1 && at - (this.#samples[1]?.at ?? at) >= RATE_WINDOW_MS) this.#samples.shift();
    const first = this.#samples[0];
    if (first === undefined || at === first.at) return 0;
    return Math.round(((rows - first.rows) * 1_000) / (at - first.at));
  }
}
