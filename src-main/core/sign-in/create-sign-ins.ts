/**
 * How every profile stands with its sign-in, and the attempts under way. What a watch reads, renews and loses on its own
 * is seen here too, since it reads through `source`; nothing of a secret is kept in here.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { SignedOut, SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { Grant, GrantSource } from '../ports/grants.ts';
import type { Log } from '../ports/log.ts';
import type { RedirectEnd, SignInBrowser } from '../ports/redirect-listener.ts';
import { type AttemptPorts, type OpenAttempt, openAttempt, revokeInTime } from './sign-in-attempt.ts';
import { attemptFailure, isAbsent, statusOf } from './sign-in-status.ts';
import type { GrantListener, SignIns } from './sign-ins.ts';

export interface SignInPorts extends AttemptPorts {
  readonly log: Log;
  readonly browser: SignInBrowser;
}

interface Standing {
  /** What is known of what is kept; `null`: nobody has found out yet. */
  known: SignInStatus | null;
  /** For whom and by what the source was made. */
  key: string;
  source: GrantSource;
  profileFile: string | undefined;
  attempt: { readonly cancelling: AbortController; status: SignInStatus | null } | null;
  failed: SignInStatus | null;
  /** Counts what was looked for and changed: what an older look finds is not told over what a newer one knows. */
  looks: number;
  /** Somebody watches, and waits for a person. */
  isAwaited: boolean;
}

/** A look costs a few file accesses; nobody is asked, since there is nothing that a keychain would have to open. */
const LOOKED_FOR_EVERY_MS = 10_000;

export function createSignIns(ports: SignInPorts): SignIns {
  return new SignInDesk(ports);
}

class SignInDesk implements SignIns {
  readonly #ports: SignInPorts;
  readonly #standings = new Map<ProfileId, Standing>();
  readonly #onChange = new Set<() => void>();
  readonly #onGrant = new Set<GrantListener>();
  readonly #stopping = new AbortController();

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  status(profile: ConnectionProfile): SignInStatus {
    const standing = this.#standing(profile);
    if (standing.looks === 0) void this.#lookAt(profile, standing);
    return standing.attempt?.status ?? standing.failed ?? standing.known ?? { kind: 'unknown' };
  }

  onChange(listener: () => void, signal: AbortSignal): void {
    register(this.#onChange, listener, signal);
  }

  onGrant(listener: GrantListener, signal: AbortSignal): void {
    register(this.#onGrant, listener, signal);
  }

  source(profile: ConnectionProfile, profileFile?: string): GrantSource {
    const standing = this.#standing(profile, profileFile);
    const { source } = standing;
    // Whoever asks for it reads it: a secret may lie in a pipe, which gives it once.
    standing.looks = Math.max(1, standing.looks);
    let watched = this.#stopping.signal;
    return {
      read: async (signal) => {
        watched = signal;
        const grant = await this.#read(profile, standing, signal);
        void this.#awaitPerson(profile, standing, signal);
        return grant;
      },
      accepted: () => source.accepted(),
      clientSecret: (signal) => source.clientSecret(signal),
      renew: (ask, signal) => source.renew(ask, signal),
      end: async (refreshToken) => {
        await source.end(refreshToken);
        await this.#lookAt(profile, standing);
        void this.#awaitPerson(profile, standing, watched);
      },
    };
  }

  async look(profile: ConnectionProfile): Promise<SignInStatus> {
    const standing = this.#standing(profile);
    const wasReady = standing.known?.kind === 'ready';
    standing.failed = null;
    await this.#lookAt(profile, standing);
    if (!wasReady && standing.known?.kind === 'ready') this.#tellGrant(profile, 'given');
    return this.status(profile);
  }

  async begin(profile: ConnectionProfile, { keep, openBrowser }: Parameters<SignIns['begin']>[1]) {
    const { name } = profile;
    if (profile.flow !== 'authorizationCode')
      throw appError('SIGN_IN_FAILED', { profile: name, problem: 'not-a-person' });
    const standing = this.#standing(profile);
    this.cancel(profile);
    const cancelling = new AbortController();
    const signal = AbortSignal.any([cancelling.signal, this.#stopping.signal]);
    const mine: NonNullable<Standing['attempt']> = { cancelling, status: null };
    standing.attempt = mine;
    let attempt: OpenAttempt;
    try {
      const clientSecret = await standing.source.clientSecret(signal);
      attempt = await openAttempt(this.#ports, profile, clientSecret, signal);
    } catch (error) {
      if (standing.attempt === mine) standing.attempt = null;
      throw error;
    }
    const { address, startedAt, endsAt } = attempt;
    mine.status = { kind: 'under-way', address, startedAt, endsAt };
    standing.failed = null;
    this.#tell();
    const done = this.#run(profile, standing, mine, attempt, keep, signal);
    const opened = openBrowser && (await this.#ports.browser.open(address, profile).catch(() => false));
    return { address, opened, done };
  }

  cancel({ id }: Pick<ConnectionProfile, 'id'>): void {
    const standing = this.#standings.get(id);
    if (standing === undefined || standing.attempt === null) return;
    standing.attempt.cancelling.abort(new Error('a person gave the sign-in up'));
    standing.attempt = null;
    this.#tell();
  }

  async giveSecret(profile: ConnectionProfile, secret: string, keep: 'store' | 'memory'): Promise<void> {
    await this.#ports.grants.giveSecret(profile, secret, keep, this.#stopping.signal);
    const standing = this.#standing(profile);
    standing.failed = null;
    await this.#lookAt(profile, standing);
    this.#tellGrant(profile, 'given');
  }

  async signOut(profile: ConnectionProfile): Promise<SignedOut> {
    const standing = this.#standing(profile);
    this.cancel(profile);
    // Where it cannot be read, it is forgotten all the same.
    const grant = await standing.source.read(this.#stopping.signal).catch(() => null);
    const wasThere = await this.#ports.grants.forgetGrant(profile);
    standing.failed = null;
    await this.#lookAt(profile, standing);
    if (profile.flow === 'authorizationCode') this.#tellGrant(profile, 'withdrawn');
    if (grant === null || grant.kind !== 'authorization-code')
      return { atIssuer: wasThere ? 'failed' : 'nothing-to-revoke' };
    const { held, clientSecret } = grant;
    if (held.refreshToken === null) return { atIssuer: 'nothing-to-revoke' };
    return { atIssuer: await revokeInTime(this.#ports, profile, clientSecret, held.refreshToken) };
  }

  stop(): void {
    this.#stopping.abort(new Error('the backend was stopped'));
  }

  /** Never rejects: how it ended is its value, and the status. */
  async #run(
    profile: ConnectionProfile,
    standing: Standing,
    mine: NonNullable<Standing['attempt']>,
    attempt: OpenAttempt,
    keep: 'store' | 'memory',
    signal: AbortSignal,
  ): Promise<SignInStatus> {
    const { clock, log } = this.#ports;
    let ended: SignInStatus;
    let how: RedirectEnd = 'signed-in';
    try {
      const { as, since } = await attempt.run(keep);
      if (standing.attempt === mine) standing.attempt = null;
      await this.#lookAt(profile, standing);
      this.#tellGrant(profile, 'given');
      ended = standing.known ?? { kind: 'unknown' };
      log.info('a person signed in', { profile: profile.id, isNamed: as !== null, since });
    } catch (error) {
      const cancelled = appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'cancelled' }).data;
      const why = signal.aborted ? cancelled : attemptFailure(error, profile.name);
      if (why === null) log.error('a sign-in failed unexpectedly', { error });
      const unexpected = appError('SIGN_IN_FAILED', { profile: profile.name, problem: 'wrong-answer' }).data;
      ended = { kind: 'failed', error: why ?? unexpected, at: clock.now() };
      how = isDenial(ended) ? 'denied' : 'failed';
      // Whoever gave it up knows; and a newer attempt is not touched by the end of an older one.
      if (standing.attempt === mine) {
        standing.attempt = null;
        standing.failed = signal.aborted ? null : ended;
      }
    }
    this.#tell();
    await attempt.redirect.finish(how);
    await attempt.redirect.close();
    return ended;
  }

  /** Who signs in with another process, such as `watchfloor sign-in`, tells nobody. Never rejects; ends with the watch. */
  async #awaitPerson(profile: ConnectionProfile, standing: Standing, signal: AbortSignal): Promise<void> {
    if (standing.isAwaited || !isAbsent(standing.known)) return;
    standing.isAwaited = true;
    const either = AbortSignal.any([signal, this.#stopping.signal]);
    try {
      while (isAbsent(standing.known)) {
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        await this.#ports.clock.sleep(LOOKED_FOR_EVERY_MS, either);
        const before = standing.known;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await this.#lookAt(profile, standing);
        if (isAbsent(before) && standing.known?.kind === 'ready') this.#tellGrant(profile, 'given');
      }
    } catch (error) {
      if (!either.aborted) this.#ports.log.error('nobody is waited for any more', { error });
    } finally {
      standing.isAwaited = false;
    }
  }

  /** Never rejects. */
  async #lookAt(profile: ConnectionProfile, standing: Standing): Promise<void> {
    standing.looks += 1;
    try {
      await this.#read(profile, standing, this.#stopping.signal);
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#ports.log.error('a sign-in could not be looked for', { error });
    }
  }

  async #read(profile: ConnectionProfile, standing: Standing, signal: AbortSignal): Promise<Grant> {
    const { looks } = standing;
    const grant = await standing.source.read(signal);
    const status = statusOf(grant, profile.name, this.#ports.clock.now());
    if (looks === standing.looks && JSON.stringify(standing.known) !== JSON.stringify(status)) {
      standing.known = status;
      this.#tell();
    }
    return grant;
  }

  #standing(profile: ConnectionProfile, profileFile?: string): Standing {
    const present = this.#standings.get(profile.id);
    const file = profileFile ?? present?.profileFile;
    const key = JSON.stringify([sourceKey(profile), file]);
    if (present?.key === key) return present;
    // Whoever is at the issuer's page is there for what the profile was.
    present?.attempt?.cancelling.abort(new Error('the profile was changed'));
    const source = this.#ports.grants.of(profile, file);
    const standing: Standing = {
      known: null,
      key,
      source,
      profileFile: file,
      attempt: null,
      failed: null,
      looks: 0,
      isAwaited: false,
    };
    this.#standings.set(profile.id, standing);
    return standing;
  }

  #tell(): void {
    for (const listener of this.#onChange) listener();
  }

  #tellGrant({ id }: ConnectionProfile, what: 'given' | 'withdrawn'): void {
    for (const listener of this.#onGrant) listener(id, what);
  }
}

/** What decides which grant a profile has. */
function sourceKey({ flow, authUrl, realm, clientId, clientSecretFile, name }: ConnectionProfile): readonly unknown[] {
  return [flow, authUrl, realm, clientId, clientSecretFile, name];
}

function register<T>(all: Set<T>, listener: T, signal: AbortSignal): void {
  all.add(listener);
  signal.addEventListener('abort', () => all.delete(listener), { once: true });
}

function isDenial(status: SignInStatus): boolean {
  return status.kind === 'failed' && status.error.code === 'SIGN_IN_FAILED' && status.error.facts.problem === 'denied';
}
