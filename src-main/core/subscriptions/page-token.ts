/**
 * Token of the next page and its validity, in elapsed time, so that it also expires while the computer sleeps.
 * `service-spec.md` "Pagination", rule 2.
 */
import type { Clock } from '../ports/clock.ts';
import { TOKEN_VALID_MS } from './paging.ts';

export class PageToken {
  readonly after: string;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  #until: number;

  /** @param sentAt elapsed ms when the request that returned the token was sent */
  constructor(after: string, sentAt: number, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.after = after;
    this.#clock = clock;
    this.#until = sentAt + TOKEN_VALID_MS;
  }

  get leftMs(): number {
    return this.#until - this.#clock.elapsed();
  }

  get isValid(): boolean {
    return this.leftMs > 0;
  }

  /** UTC epoch ms, based on the current wall clock. */
  get validUntil(): number {
    return this.#clock.now() + this.leftMs;
  }

  /** Extends the validity after an answered request with this token. @param sentAt elapsed ms */
  renew(sentAt: number): void {
    this.#until = Math.max(this.#until, sentAt + TOKEN_VALID_MS);
  }
}

/** Interval for checking elapsed time, because sleep of the computer does not shorten a timer. */
const POLL_INTERVAL_MS = 5_000;

/** Resolves when the token has at most `leftMs` left. @throws the signal's reason */
export async function waitUntilLeft(
  token: PageToken,
  leftMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let rest = token.leftMs - leftMs; rest > 0; rest = token.leftMs - leftMs) {
    await clock.sleep(Math.min(rest, POLL_INTERVAL_MS), signal);
  }
}
