/** Asks the log of a team again and again how far it is and who has the seat, and decides when it counts as unreachable. */
import { withTimeLimit } from '../lib/with-time-limit.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { TeamLog } from '../ports/team-log.ts';
import { currentMoment } from '../lib/moment.ts';
import { holderName } from './team-messages.ts';

interface LogCheckOptions {
  readonly clock: Clock;
  readonly teamLog: Pick<TeamLog, 'status' | 'lease'>;
  readonly leaseMs: number;
}

type Checked =
  | { readonly kind: 'not-reached'; readonly code: string }
  | {
      readonly kind: 'reached';
      readonly last: number;
      /** `LogEntry.at` of the last entry; null if the log is empty. */
      readonly lastAt: number | null;
      readonly holder: string | null;
    };

/** Codes of `interruption-words.ts`. */
export const LOG_CODES = { 'no-answer': 'LOG_NO_ANSWER', missing: 'LOG_MISSING', refused: 'LOG_REFUSED' } as const;

const NO_ANSWER: Checked = { kind: 'not-reached', code: LOG_CODES['no-answer'] };

/**
 * If one of three servers dies, finding another one and its election may take longer. But without the log nothing
 * proves that events arrive; nor does a lease that is not seen to be renewed.
 */
const ANSWER_COUNTS_MS = 8_000;
const MAX_PAUSE_MS = 2_500;
const RETRY_MS = 1_000;

export class LogCheck {
  readonly #options: LogCheckOptions;
  #current: Checked | null = null;
  #checkedAt: Moment;
  /** `Clock.elapsed` of the last answer. */
  #reachedAt = Number.NEGATIVE_INFINITY;
  /** Revision of the lease, and `Clock.elapsed` at which it was new. */
  #revision: number | null = null;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LogCheckOptions) {
    this.#options = options;
    this.#checkedAt = currentMoment(options.clock);
  }

  /** Null until the first check. */
  get current(): Checked | null {
    return this.#current;
  }

  get checkedAt(): Moment {
    return this.#checkedAt;
  }

  get pauseMs(): number {
    const pauseMs = Math.min(this.#options.leaseMs / 3, MAX_PAUSE_MS);
    return Math.min(pauseMs, this.#patienceMs > 0 ? this.#patienceMs : RETRY_MS);
  }

  async check(signal: AbortSignal): Promise<void> {
    const checked = await this.#ask(signal);
    this.#checkedAt = currentMoment(this.#options.clock);
    if (checked.kind === 'reached') this.#reachedAt = this.#checkedAt.elapsed;
    const isBrief = checked === NO_ANSWER && this.#current?.kind === 'reached' && this.#patienceMs > 0;
    if (!isBrief) this.#current = checked;
  }

  /** Time for which the last answer still counts, in ms; 0 or less if it does not count any more. */
  get #patienceMs(): number {
    const { clock, leaseMs } = this.#options;
    const now = clock.elapsed();
    const maxLeaseMs = Math.max(ANSWER_COUNTS_MS, leaseMs);
    return Math.min(ANSWER_COUNTS_MS - (now - this.#reachedAt), maxLeaseMs - (now - this.#renewedAt));
  }

  async #ask(signal: AbortSignal): Promise<Checked> {
    const { clock, leaseMs, teamLog } = this.#options;
    const late = new Error('the log has not answered in time');
    const limitMs = this.#patienceMs > 0 ? this.#patienceMs : leaseMs;
    try {
      return await withTimeLimit(
        clock,
        limitMs,
        () => late,
        signal,
        async (either) => {
          const status = await teamLog.status(either);
          if (status.kind === 'no-answer') return NO_ANSWER;
          if (status.kind !== 'reached') return { kind: 'not-reached', code: LOG_CODES[status.kind] };
          const lease = await teamLog.lease('seat').read(either);
          if (lease === 'no-answer') return NO_ANSWER;
          const revision = lease?.revision ?? null;
          if (revision !== this.#revision) this.#renewedAt = clock.elapsed();
          this.#revision = revision;
          const { last, lastAt = null } = status;
          return { kind: 'reached', last, lastAt, holder: lease && holderName(lease.text) };
        },
      );
    } catch (error) {
      if (error === late) return NO_ANSWER;
      throw error;
    }
  }
}
