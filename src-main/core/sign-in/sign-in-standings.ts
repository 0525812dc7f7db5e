/**
 * How every profile stands with its sign-in, as far as somebody has looked. What a watch reads and loses on its own is
 * seen here too, since it reads through `source`. Nothing of a secret is kept in here.
 */
import type { SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { type ConnectionProfile, secretBinding, secretReach } from '../../../src-shared/domain/profile.ts';
import type { Clock } from '../ports/clock.ts';
import type { Grant, Grants, GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import { isAbsent, statusOf } from './sign-in-status.ts';
import type { GrantListener } from './sign-ins.ts';

/** A look costs a few file accesses; nobody is asked, since there is nothing that a keychain would have to open. */
const LOOKED_FOR_EVERY_MS = 10_000;

export interface Attempt {
  readonly cancelling: AbortController;
  /** `null` until the issuer's page can be opened. */
  status: SignInStatus | null;
}

export interface Standing {
  /** What decides which grant the profile has. */
  readonly key: string;
  /** Of the profile, which may be renamed. */
  name: string;
  source: GrantSource;
  readonly profileFile: string | undefined;
  /** What is known of what is kept; `null`: nobody has found out yet. */
  known: SignInStatus | null;
  attempt: Attempt | null;
  failed: SignInStatus | null;
  /** Counts what was looked for and changed: what an older look finds is not told over what a newer one knows. */
  looks: number;
  /** Somebody watches, and waits for a person. */
  isAwaited: boolean;
}

export class SignInStandings {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #grants: Grants;
  readonly #ended: AbortSignal;
  readonly #all = new Map<ProfileId, Standing>();
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

  tell(): void {
    for (const listener of this.#onChange) listener();
  }

  tellGrant({ id }: ConnectionProfile, what: 'given' | 'withdrawn'): void {
    for (const listener of this.#onGrant) listener(id, what);
  }

  present(id: ProfileId): Standing | undefined {
    return this.#all.get(id);
  }

  /** The profile is no more; what still goes by its standing is seen by nobody. */
  forget(id: ProfileId): void {
    this.#all.delete(id);
  }

  of(profile: ConnectionProfile, profileFile?: string): Standing {
    const present = this.#all.get(profile.id);
    const file = profileFile ?? present?.profileFile;
    const { flow, clientSecretFile, name } = profile;
    const key = JSON.stringify([flow, secretBinding(profile), secretReach(profile), clientSecretFile, file]);
    if (present?.key === key) {
      if (present.name !== name) this.#rename(profile, present);
      return present;
    }
    // Whoever is at the issuer's page is there for what the profile was.
    present?.attempt?.cancelling.abort(new Error('the profile was changed'));
    const standing: Standing = {
      key,
      name,
      source: this.#grants.of(profile, file),
      profileFile: file,
      known: null,
      attempt: null,
      failed: null,
      looks: 0,
      isAwaited: false,
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
        void this.#awaitPerson(profile, standing, signal);
        return grant;
      },
      // Of what was read: the profile may have been renamed since.
      accepted: () => asked.accepted(),
      clientSecret: (signal) => standing.source.clientSecret(signal),
      renew: (ask, signal) => standing.source.renew(ask, signal),
      end: async (refreshToken) => {
        await standing.source.end(refreshToken);
        await this.look(standing);
        void this.#awaitPerson(profile, standing, watched);
      },
    };
  }

  /** The grant is the same; whatever is missing is told by the new name. */
  #rename(profile: ConnectionProfile, standing: Standing): void {
    standing.name = profile.name;
    standing.source = this.#grants.of(profile, standing.profileFile);
    if (standing.known !== null && standing.known.kind !== 'ready') void this.look(standing);
  }

  /** Never rejects. */
  async look(standing: Standing): Promise<void> {
    standing.looks += 1;
    try {
      await this.#read(standing, this.#ended);
    } catch (error) {
      if (!this.#ended.aborted) this.#log.error('a sign-in could not be looked for', { error });
    }
  }

  async #read(standing: Standing, signal: AbortSignal): Promise<Grant> {
    const { looks } = standing;
    const grant = await standing.source.read(signal);
    const status = statusOf(grant, standing.name, this.#clock.now());
    if (looks === standing.looks && JSON.stringify(standing.known) !== JSON.stringify(status)) {
      standing.known = status;
      this.tell();
    }
    return grant;
  }

  /** Who signs in with another process, such as `watchfloor sign-in`, tells nobody. Never rejects; ends with the watch. */
  async #awaitPerson(profile: ConnectionProfile, standing: Standing, signal: AbortSignal): Promise<void> {
    if (standing.isAwaited || !isAbsent(standing.known)) return;
    standing.isAwaited = true;
    const either = AbortSignal.any([signal, this.#ended]);
    try {
      while (isAbsent(standing.known)) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await this.#clock.sleep(LOOKED_FOR_EVERY_MS, either);
        const before = standing.known;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await this.look(standing);
        if (isAbsent(before) && standing.known?.kind === 'ready') this.tellGrant(profile, 'given');
      }
    } catch (error) {
      if (!either.aborted) this.#log.error('nobody is waited for any more', { error });
    } finally {
      standing.isAwaited = false;
    }
  }
}

function register<T>(all: Set<T>, listener: T, signal: AbortSignal): void {
  all.add(listener);
  signal.addEventListener('abort', () => all.delete(listener), { once: true });
}
