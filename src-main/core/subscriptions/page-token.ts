/**
 * The token of the next page and for how long it is good, reckoned in elapsed time: a computer that slept through two
 * minutes finds it lapsed. `service-spec.md` "Pagination", rule 2.
 */
import type { Clock } from '../ports/clock.ts';
import { TOKEN_VALID_MS } from './paging.ts';

export class PageToken {
  readonly after: string;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Elapsed ms. */
  #until: number;

  /** @param sentAt elapsed ms at which the request was sent that brought it */
  constructor(after: string, sentAt: number, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.after = after;
    this.#clock = clock;
    this.#until = sentAt + TOKEN_VALID_MS;
  }

  /** Negative once it has lapsed. */
  get leftMs(): number {
    return this.#until - this.#clock.elapsed();
  }

  get isValid(): boolean {
    return this.leftMs > 0;
  }

  /** UTC epoch ms by the wall clock of now. */
  get validUntil(): number {
    return this.#clock.now() + this.leftMs;
  }

  /** A request with it was answered. @param sentAt elapsed ms */
  renew(sentAt: number): void {
    this.#until = Math.max(this.#until, sentAt + TOKEN_VALID_MS);
  }
}

/** Whoever was asleep meanwhile looks at elapsed time so often. */
const POLL_INTERVAL_MS = 5_000;

/** Resolves when it has no more than `leftMs` left. @throws the signal's reason */
export async function waitUntilLeft(
  token: PageToken,
  leftMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  for (let rest = token.leftMs - leftMs; rest > 0; rest = token.leftMs - leftMs) {
    // oxlint-disable-next-line no-await-in-loop -- the rest of the wait, each time
    await clock.sleep(Math.min(rest, POLL_INTERVAL_MS), signal);
  }
}
