/** The sign-in status of every profile whose credentials were read, also by a watch. Holds no secrets. */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence, SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { type ConnectionProfile, secretBinding, secretScope } from '../../../src-shared/domain/profile/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grant, Grants, GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { isAbsent, statusOf } from './sign-in-status.ts';

/** A poll costs a few file accesses and never opens a keychain. */
const POLL_INTERVAL_MS = 10_000;

export interface StartedAttempt {
  readonly address: string;
  readonly done: Promise<SignInStatus>;
}

export interface AttemptEntry {
  readonly keep: CredentialPersistence;
  /** Keeps a grant in memory that cannot be stored; otherwise revokes it. */
  readonly orMemory: boolean;
  readonly cancelling: AbortController;
  /** Shared with a page that begins the same sign-in meanwhile. */
  readonly started: Promise<StartedAttempt>;
  status: SignInStatus | null;
}

export interface SignInRecord {
  readonly key: string;
  name: string;
  source: GrantSource;
  readonly profileFile: string | undefined;
  known: SignInStatus | null;
  attempt: AttemptEntry | null;
  failed: SignInStatus | null;
  /** Why the grant of the last attempt is only in memory; null if it was stored. */
  notStored: AppErrorData | null;
  /** True while the keychain takes long enough to be asking the user. */
  isKeychainWaiting: boolean;
  /** Counts reads, so that the result of an older read does not overwrite a newer one. */
  reads: number;
  /** True while changes by other processes are polled for a watch. */
  isFollowed: boolean;
}

export interface SignInListeners {
  readonly onChange?: () => void;
  /** Called after a user gave new credentials or signed out, for `TokenKeeper.grantChanged`. */
  readonly onGrant?: (profile: ProfileId, what: 'given' | 'withdrawn') => void;
}

interface RecordPorts extends SignInListeners {
  readonly clock: Clock;
  readonly log: Log;
  readonly grants: Grants;
  readonly ended: AbortSignal;
}

export class SignInRecords {
  readonly #ports: RecordPorts;
  readonly #all = new Map<ProfileId, SignInRecord>();

  constructor(ports: RecordPorts) {
    this.#ports = ports;
  }

  notifyChange(): void {
    if (!this.#ports.ended.aborted) this.#ports.onChange?.();
  }

  notifyGrant({ id }: ConnectionProfile, what: 'given' | 'withdrawn'): void {
    if (!this.#ports.ended.aborted) this.#ports.onGrant?.(id, what);
  }

  present(id: ProfileId): SignInRecord | undefined {
    return this.#all.get(id);
  }

  /** Call after the profile was removed. Sources that still use its record no longer show in any status. */
  forget(id: ProfileId): void {
    this.#all.delete(id);
  }

  of(profile: ConnectionProfile, profileFile?: string): SignInRecord {
    const present = this.#all.get(profile.id);
    const file = profileFile ?? present?.profileFile;
    const { flow, clientSecretFile, name } = profile;
    const key = JSON.stringify([flow, secretBinding(profile), secretScope(profile), clientSecretFile, file]);
    if (present?.key === key) {
      if (present.name !== name) this.#rename(profile, present);
      return present;
    }
    // The user at the issuer's page is signing in to the profile as it was before.
    present?.attempt?.cancelling.abort(new Error('the profile was changed'));
    const record: SignInRecord = {
      key,
      name,
      source: this.#ports.grants.of(profile, file),
      profileFile: file,
      known: null,
      attempt: null,
      failed: null,
      notStored: null,
      isKeychainWaiting: false,
      reads: 0,
      isFollowed: false,
    };
    this.#all.set(profile.id, record);
    return record;
  }

  source(profile: ConnectionProfile, profileFile?: string): GrantSource {
    const record = this.of(profile, profileFile);
    let currentSource = record.source;
    // The caller reads the source itself. `status` must not read it too: a secret in a pipe can be read only once.
    record.reads = Math.max(1, record.reads);
    let watched = this.#ports.ended;
    return {
      read: async (signal) => {
        watched = signal;
        currentSource = record.source;
        const grant = await this.#read(record, signal);
        void this.#followOthers(profile, record, signal);
        return grant;
      },
      // Marks the source that was read: the profile may have been renamed since.
      markAccepted: () => currentSource.markAccepted(),
      clientSecret: (signal) => record.source.clientSecret(signal),
      renew: (renewal, signal) => record.source.renew(renewal, signal),
      end: async (refreshToken) => {
        await record.source.end(refreshToken);
        await this.refresh(record);
        void this.#followOthers(profile, record, watched);
      },
    };
  }

  #rename(profile: ConnectionProfile, record: SignInRecord): void {
    record.name = profile.name;
    record.source = this.#ports.grants.of(profile, record.profileFile);
    if (record.known !== null && record.known.kind !== 'ready') void this.refresh(record);
  }

  async refresh(record: SignInRecord): Promise<void> {
    record.reads += 1;
    try {
      await this.#read(record, this.#ports.ended);
    } catch (error) {
      if (!this.#ports.ended.aborted) this.#ports.log.error('a sign-in could not be looked for', { error });
    }
  }

  async #read(record: SignInRecord, signal: AbortSignal): Promise<Grant> {
    const { reads } = record;
    const grant = await record.source.read(signal);
    const status = statusOf(grant, record.name, this.#ports.clock.now(), record.notStored);
    if (reads === record.reads && JSON.stringify(record.known) !== JSON.stringify(status)) {
      record.known = status;
      this.notifyChange();
    }
    return grant;
  }

  /** Polls, because `watchfloor sign-in` of another process sends no notice. Never rejects; ends with the watch. */
  async #followOthers(profile: ConnectionProfile, record: SignInRecord, signal: AbortSignal): Promise<void> {
    if (record.isFollowed || !isOthersToo(profile, record)) return;
    record.isFollowed = true;
    const either = AbortSignal.any([signal, this.#ports.ended]);
    try {
      while (isOthersToo(profile, record)) {
        await this.#ports.clock.sleep(POLL_INTERVAL_MS, either);
        await (isAbsent(record.known) ? this.#findGiven(profile, record) : this.#findRemoved(profile, record));
      }
    } catch (error) {
      if (!either.aborted) this.#ports.log.error('sign-ins of other processes are no longer checked', { error });
    } finally {
      record.isFollowed = false;
    }
  }

  async #findGiven(profile: ConnectionProfile, record: SignInRecord): Promise<void> {
    await this.refresh(record);
    if (record.known?.kind === 'ready') this.notifyGrant(profile, 'given');
  }

  /** Reads only if the grant is gone: reading a present one might wake a keychain. */
  async #findRemoved(profile: ConnectionProfile, record: SignInRecord): Promise<void> {
    if (await this.#ports.grants.hasGrant(profile.id)) return;
    await this.refresh(record);
    if (isAbsent(record.known)) this.notifyGrant(profile, 'withdrawn');
  }
}

function isOthersToo({ flow }: ConnectionProfile, { known }: SignInRecord): boolean {
  return flow === 'authorizationCode' || isAbsent(known);
}
