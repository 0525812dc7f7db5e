/** Takes the time of the log's engine, so that ages and coverage do not depend on the clocks of two desks. */
import type { Clock } from '../ports/clock.ts';
import type { LogEntry, TeamLog } from '../ports/team-log.ts';

/** The engine's clock may drift or be set back, so what was seen before does not count for ever. */
const PERIOD_MS = 10 * 60_000;

export class TeamClock implements Clock {
  readonly #own: Clock;
  /** `elapsed` of this computer minus the engine's time, smallest of the last period and of this one. */
  #last = Number.POSITIVE_INFINITY;
  #current = Number.POSITIVE_INFINITY;
  #periodEnd = Number.POSITIVE_INFINITY;

  constructor(own: Clock) {
    this.#own = own;
  }

  /** The engine's time, UTC epoch ms; the computer's own before the first look at a lease. */
  now(): number {
    const behind = Math.min(this.#last, this.#current);
    return Number.isFinite(behind) ? Math.floor(this.#own.elapsed() - behind) : this.#own.now();
  }

  monotonic(): number {
    return this.#own.monotonic();
  }

  elapsed(): number {
    return this.#own.elapsed();
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return this.#own.sleep(ms, signal);
  }

  /** The computer's own clock minus the engine's, in ms; null until it is known. */
  get differenceMs(): number | null {
    return Number.isFinite(this.#current) ? Math.round(this.#own.now() - this.now()) : null;
  }

  /** Returns the log, from whose leases and entries this clock then takes the engine's time. */
  reading(log: TeamLog): TeamLog {
    return {
      ...log,
      read: (from, signal) => this.#readingEntries(log.read(from, signal)),
      lease: (name) => {
        const lease = log.lease(name);
        const read = async (signal: AbortSignal) => {
          const value = await lease.read(signal);
          if (value !== null && value !== 'no-answer') this.#noticeRenewal(value.at);
          return value;
        };
        return { ...lease, read };
      },
    };
  }

  /** Without a generator: its steps would delay the reader, and a hand-over waits for it. */
  #readingEntries(entries: AsyncIterable<LogEntry>): AsyncIterable<LogEntry> {
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = entries[Symbol.asyncIterator]();
        const next = async () => {
          const result = await iterator.next();
          if (result.done !== true) this.#noticeEntry(result.value.at);
          return result;
        };
        return { ...(iterator.return && { return: iterator.return.bind(iterator) }), next };
      },
    };
  }

  /** A lease was renewed at most a third of its time ago. The smallest such difference is the best one. */
  #noticeRenewal(at: number): void {
    const elapsed = this.#own.elapsed();
    if (elapsed >= this.#periodEnd || !Number.isFinite(this.#current)) {
      this.#last = this.#current;
      this.#current = Number.POSITIVE_INFINITY;
      this.#periodEnd = elapsed + PERIOD_MS;
    }
    this.#current = Math.min(this.#current, elapsed - at);
  }

  /** An entry of the log was read that the engine stored at this time. Improves what a renewal has shown. */
  #noticeEntry(at: number): void {
    // An old entry alone says nothing.
    if (Number.isFinite(this.#current)) this.#current = Math.min(this.#current, this.#own.elapsed() - at);
  }
}
