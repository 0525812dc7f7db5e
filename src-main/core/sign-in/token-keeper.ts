/**
 * Holds the access token of one profile in memory and keeps it fresh. At most one request to the issuer is under way,
 * however many callers wait: a rotated refresh token that is used twice revokes the whole grant (RFC 9700, 4.14.2).
 * A token that is good is never thrown away because another cannot be had, unless a person signs out. Nothing here waits
 * beyond its signal.
 */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { TokenError } from '../ports/token-issuer.ts';
import { type UsableGrant, isSameGrant, endsGrant } from './usable-grant.ts';
import { clientToken } from './client-token.ts';
import { canBeKeptFresh, type TimedToken, personalToken } from './timed-token.ts';
import { personalGrant, type PersonalTokenOptions } from './personal-token.ts';
import { renewalPauseMs } from './renewal-pause.ts';

export class TokenKeeper {
  /** What asking for a token takes. */
  readonly #means: PersonalTokenOptions;
  readonly #grants: GrantSource;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #signal: AbortSignal;
  readonly #changes = new ChangeSignal();
  /** Kept while it is good: a keychain that is locked for a moment must not end a shift. */
  #grant: UsableGrant | null = null;
  #isGrantAccepted = false;
  #held: TimedToken | null = null;
  #request: Promise<TimedToken> | null = null;
  /** Of what people gave last: an answer to what was asked with before is nobody's, and is not waited for. */
  #generation = new AbortController();
  #withdrawal = new AbortController();
  /** Renewals that failed in a row, and from when on the next may be tried. */
  #failures = 0;
  #renewalFrom = -Infinity;

  /** `signal` ends the keeper: whatever is waited for is given up at once. */
  constructor(options: PersonalTokenOptions) {
    this.#means = options;
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
    if (held !== null && !held.isRejected && now < held.mustRenewAt) {
      if (now >= held.renewAt && now >= this.#renewalFrom) void this.#renew();
      return held.set.accessToken;
    }
    const generation = this.#generation;
    try {
      const either = AbortSignal.any([this.#signal, generation.signal]);
      return (await abortable(this.#obtain(), either)).set.accessToken;
    } catch (error) {
      // A person was faster: what could not be had may be there now.
      if (generation !== this.#generation && !this.#signal.aborted) return this.accessToken();
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
  validUntil(accessToken: string): number | null {
    const held = this.#held;
    if (held === null || held.set.accessToken !== accessToken || held.set.expiresInSeconds === null) return null;
    return Math.round(this.#clock.now() + held.endsAt - this.#clock.elapsed());
  }

  /** Aborted when a person signs out: a connection that its token has opened is closed. */
  get withdrawn(): AbortSignal {
    return this.#withdrawal.signal;
  }

  /** A person has given something new to ask with, or taken away what there was: what was held is forgotten. */
  grantChanged(what: 'given' | 'withdrawn'): void {
    this.#generation.abort(new SupersededError());
    this.#generation = new AbortController();
    this.#grant = null;
    this.#held = null;
    this.#request = null;
    this.#failures = 0;
    this.#renewalFrom = -Infinity;
    if (what === 'withdrawn') {
      this.#withdrawal.abort(new Error('a person signed out'));
      this.#withdrawal = new AbortController();
    }
    this.#changes.notify();
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
    const waits = [this.#changes.changedSince(revision, either)];
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
      if (this.#signal.aborted || error instanceof SupersededError) return;
      this.#log.warn('sign-in was not renewed', { error: error instanceof TokenError ? error.message : error });
    }
  }

  #obtain(): Promise<TimedToken> {
    if (this.#request !== null) return this.#request;
    const request = this.#ask().finally(() => {
      if (this.#request === request) this.#request = null;
      this.#changes.notify();
    });
    this.#request = request;
    return request;
  }

  async #ask(): Promise<TimedToken> {
    const generation = this.#generation;
    try {
      const held = await this.#grantedToken();
      if (generation !== this.#generation) throw new SupersededError();
      // Before the token is used: a collector that is killed right after its start has bound its secret all the same.
      await this.#noteAccepted();
      if (generation !== this.#generation) throw new SupersededError();
      this.#failures = 0;
      this.#renewalFrom = this.#clock.elapsed() + renewalPauseMs(0, null);
      this.#held = held;
      return held;
    } catch (error) {
      if (generation === this.#generation) {
        this.#failures += 1;
        const refusal = error instanceof TokenError ? error.refusal : null;
        this.#renewalFrom = this.#clock.elapsed() + renewalPauseMs(this.#failures, refusal);
      }
      throw error;
    }
  }

  async #grantedToken(): Promise<TimedToken> {
    const generation = this.#generation;
    const kept = this.#grant;
    const grant = kept ?? (await this.#readGrant());
    try {
      return await this.#tokenFor(grant);
    } catch (error) {
      if (!endsGrant(error) || generation !== this.#generation) throw error;
      this.#grant = null;
      if (kept === null) throw error;
      // Whoever changed the secret at the issuer, or signed in elsewhere, may have put the new one in its place.
      const present = await this.#readGrant().catch((again: unknown) => {
        throw again instanceof TokenError ? error : again;
      });
      if (!isSameGrant(grant, present)) return await this.#tokenFor(present);
      this.#grant = null;
      throw error;
    }
  }

  /** @throws TokenError no-grant */
  async #readGrant(): Promise<UsableGrant> {
    const generation = this.#generation;
    const grant = await this.#grants.read(this.#signal);
    if (grant.kind === 'none') throw new TokenError({ kind: 'no-grant', why: grant.why });
    if (generation !== this.#generation) throw new SupersededError();
    this.#grant = grant;
    this.#isGrantAccepted = false;
    return grant;
  }

  /** Once for each grant that was read. A failure is logged and costs no token. */
  async #noteAccepted(): Promise<void> {
    if (this.#isGrantAccepted) return;
    this.#isGrantAccepted = true;
    await this.#grants.markAccepted().catch((error: unknown) => {
      this.#log.warn('whom the secret is for could not be noted', { error });
    });
  }

  #tokenFor(grant: UsableGrant): Promise<TimedToken> {
    if (grant.kind === 'authorization-code') return this.#personToken(grant);
    const spent = this.#held?.set.refreshToken ?? null;
    return clientToken(this.#means, grant.clientSecret, spent, () => {
      if (this.#held !== null) this.#held = { ...this.#held, set: { ...this.#held.set, refreshToken: null } };
    });
  }

  async #personToken(grant: Extract<UsableGrant, { kind: 'authorization-code' }>): Promise<TimedToken> {
    const generation = this.#generation;
    const held = await personalGrant(this.#means, grant, this.#held?.set.accessToken ?? null);
    if (generation === this.#generation) this.#grant = { ...grant, held };
    return personalToken(held, this.#clock);
  }
}

/** What was asked for is not wanted any more: a person gave or took something meanwhile. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';
}
