/**
 * Profiles, sign-in, connection test and access as the page's stores see them, in memory: everything is said when the
 * test says it, every call is kept, and each can be made to fail.
 */
import type { BackendClient, FeedListener, Stop } from '../../src-renderer/backend/client.ts';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ConnectionReport, ConnectionTestInput } from '../../src-shared/api/connection-test.ts';
import type { ProfileEntry, SignedOut } from '../../src-shared/api/profiles.ts';
import { profileIdSchema, watchIdSchema, type WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { someProfile } from './profile.ts';

/** A kept profile that nobody watches, with its client secret in the keychain. */
export function profileEntry(part: Partial<ProfileEntry> = {}, profile: Partial<ConnectionProfile> = {}): ProfileEntry {
  const kept = { ...someProfile, ...profile };
  return {
    id: kept.id,
    profile: kept,
    name: kept.name,
    practice: false,
    watch: null,
    problem: null,
    signIn: { kind: 'ready', kept: 'keychain', as: null, since: null },
    ...part,
  };
}

type Call = { readonly [Name in keyof Calls]: readonly [Name, ...Parameters<Calls[Name]>] }[keyof Calls];
type Calls = Omit<BackendClient['profiles'], 'follow'> &
  BackendClient['signIn'] & { readonly access: BackendClient['access']['report'] };

export class PageProfiles {
  entries: readonly ProfileEntry[] = [];
  /** In their order, with what they were called with: `['remove', id, { events }]`. */
  readonly calls: Call[] = [];
  /** Where set, every call about a profile, its sign-in or access is refused. */
  failure: Error | null = null;
  /** What a profile file says. */
  file: ConnectionProfile = someProfile;
  begun: { readonly address: string; readonly opened: boolean } = {
    address: 'https://auth.example.com/auth/realms/iot/protocol/openid-connect/auth?state=1',
    opened: true,
  };
  signedOut: SignedOut = { atIssuer: 'revoked' };
  /** `null`: nobody answers. */
  access: AccessReport | null = null;
  /** The tests that run, and those that ran. */
  readonly tests: { readonly what: ConnectionTestInput; readonly listener: FeedListener<ConnectionReport> }[] = [];
  testsRunning = 0;
  readonly #followers = new Set<FeedListener<readonly ProfileEntry[]>>();

  get followers(): number {
    return this.#followers.size;
  }

  say(...entries: ProfileEntry[]): void {
    this.entries = entries;
    for (const listener of this.#followers) listener.onData(entries);
  }

  readonly profiles: BackendClient['profiles'] = {
    follow: (listener): Stop => {
      this.#followers.add(listener);
      listener.onData(this.entries);
      return () => this.#followers.delete(listener);
    },
    save: (wanted) => this.#called(['save', wanted], profileIdSchema.parse(wanted.id ?? 'p-0123456789abcdef0123')),
    remove: (id, options) => this.#called(['remove', id, options], undefined),
    read: (text) => this.#called(['read', text], this.file),
    text: (id) => this.#called(['text', id], { fileName: 'acme-europe.json', text: '{}\n' }),
    watch: (id) => this.#called(['watch', id], watchIdSchema.parse('watch-of-profile')),
    unwatch: (id) => this.#called(['unwatch', id], undefined),
  };

  readonly signIn: BackendClient['signIn'] = {
    begin: (id, keep) => this.#called(['begin', id, keep], this.begun),
    cancel: (id) => this.#called(['cancel', id], undefined),
    giveSecret: (id, secret, keep) => this.#called(['giveSecret', id, secret, keep], undefined),
    look: (id) => this.#called(['look', id], undefined),
    out: (id) => this.#called(['out', id], this.signedOut),
  };

  readonly connectionTest: BackendClient['connectionTest'] = {
    run: (what, listener): Stop => {
      this.tests.push({ what, listener });
      this.testsRunning += 1;
      let isRunning = true;
      return () => {
        if (isRunning) this.testsRunning -= 1;
        isRunning = false;
      };
    },
  };

  readonly accessOf: BackendClient['access'] = {
    report: async (watch: WatchId, options) => {
      const answer = await this.#called(['access', watch, options], this.access);
      return answer ?? new Promise<never>(() => undefined);
    },
  };

  async #called<T>(call: Call, answer: T): Promise<T> {
    this.calls.push(call);
    if (this.failure !== null) throw this.failure;
    return answer;
  }
}
