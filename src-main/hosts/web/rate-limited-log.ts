/** Limits warnings that any program of this machine can cause. A request must never be able to choose the kind. */
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';

const WINDOW_MS = 60_000;

interface Kind {
  writtenAt: number;
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

  warn(kind: string, message: string, fields: Record<string, unknown>): void {
    const now = this.#clock.monotonic();
    const existing = this.#kinds.get(kind);
    if (existing !== undefined && now - existing.writtenAt < WINDOW_MS) {
      existing.suppressed += 1;
      existing.last = { message, fields };
      return;
    }
    this.#log.warn(message, { ...fields, count: (existing?.suppressed ?? 0) + 1 });
    this.#kinds.set(kind, { writtenAt: now, suppressed: 0, last: { message, fields } });
  }

  close(): void {
    for (const { suppressed, last } of this.#kinds.values())
      if (suppressed > 0) this.#log.warn(last.message, { ...last.fields, count: suppressed });
    this.#kinds.clear();
  }
}
