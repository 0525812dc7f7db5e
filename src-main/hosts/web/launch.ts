/** Issues one-time links that open a session. A token may appear only in the link that the terminal shows. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/ports/clock.ts';
import { sameSecret } from './same-secret.ts';

/** Long enough to paste a link, too short for a link found later in a terminal's history. */
const LAUNCH_TOKEN_LIFETIME_MS = 60_000;
/** Users make few mistakes, and 256 bits cannot be guessed; the limit keeps the log short. */
const MAX_WRONG_TOKENS = 10;
const WRONG_TOKENS_WINDOW_MS = 60_000;
/** Keeps the terminal from filling with links. */
const FRESH_LINK_INTERVAL_MS = 5_000;

export class Launch {
  readonly #clock: Clock;
  #open: { readonly token: string; readonly issuedAt: number } | null = null;
  #wrongAt: number[] = [];
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(): string {
    const token = randomBytes(32).toString('base64url');
    this.#open = { token, issuedAt: this.#clock.monotonic() };
    return token;
  }

  /** Returns a new token for a browser that came without a valid one; null if this was done less than 5 s ago. */
  reissue(): string | null {
    const now = this.#clock.monotonic();
    if (now - this.#refreshedAt < FRESH_LINK_INTERVAL_MS) return null;
    this.#refreshedAt = now;
    return this.issue();
  }

  /** Returns `refused` for a token that is used, expired or unknown, without a difference between the three. */
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
