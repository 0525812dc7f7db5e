/**
 * How every profile stands with its sign-in, as far as somebody has looked. What a watch reads and loses on its own is
 * seen here too, since it reads through `source`. Nothing of a secret is kept in here.
 */
import type { CredentialPersistence, SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { type ConnectionProfile, secretBinding, secretScope } from '../../../src-shared/domain/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grant, Grants, GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { isAbsent, statusOf } from './sign-in-status.ts';
import type { GrantListener } from './sign-ins.ts';

/** A look costs a few file accesses; no keychain is asked: there is nothing to open, or it is not opened. */
const POLL_INTERVAL_MS = 10_000;

/** Somebody can go to the issuer's page. */
export interface StartedAttempt {
  readonly address: string;
  readonly done: Promise<SignInStatus>;
}

export interface AttemptEntry {
  readonly keep: CredentialPersistence;
  readonly cancelling: AbortController;
  /** Whoever begins once more meanwhile, on another page, goes to the same one. */
  readonly begun: Promise<StartedAttempt>;
  /** `null` until the issuer's page can be opened. */
  status: SignInStatus | null;
}

export interface SignInRecord {
  /** What decides which grant the profile has. */
  readonly key: string;
  /** Of the profile, which may be renamed. */
  name: string;
  source: GrantSource;
  readonly profileFile: string | undefined;
  /** What is known of what is kept; `null`: nobody has found out yet. */
  known: SignInStatus | null;
  attempt: AttemptEntry | null;
  failed: SignInStatus | null;
  /** Counts what was looked for and changed: what an older look finds is not told over what a newer one knows. */
  looks: number;
  /** Somebody watches, and what other processes do of it is looked for. */
  isFollowed: boolean;
}

export class SignInRecords {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #grants: Grants;
  readonly #ended: AbortSignal;
  readonly #all = new Map<ProfileId, SignInRecord>();
  readonly #onChange = new Set<() => void>();
  readonly #onGrant = new Set<GrantListener>();

  /** `ended`: nothing is looked for any more. */
  constructor({ clock, log, grants, ended }: { clock: Clock; log: Log; grants: Grants; ended: AbortSignal }) {
    this.#clock = clock;
    this.#log = log;
    this.#grants = grants;
    this.#ended = ended;
  }

  onChange(listener: () => void, signal: AbortSignal): void {
    register(this.#onChange, listener, signal);
  }

  onGrant(listener: GrantListener, signal: AbortSignal): void {
    register(this.#onGrant, listener, signal);
  }

  notifyChange(): void {
    for (const listener of this.#onChange) listener();
  }

  notifyGrant({ id }: ConnectionProfile, what: 'given' | 'withdrawn'): void {
    for (const listener of this.#onGrant) listener(id, what);
  }

  present(id: ProfileId): SignInRecord | undefined {
    return this.#all.get(id);
  }

  /** The profile is no more; what still goes by its standing is seen by nobody. */
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
    // Whoever is at the issuer's page is there for what the profile was.
    present?.attempt?.cancelling.abort(new Error('the profile was changed'));
    const standing: SignInRecord = {
      key,
      name,
      source: this.#grants.of(profile, file),
      profileFile: file,
      known: null,
      attempt: null,
      failed: null,
      looks: 0,
      isFollowed: false,
    };
    this.#all.set(profile.id, standing);
    return standing;
  }

  source(profile: ConnectionProfile, profileFile?: string): GrantSource {
    const standing = this.of(profile, profileFile);
    let asked = standing.source;
    // Whoever asks for it reads it: a secret may lie in a pipe, which gives it once.
    standing.looks = Math.max(1, standing.looks);
    let watched = this.#ended;
    return {
      read: async (signal) => {
        watched = signal;
        asked = standing.source;
        const grant = await this.#read(standing, signal);
        void this.#followOthers(profile, standing, signal);
        return grant;
      },
      // Of what was read: the profile may have been renamed since.
      markAccepted: () => asked.markAccepted(),
      clientSecret: (signal) => standing.source.clientSecret(signal),
      renew: (ask, signal) => standing.source.renew(ask, signal),
      end: async (refreshToken) => {
        await standing.source.end(refreshToken);
        await this.refresh(standing);
        void this.#followOthers(profile, standing, watched);
      },
    };
  }

  /** The grant is the same; whatever is missing is told by the new name. */
  #rename(profile: ConnectionProfile, standing: SignInRecord): void {
    standing.name = profile.name;
    standing.source = this.#grants.of(profile, standing.profileFile);
    if (standing.known !== null && standing.known.kind !== 'ready') void this.refresh(standing);
  }

  /** Never rejects. */
  async refresh(standing: SignInRecord): Promise<void> {
    standing.looks += 1;
    try {
      await this.#read(standing, this.#ended);
    } catch (error) {
      if (!this.#ended.aborted) this.#log.error('a sign-in could not be looked for', { error });
    }
  }

  async #read(standing: SignInRecord, signal: AbortSignal): Promise<Grant> {
    const { looks } = standing;
    const grant = await standing.source.read(signal);
    const status = statusOf(grant, standing.name, this.#clock.now());
    if (looks === standing.looks && JSON.stringify(standing.known) !== JSON.stringify(status)) {
      standing.known = status;
      this.notifyChange();
    }
    return grant;
  }

  /** Who signs in or out with another process, such as `watchfloor sign-in`, tells nobody. Never rejects; ends with the watch. */
  async #followOthers(profile: ConnectionProfile, standing: SignInRecord, signal: AbortSignal): Promise<void> {
    if (standing.isFollowed || !isOthersToo(profile, standing)) return;
    standing.isFollowed = true;
    const either = AbortSignal.any([signal, this.#ended]);
    try {
      while (isOthersToo(profile, standing)) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await this.#clock.sleep(POLL_INTERVAL_MS, either);
        // oxlint-disable-next-line no-await-in-loop -- as above
        await (isAbsent(standing.known) ? this.#findGiven(profile, standing) : this.#findTaken(profile, standing));
      }
    } catch (error) {
      if (!either.aborted) this.#log.error('other processes are not looked at any more', { error });
    } finally {
      standing.isFollowed = false;
    }
  }

  async #findGiven(profile: ConnectionProfile, standing: SignInRecord): Promise<void> {
    await this.refresh(standing);
    if (standing.known?.kind === 'ready') this.notifyGrant(profile, 'given');
  }

  /** Only what is gone is read: whatever is there might wake a keychain. */
  async #findTaken(profile: ConnectionProfile, standing: SignInRecord): Promise<void> {
    if (await this.#grants.hasGrant(profile.id)) return;
    await this.refresh(standing);
    if (isAbsent(standing.known)) this.notifyGrant(profile, 'withdrawn');
  }
}

/** What another process does of it counts here. */
function isOthersToo({ flow }: ConnectionProfile, { known }: SignInRecord): boolean {
  return flow === 'authorizationCode' || isAbsent(known);
}

function register<T>(all: Set<T>, listener: T, signal: AbortSignal): void {
  all.add(listener);
  signal.addEventListener('abort', () => all.delete(listener), { once: true });
}
