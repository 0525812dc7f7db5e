/**
 * Keeps the access token of one profile fresh. At most one request to the issuer runs at a time: a rotated refresh
 * token that is used twice revokes the entire grant (RFC 9700, 4.14.2). A failed renewal never drops a valid token.
 */
import { abortable } from '../../../src-shared/lib/abortable.ts';
import { ChangeSignal } from '../lib/change-signal.ts';
import { firstChange } from '../lib/first-change.ts';
import { TokenError } from '../ports/token-issuer.ts';
import { type UsableGrant, isSameGrant, endsGrant } from './usable-grant.ts';
import { clientToken } from './client-token.ts';
import { canBeKeptFresh, type TimedToken, personalToken } from './timed-token.ts';
import { personalGrant, type PersonalTokenOptions } from './personal-token.ts';
import { renewalPauseMs } from './renewal-pause.ts';

export class TokenKeeper {
  readonly #options: PersonalTokenOptions;
  readonly #changes = new ChangeSignal();
  /** Kept while it works: a keychain that is locked for a short time must not end a watch. */
  #grant: UsableGrant | null = null;
  #isGrantAccepted = false;
  #current: TimedToken | null = null;
  #request: Promise<TimedToken> | null = null;
  /** Aborted when credentials change. Answers to requests with the old ones are dropped and not waited for. */
  #generation = new AbortController();
  #withdrawal = new AbortController();
  /** Failed renewals in a row, and the earliest time of the next one. */
  #failures = 0;
  #renewalFrom = -Infinity;

  constructor(options: PersonalTokenOptions) {
    this.#options = options;
  }

  /** Waits for the issuer only if no token lasts long enough. @throws TokenError; the signal's reason */
  async accessToken(): Promise<string> {
    this.#options.signal.throwIfAborted();
    const now = this.#options.clock.elapsed();
    const current = this.#current;
    if (current !== null && !current.isRejected && now < current.mustRenewAt) {
      if (now >= current.renewAt && now >= this.#renewalFrom) void this.#renew();
      return current.set.accessToken;
    }
    const generation = this.#generation;
    try {
      const either = AbortSignal.any([this.#options.signal, generation.signal]);
      return (await abortable(this.#obtain(), either)).set.accessToken;
    } catch (error) {
      // The credentials changed meanwhile, so a token may be available now.
      if (generation !== this.#generation && !this.#options.signal.aborted) return this.accessToken();
      const last = this.#current;
      const isGood = last !== null && !last.isRejected && this.#options.clock.elapsed() < last.endsAt;
      if (!isGood || !(error instanceof TokenError)) throw error;
      return last.set.accessToken;
    }
  }

  /** Call after the service refused this token: the next caller gets another. Does nothing if a newer one is held. */
  reject(accessToken: string): void {
    if (this.#current?.set.accessToken !== accessToken) return;
    this.#current = { ...this.#current, isRejected: true };
    this.#changes.notify();
  }

  /** Returns when this token ends, UTC epoch ms; null if the issuer gave no lifetime or the token was replaced. */
  validUntil(accessToken: string): number | null {
    const current = this.#current;
    if (current === null || current.set.accessToken !== accessToken || current.set.expiresInSeconds === null)
      return null;
    return Math.round(this.#options.clock.now() + current.endsAt - this.#options.clock.elapsed());
  }

  /** Aborted when the user signs out, to close connections opened with the token. */
  get withdrawn(): AbortSignal {
    return this.#withdrawal.signal;
  }

  grantChanged(what: 'given' | 'withdrawn'): void {
    this.#generation.abort(new SupersededError());
    this.#generation = new AbortController();
    this.#grant = null;
    this.#current = null;
    this.#request = null;
    this.#failures = 0;
    this.#renewalFrom = -Infinity;
    if (what === 'withdrawn') {
      this.#withdrawal.abort(new Error('a person signed out'));
      this.#withdrawal = new AbortController();
    }
    this.#changes.notify();
  }

  /** Renews the token while a stream is open, so that its successor need not wait for the issuer. Never rejects. */
  async keepFresh(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#options.signal]);
    while (!either.aborted) {
      const { revision } = this.#changes;
      const waitMs = this.#renewalDueIn();
      if (waitMs === 0) await abortable(this.#renew(), either).catch(() => undefined);
      else await firstChange(this.#options.clock, [[this.#changes, revision]], waitMs ?? Infinity, either);
    }
  }

  #renewalDueIn(): number | null {
    const current = this.#current;
    if (current !== null && !canBeKeptFresh(current)) return null;
    const at =
      current === null || current.isRejected ? this.#renewalFrom : Math.max(current.renewAt, this.#renewalFrom);
    return Math.max(0, at - this.#options.clock.elapsed());
  }

  /** Never rejects: a caller that needs the token gets the error from `accessToken`. */
  async #renew(): Promise<void> {
    try {
      await this.#obtain();
    } catch (error) {
      if (this.#options.signal.aborted || error instanceof SupersededError) return;
      this.#options.log.warn('sign-in was not renewed', { error: error instanceof TokenError ? error.message : error });
    }
  }

  #obtain(): Promise<TimedToken> {
    if (this.#request !== null) return this.#request;
    const request = this.#requestToken().finally(() => {
      if (this.#request === request) this.#request = null;
      this.#changes.notify();
    });
    this.#request = request;
    return request;
  }

  async #requestToken(): Promise<TimedToken> {
    const generation = this.#generation;
    try {
      const current = await this.#grantedToken();
      if (generation !== this.#generation) throw new SupersededError();
      // Before the token is used, so that the secret is bound even if the process is killed right after its start.
      await this.#noteAccepted();
      if (generation !== this.#generation) throw new SupersededError();
      this.#failures = 0;
      this.#renewalFrom = this.#options.clock.elapsed() + renewalPauseMs(0, null);
      this.#current = current;
      return current;
    } catch (error) {
      if (generation === this.#generation) {
        this.#failures += 1;
        const refusal = error instanceof TokenError ? error.refusal : null;
        this.#renewalFrom = this.#options.clock.elapsed() + renewalPauseMs(this.#failures, refusal);
      }
      throw error;
    }
  }

  async #grantedToken(): Promise<TimedToken> {
    const generation = this.#generation;
    const cachedGrant = this.#grant;
    const grant = cachedGrant ?? (await this.#readGrant());
    try {
      return await this.#tokenFor(grant);
    } catch (error) {
      if (!endsGrant(error) || generation !== this.#generation) throw error;
      this.#grant = null;
      if (cachedGrant === null) throw error;
      // The user may have changed the secret at the issuer or signed in elsewhere, and stored the new one.
      const present = await this.#readGrant().catch((again: unknown) => {
        throw again instanceof TokenError ? error : again;
      });
      if (!isSameGrant(grant, present)) return await this.#tokenFor(present);
      this.#grant = null;
      throw error;
    }
  }

  async #readGrant(): Promise<UsableGrant> {
    const generation = this.#generation;
    const grant = await this.#options.grants.read(this.#options.signal);
    if (grant.kind === 'none') throw new TokenError({ kind: 'no-grant', why: grant.why });
    if (generation !== this.#generation) throw new SupersededError();
    this.#grant = grant;
    this.#isGrantAccepted = false;
    return grant;
  }

  /** Runs once for each grant that was read. A failure is logged and does not affect the token. */
  async #noteAccepted(): Promise<void> {
    if (this.#isGrantAccepted) return;
    this.#isGrantAccepted = true;
    await this.#options.grants.markAccepted().catch((error: unknown) => {
      this.#options.log.warn('the binding of the secret could not be stored', { error });
    });
  }

  #tokenFor(grant: UsableGrant): Promise<TimedToken> {
    if (grant.kind === 'authorization-code') return this.#personToken(grant);
    const spent = this.#current?.set.refreshToken ?? null;
    return clientToken(this.#options, grant.clientSecret, spent, () => {
      if (this.#current !== null)
        this.#current = { ...this.#current, set: { ...this.#current.set, refreshToken: null } };
    });
  }

  async #personToken(grant: Extract<UsableGrant, { kind: 'authorization-code' }>): Promise<TimedToken> {
    const generation = this.#generation;
    const current = await personalGrant(this.#options, grant, this.#current?.set.accessToken ?? null);
    if (generation === this.#generation) this.#grant = { ...grant, current };
    return personalToken(current, this.#options.clock);
  }
}

class SupersededError extends Error {
  override readonly name = 'SupersededError';
}
