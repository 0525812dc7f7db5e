/** Signs users in, one attempt at a time for each profile. An attempt that fails changes nothing. */
import { AppError, appError } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence, SignOutResult, SignInStatus } from '../../../src-shared/api/profiles.ts';
import { signedInAuthor } from '../../../src-shared/api/signed-in-author.ts';
import type { Author } from '../../../src-shared/domain/cases/action.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import type { RedirectEnd, SignInBrowser } from '../ports/redirect-listener.ts';
import { startRevocationTimeout, revokeWithTimeout } from './revocation.ts';
import { type AttemptPorts, type OpenAttempt, openAttempt } from './sign-in-attempt.ts';
import {
  type AttemptEntry,
  type SignInListeners,
  type StartedAttempt,
  SignInRecords,
  type SignInRecord,
} from './sign-in-records.ts';
import { attemptFailure } from './sign-in-status.ts';

export interface SignInPorts extends AttemptPorts, SignInListeners {
  readonly log: Log;
  readonly browser: SignInBrowser;
}

interface RunningAttempt {
  readonly profile: ConnectionProfile;
  readonly record: SignInRecord;
  readonly entry: AttemptEntry;
  readonly attempt: OpenAttempt;
  readonly signal: AbortSignal;
}

export class SignIns {
  readonly #ports: SignInPorts;
  readonly #stopping = new AbortController();
  readonly #records: SignInRecords;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.#records = new SignInRecords({ ...ports, ended: this.#stopping.signal });
  }

  /** Results of the source update the profile's status. */
  source(profile: ConnectionProfile, profileFile?: string): GrantSource {
    return this.#records.source(profile, profileFile);
  }

  /** Returns the current status. The first call starts a read of the credentials; the status is `unknown` meanwhile. */
  status(profile: ConnectionProfile): SignInStatus {
    const record = this.#records.of(profile);
    if (record.reads === 0) void this.#records.refresh(record);
    const { attempt, isKeychainWaiting, failed, known } = record;
    if (attempt !== null && attempt.status !== null) return attempt.status;
    return isKeychainWaiting ? { kind: 'keychain-waits' } : (failed ?? known ?? { kind: 'unknown' });
  }

  /** Call when the keychain begins or ends to take so long that it may be asking the user. */
  keychainWaits(id: ProfileId, isWaiting: boolean): void {
    const record = this.#records.present(id);
    if (record === undefined) return;
    record.isKeychainWaiting = isWaiting;
    this.#records.notifyChange();
  }

  /** Returns the person who signed in to the profile; null for a client, without a sign-in, and if that is not known. */
  personOf(id: ProfileId): Author | null {
    const status = this.#records.present(id)?.known ?? null;
    return status === null ? null : signedInAuthor(status);
  }

  async refresh(profile: ConnectionProfile): Promise<SignInStatus> {
    const record = this.#records.of(profile);
    const wasReady = record.known?.kind === 'ready';
    record.failed = null;
    await this.#records.refresh(record);
    if (!wasReady && record.known?.kind === 'ready') this.#records.notifyGrant(profile, 'given');
    return this.status(profile);
  }

  /**
   * Resolves when the issuer's page can be opened; `done` resolves when the attempt is over, and never rejects. A
   * second call returns the same page; with another `keep`, it cancels the first attempt. If the store cannot keep the
   * credentials, the user is not sent to the issuer. If it fails later, the grant stays in memory with `orMemory`, and
   * is revoked without.
   * @throws AppError SIGN_IN_FAILED (`port`, `not-a-person`), KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE, and if
   * the client's own secret cannot be read
   */
  async begin(
    profile: ConnectionProfile,
    { openBrowser, ...keeping }: Pick<AttemptEntry, 'keep' | 'orMemory'> & { readonly openBrowser: boolean },
  ) {
    if (profile.flow !== 'authorizationCode')
      throw appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'not-a-person' });
    const record = this.#records.of(profile);
    if (record.attempt?.keep !== keeping.keep) {
      this.cancel(profile);
      record.attempt = this.#attempt(profile, record, keeping);
    }
    const { address, done } = await record.attempt.started;
    const opened = openBrowser && (await this.#ports.browser.open(address, profile).catch(() => false));
    return { address, opened, done };
  }

  #attempt(
    profile: ConnectionProfile,
    record: SignInRecord,
    keeping: Pick<AttemptEntry, 'keep' | 'orMemory'>,
  ): AttemptEntry {
    const cancelling = new AbortController();
    const started = Promise.withResolvers<StartedAttempt>();
    const entry: AttemptEntry = { ...keeping, cancelling, status: null, started: started.promise };
    this.#begin({ profile, record, entry }).then(started.resolve, started.reject);
    return entry;
  }

  async #begin({ profile, record, entry }: Omit<RunningAttempt, 'attempt' | 'signal'>): Promise<StartedAttempt> {
    const signal = AbortSignal.any([entry.cancelling.signal, this.#stopping.signal]);
    let attempt: OpenAttempt;
    try {
      if (entry.keep === 'store') await this.#ready({ profile, record, entry, signal });
      const clientSecret = await record.source.clientSecret(signal);
      attempt = await openAttempt(this.#ports, profile, clientSecret, signal);
    } catch (error) {
      if (record.attempt === entry) record.attempt = null;
      throw signal.aborted ? this.#cancelled(profile) : error;
    }
    const { address, startedAt, endsAt } = attempt;
    entry.status = { kind: 'under-way', address, startedAt, endsAt };
    record.failed = null;
    this.#records.notifyChange();
    return { address, done: this.#follow({ profile, record, entry, attempt, signal }) };
  }

  cancel({ id }: Pick<ConnectionProfile, 'id'>): void {
    const record = this.#records.present(id);
    if (record === undefined || record.attempt === null) return;
    record.attempt.cancelling.abort(new Error('the user cancelled the sign-in'));
    record.attempt = null;
    this.#records.notifyChange();
  }

  /** Call after everything stored of the profile was removed. A later one under the same id is a different one. */
  forget({ id }: Pick<ConnectionProfile, 'id'>): void {
    this.cancel({ id });
    this.#records.forget(id);
  }

  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is stored */
  async giveSecret(profile: ConnectionProfile, secret: string, keep: CredentialPersistence): Promise<void> {
    await this.#ports.grants.giveSecret(profile, secret, keep, this.#stopping.signal);
    const record = this.#records.of(profile);
    record.failed = null;
    await this.#records.refresh(record);
    this.#records.notifyGrant(profile, 'given');
  }

  /** Deletes the grant here, whatever the issuer answers. Revokes it if the issuer offers revocation. */
  async signOut(profile: ConnectionProfile): Promise<SignOutResult> {
    const record = this.#records.of(profile);
    this.cancel(profile);
    const forgotten = await this.#ports.grants.forgetGrant(profile);
    record.failed = null;
    await this.#records.refresh(record);
    if (profile.flow === 'authorizationCode') this.#records.notifyGrant(profile, 'withdrawn');
    if (forgotten.kind === 'unread') return { atIssuer: 'failed' };
    if (forgotten.kind === 'none' || forgotten.refreshToken === null) return { atIssuer: 'nothing-to-revoke' };
    const clientSecret = await record.source.clientSecret(this.#stopping.signal).catch(() => null);
    return { atIssuer: await revokeWithTimeout(this.#ports, profile, clientSecret, forgotten.refreshToken) };
  }

  /**
   * Starts to notify the issuer; `notified` never rejects and ends within 10 s. `profile` is null if it cannot be read.
   * @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is deleted
   */
  async forgetAll(id: ProfileId, profile: ConnectionProfile | null): Promise<{ readonly notified: Promise<unknown> }> {
    const { clock, grants } = this.#ports;
    if (profile === null) {
      await grants.forgetAll(id);
      return { notified: Promise.resolve() };
    }
    const time = startRevocationTimeout(clock);
    try {
      const last = await grants.forgetAll(id, { profile, signal: time.signal });
      if (last === null) return { notified: time.end() };
      return { notified: revokeWithTimeout(this.#ports, profile, last.clientSecret, last.refreshToken, time) };
    } catch (error) {
      await time.end();
      throw error;
    }
  }

  stop(): void {
    this.#stopping.abort(new Error('the backend was stopped'));
  }

  /** Checks that credentials can be stored before the user goes to the issuer. Changes no stored ones. */
  async #ready({ profile, record, entry, signal }: Omit<RunningAttempt, 'attempt'>) {
    try {
      await this.#ports.grants.ready(profile, signal);
    } catch (error) {
      if (error instanceof AppError && record.attempt === entry) {
        record.failed = { kind: 'unavailable', error: error.data };
        record.attempt = null;
        this.#records.notifyChange();
      }
      throw error;
    }
  }

  /** Never rejects: the result is its value and the status. */
  async #follow({ profile, record, entry, attempt, signal }: RunningAttempt): Promise<SignInStatus> {
    let ended: SignInStatus;
    try {
      record.notStored = await attempt.run(entry);
      if (record.attempt === entry) record.attempt = null;
      await this.#records.refresh(record);
      this.#records.notifyGrant(profile, 'given');
      ended = record.known ?? { kind: 'unknown' };
    } catch (error) {
      ended = this.#failure(profile, signal.aborted ? this.#cancelled(profile) : error);
      // A cancelled attempt shows no failure, and an older attempt does not overwrite a newer one.
      if (record.attempt === entry) {
        record.attempt = null;
        record.failed = signal.aborted ? null : ended;
      }
    }
    this.#records.notifyChange();
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
