/** Implements `SignIns`: begin, cancel, give a secret, sign out. Each result is stored in the sign-in records. */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence, SignOutResult, SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import type { RedirectEnd, SignInBrowser } from '../ports/redirect-listener.ts';
import { startRevocationTimeout, revokeWithTimeout } from './revocation.ts';
import { type AttemptPorts, type OpenAttempt, openAttempt } from './sign-in-attempt.ts';
import { type AttemptEntry, type StartedAttempt, SignInRecords, type SignInRecord } from './sign-in-records.ts';
import { attemptFailure } from './sign-in-status.ts';
import type { GrantListener, SignIns } from './sign-ins.ts';

export interface SignInPorts extends AttemptPorts {
  readonly log: Log;
  readonly browser: SignInBrowser;
}

export function createSignIns(ports: SignInPorts): SignIns {
  return new SignInService(ports);
}

interface RunningAttempt {
  readonly profile: ConnectionProfile;
  readonly standing: SignInRecord;
  readonly mine: AttemptEntry;
  readonly attempt: OpenAttempt;
  readonly keep: CredentialPersistence;
  readonly signal: AbortSignal;
}

class SignInService implements SignIns {
  readonly #ports: SignInPorts;
  readonly #stopping = new AbortController();
  readonly #standings: SignInRecords;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.#standings = new SignInRecords({ ...ports, ended: this.#stopping.signal });
  }

  onChange(listener: () => void, signal: AbortSignal): void {
    this.#standings.onChange(listener, signal);
  }

  onGrant(listener: GrantListener, signal: AbortSignal): void {
    this.#standings.onGrant(listener, signal);
  }

  source(profile: ConnectionProfile, profileFile?: string): GrantSource {
    return this.#standings.source(profile, profileFile);
  }

  status(profile: ConnectionProfile): SignInStatus {
    const standing = this.#standings.of(profile);
    if (standing.looks === 0) void this.#standings.refresh(standing);
    return standing.attempt?.status ?? standing.failed ?? standing.known ?? { kind: 'unknown' };
  }

  async refresh(profile: ConnectionProfile): Promise<SignInStatus> {
    const standing = this.#standings.of(profile);
    const wasReady = standing.known?.kind === 'ready';
    standing.failed = null;
    await this.#standings.refresh(standing);
    if (!wasReady && standing.known?.kind === 'ready') this.#standings.notifyGrant(profile, 'given');
    return this.status(profile);
  }

  async begin(profile: ConnectionProfile, { keep, openBrowser }: Parameters<SignIns['begin']>[1]) {
    if (profile.flow !== 'authorizationCode')
      throw appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'not-a-person' });
    const standing = this.#standings.of(profile);
    if (standing.attempt?.keep !== keep) {
      this.cancel(profile);
      standing.attempt = this.#attempt(profile, standing, keep);
    }
    const { address, done } = await standing.attempt.begun;
    const opened = openBrowser && (await this.#ports.browser.open(address, profile).catch(() => false));
    return { address, opened, done };
  }

  #attempt(profile: ConnectionProfile, standing: SignInRecord, keep: CredentialPersistence): AttemptEntry {
    const cancelling = new AbortController();
    const begun = Promise.withResolvers<StartedAttempt>();
    const mine: AttemptEntry = { keep, cancelling, status: null, begun: begun.promise };
    this.#begin({ profile, standing, mine, keep }).then(begun.resolve, begun.reject);
    return mine;
  }

  async #begin({ profile, standing, mine, keep }: Omit<RunningAttempt, 'attempt' | 'signal'>): Promise<StartedAttempt> {
    const signal = AbortSignal.any([mine.cancelling.signal, this.#stopping.signal]);
    let attempt: OpenAttempt;
    try {
      if (keep === 'store') await this.#ready({ profile, standing, mine, signal });
      const clientSecret = await standing.source.clientSecret(signal);
      attempt = await openAttempt(this.#ports, profile, clientSecret, signal);
    } catch (error) {
      if (standing.attempt === mine) standing.attempt = null;
      throw signal.aborted ? this.#cancelled(profile) : error;
    }
    const { address, startedAt, endsAt } = attempt;
    mine.status = { kind: 'under-way', address, startedAt, endsAt };
    standing.failed = null;
    this.#standings.notifyChange();
    return { address, done: this.#follow({ profile, standing, mine, attempt, keep, signal }) };
  }

  cancel({ id }: Pick<ConnectionProfile, 'id'>): void {
    const standing = this.#standings.present(id);
    if (standing === undefined || standing.attempt === null) return;
    standing.attempt.cancelling.abort(new Error('a person gave the sign-in up'));
    standing.attempt = null;
    this.#standings.notifyChange();
  }

  forget({ id }: Pick<ConnectionProfile, 'id'>): void {
    this.cancel({ id });
    this.#standings.forget(id);
  }

  async giveSecret(profile: ConnectionProfile, secret: string, keep: CredentialPersistence): Promise<void> {
    await this.#ports.grants.giveSecret(profile, secret, keep, this.#stopping.signal);
    const standing = this.#standings.of(profile);
    standing.failed = null;
    await this.#standings.refresh(standing);
    this.#standings.notifyGrant(profile, 'given');
  }

  async signOut(profile: ConnectionProfile): Promise<SignOutResult> {
    const standing = this.#standings.of(profile);
    this.cancel(profile);
    const forgotten = await this.#ports.grants.forgetGrant(profile);
    standing.failed = null;
    await this.#standings.refresh(standing);
    if (profile.flow === 'authorizationCode') this.#standings.notifyGrant(profile, 'withdrawn');
    if (forgotten.kind === 'unread') return { atIssuer: 'failed' };
    if (forgotten.kind === 'none' || forgotten.refreshToken === null) return { atIssuer: 'nothing-to-revoke' };
    const clientSecret = await standing.source.clientSecret(this.#stopping.signal).catch(() => null);
    return { atIssuer: await revokeWithTimeout(this.#ports, profile, clientSecret, forgotten.refreshToken) };
  }

  async forgetAll(id: ProfileId, profile: ConnectionProfile | null): Promise<{ readonly told: Promise<unknown> }> {
    const { clock, grants } = this.#ports;
    if (profile === null) {
      await grants.forgetAll(id);
      return { told: Promise.resolve() };
    }
    const time = startRevocationTimeout(clock);
    try {
      const last = await grants.forgetAll(id, { profile, signal: time.signal });
      if (last === null) return { told: time.end() };
      return { told: revokeWithTimeout(this.#ports, profile, last.clientSecret, last.refreshToken, time) };
    } catch (error) {
      await time.end();
      throw error;
    }
  }

  stop(): void {
    this.#stopping.abort(new Error('the backend was stopped'));
  }

  /**
   * Checks that credentials can be stored before the user goes to the issuer. Credentials that are already stored stay
   * unchanged.
   */
  async #ready({ profile, standing, mine, signal }: Pick<RunningAttempt, 'profile' | 'standing' | 'mine' | 'signal'>) {
    try {
      await this.#ports.grants.ready(profile, signal);
    } catch (error) {
      if (error instanceof AppError && standing.attempt === mine) {
        standing.failed = { kind: 'unavailable', error: error.data };
        standing.attempt = null;
        this.#standings.notifyChange();
      }
      throw error;
    }
  }

  /** Never rejects: the result is its value and the status. */
  async #follow({ profile, standing, mine, attempt, keep, signal }: RunningAttempt): Promise<SignInStatus> {
    let ended: SignInStatus;
    try {
      await attempt.run(keep);
      if (standing.attempt === mine) standing.attempt = null;
      await this.#standings.refresh(standing);
      this.#standings.notifyGrant(profile, 'given');
      ended = standing.known ?? { kind: 'unknown' };
    } catch (error) {
      ended = this.#failure(profile, signal.aborted ? this.#cancelled(profile) : error);
      // A cancelled attempt shows no failure, and an older attempt does not overwrite a newer one.
      if (standing.attempt === mine) {
        standing.attempt = null;
        standing.failed = signal.aborted ? null : ended;
      }
    }
    this.#standings.notifyChange();
    await attempt.redirect.finish(shownAtLast(ended));
    await attempt.redirect.close();
    await attempt.revoked();
    return ended;
  }

  #failure(profile: ConnectionProfile, error: unknown): SignInStatus {
    const why = attemptFailure(error, profile);
    if (why === null) this.#ports.log.error('a sign-in failed unexpectedly', { error });
    const unexpected = appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'wrong-answer' }).data;
    return { kind: 'failed', error: why ?? unexpected, at: this.#ports.clock.now() };
  }

  #cancelled({ name }: ConnectionProfile): Error {
    return appError('SIGN_IN_FAILED', { profile: name, problem: 'cancelled' });
  }
}

function shownAtLast(ended: SignInStatus): RedirectEnd {
  if (ended.kind !== 'failed') return 'signed-in';
  const { error } = ended;
  return error.code === 'SIGN_IN_FAILED' && error.facts.problem === 'denied' ? 'denied' : 'failed';
}
