/**
 * Holds the access token of one profile in memory and keeps it fresh. At most one request to the issuer is under way,
 * however many callers wait: a rotated refresh token that is used twice revokes the whole grant (RFC 9700, 4.14.2).
 * A token that is good is never thrown away because another cannot be had. Nothing here waits beyond its signal.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { Changes } from '../lib/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grant, GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { type TokenIssuer, TokenError, type TokenSet } from '../ports/token-issuer.ts';
import { canBeKeptFresh, heldToken, type HeldToken } from './held-token.ts';
import { renewalPauseMs } from './renewal-pause.ts';

type Asking = Exclude<Grant, { kind: 'none' }>;

export class TokenKeeper {
  readonly #profile: ConnectionProfile;
  readonly #issuer: TokenIssuer;
  readonly #grants: GrantSource;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #signal: AbortSignal;
  readonly #changes = new Changes();
  /** Kept while it is good: a keychain that is locked for a moment must not end a shift. */
  #grant: Asking | null = null;
  #isGrantAccepted = false;
  #held: HeldToken | null = null;
  #request: Promise<HeldToken> | null = null;
  /** Renewals that failed in a row, and from when on the next may be tried. */
  #failures = 0;
  #renewalFrom = -Infinity;

  /** `signal` ends the keeper: whatever is waited for is given up at once. */
  constructor(options: {
    profile: ConnectionProfile;
    issuer: TokenIssuer;
    grants: GrantSource;
    clock: Clock;
    log: Log;
    signal: AbortSignal;
  }) {
    this.#profile = options.profile;
    this.#issuer = options.issuer;
    this.#grants = options.grants;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#signal = options.signal;
  }

  /** Waits for the issuer only where the token at hand is all but over, or none is. @throws TokenError; the signal's reason */
  async accessToken(): Promise<string> {
    this.#signal.throwIfAborted();
    const now = this.#clock.elapsed();
    const held = this.#held;
    if (held !== null && !held.isRejected && now < held.waitAt) {
      if (now >= held.renewAt && now >= this.#renewalFrom) void this.#renew();
      return held.set.accessToken;
    }
    try {
      return (await abortable(this.#obtain(), this.#signal)).set.accessToken;
    } catch (error) {
      const last = this.#held;
      const isGood = last !== null && !last.isRejected && this.#clock.elapsed() < last.endsAt;
      if (!isGood || !(error instanceof TokenError)) throw error;
      return last.set.accessToken;
    }
  }

  /** The service refused this token: the next caller gets another. A newer one is left alone. */
  reject(accessToken: string): void {
    if (this.#held?.set.accessToken !== accessToken) return;
    this.#held = { ...this.#held, isRejected: true };
    this.#changes.notify();
  }

  /** Until when this token is good, UTC epoch ms; `null` where the issuer did not say, or another has taken its place. */
  goodUntil(accessToken: string): number | null {
    const held = this.#held;
    if (held === null || held.set.accessToken !== accessToken || held.set.expiresInSeconds === null) return null;
    return this.#clock.now() + held.endsAt - this.#clock.elapsed();
  }

  /**
   * Renews the token in the background before it is over, until the signal says so: for as long as a stream is open, so
   * that its successor need not wait for the issuer. Resolves then; never rejects.
   */
  async keepFresh(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#signal]);
    while (!either.aborted) {
      const { revision } = this.#changes;
      const waitMs = this.#renewalDueIn();
      // oxlint-disable-next-line no-await-in-loop -- one renewal after the other
      await (waitMs === 0 ? abortable(this.#renew(), either) : this.#changeOr(waitMs, revision, either)).catch(
        (error: unknown) => {
          if (!either.aborted) throw error;
        },
      );
    }
  }

  /** `null`: not until something changes. */
  #renewalDueIn(): number | null {
    const held = this.#held;
    if (held !== null && !canBeKeptFresh(held)) return null;
    const at = held === null || held.isRejected ? this.#renewalFrom : Math.max(held.renewAt, this.#renewalFrom);
    return Math.max(0, at - this.#clock.elapsed());
  }

  async #changeOr(waitMs: number | null, revision: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const waits = [this.#changes.beyond(revision, either)];
    if (waitMs !== null) waits.push(this.#clock.sleep(waitMs, either));
    try {
      await Promise.race(waits);
    } finally {
      over.abort(new Error('the other came first'));
      await Promise.allSettled(waits);
    }
  }

  /** Never rejects: whoever needs the token is told when it is asked for. */
  async #renew(): Promise<void> {
    try {
      await this.#obtain();
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#log.warn('sign-in was not renewed', { error: error instanceof TokenError ? error.message : error });
    }
  }

  #obtain(): Promise<HeldToken> {
    this.#request ??= this.#ask().finally(() => {
      this.#request = null;
      this.#changes.notify();
    });
    return this.#request;
  }

  async #ask(): Promise<HeldToken> {
    const askedAt = this.#clock.elapsed();
    try {
      const set = await this.#grantedToken();
      this.#tellAccepted();
      this.#failures = 0;
      this.#renewalFrom = this.#clock.elapsed() + renewalPauseMs(0, null);
      this.#held = heldToken(set, askedAt);
      return this.#held;
    } catch (error) {
      this.#failures += 1;
      const refusal = error instanceof TokenError ? error.refusal : null;
      this.#renewalFrom = this.#clock.elapsed() + renewalPauseMs(this.#failures, refusal);
      throw error;
    }
  }

  async #grantedToken(): Promise<TokenSet> {
    const kept = this.#grant;
    const grant = kept ?? (await this.#readGrant());
    try {
      return await this.#tokenFor(grant);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#grant = null;
      if (kept === null) throw error;
      // Whoever changed the secret at the issuer may have put the new one in its place.
      const present = await this.#readGrant();
      if (!isSame(kept, present)) return await this.#tokenFor(present);
      this.#grant = null;
      throw error;
    }
  }

  /** @throws TokenError no-grant */
  async #readGrant(): Promise<Asking> {
    const grant = await this.#grants.read(this.#signal);
    if (grant.kind === 'none') throw new TokenError({ kind: 'no-grant', why: grant.why });
    this.#grant = grant;
    this.#isGrantAccepted = false;
    return grant;
  }

  /** Once for each grant that was read; that it cannot be noted costs no token. */
  #tellAccepted(): void {
    if (this.#isGrantAccepted) return;
    this.#isGrantAccepted = true;
    this.#grants.accepted().catch((error: unknown) => {
      this.#log.warn('whom the secret is for could not be noted', { error });
    });
  }

  async #tokenFor(grant: Asking): Promise<TokenSet> {
    const { clientSecret } = grant;
    const refreshToken = this.#held?.set.refreshToken ?? null;
    if (refreshToken !== null) {
      try {
        return await this.#refreshed(clientSecret, refreshToken);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // It is spent or revoked, and is never shown again; the credentials may still be good. The refresh token that
        // a grant began with is older still.
        if (this.#held !== null) this.#held = { ...this.#held, set: { ...this.#held.set, refreshToken: null } };
        if (grant.kind === 'refresh') throw error;
      }
    }
    return grant.kind === 'refresh'
      ? this.#refreshed(clientSecret, grant.refreshToken)
      : this.#issuer.clientCredentials(this.#profile, grant.clientSecret, this.#signal);
  }

  /** Where the answer names no new refresh token, the old one stays good (RFC 6749, section 6). */
  async #refreshed(clientSecret: string | null, refreshToken: string): Promise<TokenSet> {
    const set = await this.#issuer.refresh(this.#profile, clientSecret, refreshToken, this.#signal);
    return { ...set, refreshToken: set.refreshToken ?? refreshToken };
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof TokenError && error.refusal.kind === 'refused';
}

function isSame(one: Asking, other: Asking): boolean {
  return (
    one.clientSecret === other.clientSecret &&
    (one.kind === 'refresh' ? one.refreshToken : null) === (other.kind === 'refresh' ? other.refreshToken : null)
  );
}
