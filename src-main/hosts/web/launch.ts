/**
 * The one-time link that lets a browser in: 256 random bits, good for one exchange within a minute. Only the newest
 * link is good. Must never write a token anywhere but into the link that the terminal shows.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/ports/clock.ts';
import { sameSecret } from './same-secret.ts';

/** Long enough to paste a link, too short for one found later in a terminal's history. */
const LAUNCH_TOKEN_LIFETIME_MS = 60_000;
/** Slips of a person are a few; 256 bits cannot be guessed in any case, this keeps the log short. */
const MAX_WRONG_TOKENS = 10;
const WRONG_TOKENS_WINDOW_MS = 60_000;
/** A terminal that fills with links is no use to anybody. */
const FRESH_LINK_INTERVAL_MS = 5_000;

export class Launch {
  readonly #clock: Clock;
  #open: { readonly token: string; readonly issuedAt: number } | null = null;
  #wrongAt: number[] = [];
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new token; the former one is void. */
  issue(): string {
    const token = randomBytes(32).toString('base64url');
    this.#open = { token, issuedAt: this.#clock.monotonic() };
    return token;
  }

  /** A new token for somebody who came without a good one; `null` where one was issued this way moments ago. */
  reissue(): string | null {
    const now = this.#clock.monotonic();
    if (now - this.#refreshedAt < FRESH_LINK_INTERVAL_MS) return null;
    this.#refreshedAt = now;
    return this.issue();
  }

  /** `refused` for a token that was used, is too old or was never issued; the three are not told apart. */
  exchange(token: string): 'accepted' | 'refused' | 'limited' {
    const now = this.#clock.monotonic();
    this.#wrongAt = this.#wrongAt.filter((at) => now - at < WRONG_TOKENS_WINDOW_MS);
    if (this.#wrongAt.length >= MAX_WRONG_TOKENS) return 'limited';
    if (
      this.#open !== null &&
      now - this.#open.issuedAt < LAUNCH_TOKEN_LIFETIME_MS &&
      sameSecret(token, this.#open.token)
    ) {
      this.#open = null;
      return 'accepted';
    }
    this.#wrongAt.push(now);
    return 'refused';
  }
}
