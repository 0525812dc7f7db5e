/**
 * Holds the access token of one profile in memory and keeps it fresh. At most one request to the issuer is under way,
 * however many callers wait: a rotated refresh token that is used twice revokes the whole grant (RFC 9700, 4.14.2).
 * Lifetimes are counted on the monotonic clock, since a computer's wall clock may jump.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Clock } from '../ports/clock.ts';
import { type TokenIssuer, TokenError, type TokenSet } from '../ports/token-issuer.ts';

interface HeldToken {
  readonly set: TokenSet;
  /** Monotonic time from which on the token counts as spent. */
  readonly spentAt: number;
}

/** The document shows no lifetime; five minutes is the usual one of the issuers we know. */
const ASSUMED_LIFETIME_SECONDS = 300;
/** Renewed so long before the end: time for a slow issuer and one retry. Short lives keep a fifth. */
const MARGIN_MS = 60_000;

export class TokenKeeper {
  readonly #profile: ConnectionProfile;
  readonly #issuer: TokenIssuer;
  readonly #readSecret: () => Promise<string>;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  /** Kept while it is good: a keychain that is locked for a moment must not end a shift. */
  #secret: string | null = null;
  #held: HeldToken | null = null;
  #request: Promise<HeldToken> | null = null;

  /** `signal` ends the keeper: a request under way is given up. */
  constructor(options: {
    profile: ConnectionProfile;
    issuer: TokenIssuer;
    readSecret: () => Promise<string>;
    clock: Clock;
    signal: AbortSignal;
  }) {
    this.#profile = options.profile;
    this.#issuer = options.issuer;
    this.#readSecret = options.readSecret;
    this.#clock = options.clock;
    this.#signal = options.signal;
  }

  /** A token that is good for at least the margin. @throws TokenError; AppError NO_SECRET, KEYCHAIN_UNAVAILABLE */
  async accessToken(): Promise<string> {
    if (this.#held !== null && this.#clock.monotonic() < this.#held.spentAt) return this.#held.set.accessToken;
    this.#request ??= this.#obtain().finally(() => (this.#request = null));
    return (await this.#request).set.accessToken;
  }

  /** The service refused this token: the next caller gets another. A newer one is left alone. */
  reject(accessToken: string): void {
    if (this.#held?.set.accessToken === accessToken) this.#held = { ...this.#held, spentAt: -Infinity };
  }

  async #obtain(): Promise<HeldToken> {
    const refreshToken = this.#held?.set.refreshToken ?? null;
    this.#secret ??= await this.#readSecret();
    const set = await this.#ask(this.#secret, refreshToken).catch((error: unknown) => {
      // Whoever acts on it may have put another secret in its place.
      if (isRefusal(error)) this.#secret = null;
      throw error;
    });
    const lifetimeMs = (set.expiresInSeconds ?? ASSUMED_LIFETIME_SECONDS) * 1_000;
    this.#held = { set, spentAt: this.#clock.monotonic() + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 5) };
    return this.#held;
  }

  async #ask(secret: string, refreshToken: string | null): Promise<TokenSet> {
    if (refreshToken !== null) {
      try {
        return await this.#issuer.refresh(this.#profile, secret, refreshToken, this.#signal);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // The refresh token is spent or revoked, and is never shown again; the credentials may still be good.
        this.#held = null;
      }
    }
    return this.#issuer.clientCredentials(this.#profile, secret, this.#signal);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof TokenError && error.refusal.kind === 'refused';
}
