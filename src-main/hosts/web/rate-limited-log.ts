/**
 * Warnings that anybody on this machine can cause, and any page in the browser: each kind is written at once, and then
 * once a minute with how often it came. Must never be given a key that a request can choose.
 */
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';

const WINDOW_MS = 60_000;

interface Kind {
  writtenAt: number;
  /** Came since it was written. */
  suppressed: number;
  last: { readonly message: string; readonly fields: Record<string, unknown> };
}

export class RateLimitedLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, Kind>();

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** `kind` says what counts as the same. */
  warn(kind: string, message: string, fields: Record<string, unknown>): void {
    const now = this.#clock.monotonic();
    const known = this.#kinds.get(kind);
    if (known !== undefined && now - known.writtenAt < WINDOW_MS) {
      known.suppressed += 1;
      known.last = { message, fields };
      return;
    }
    this.#log.warn(message, { ...fields, count: (known?.suppressed ?? 0) + 1 });
    this.#kinds.set(kind, { writtenAt: now, suppressed: 0, last: { message, fields } });
  }

  /** Writes what was counted and not yet said. */
  close(): void {
    for (const { suppressed, last } of this.#kinds.values())
      if (suppressed > 0) this.#log.warn(last.message, { ...last.fields, count: suppressed });
    this.#kinds.clear();
  }
}
