/**
 * Profiles, sign-in, connection test and access for the page's stores, in memory. They emit only what the test emits.
 * All calls are recorded, and each can fail.
 */
import type { BackendClient, FeedListener } from '../../src-renderer/backend/client.ts';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ConnectionReport, ConnectionTestInput } from '../../src-shared/api/connection-test.ts';
import type { ProfileEntry, SignOutResult } from '../../src-shared/api/profiles.ts';
import { profileIdSchema, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { mutateCall, PageFeed, queryCall } from './page-calls.ts';
import { someProfile } from './profile.ts';

/** Makes a kept profile that is not watched, with its client secret in the keychain. */
export function profileEntry(part: Partial<ProfileEntry> = {}, profile: Partial<ConnectionProfile> = {}): ProfileEntry {
  const stored = { ...someProfile, ...profile };
  return {
    id: stored.id,
    profile: stored,
    name: stored.name,
    practice: false,
    watch: null,
    problem: null,
    signIn: { kind: 'ready', kept: 'keychain', as: null, since: null },
    ...part,
  };
}

type Call = readonly [name: string, ...args: unknown[]];

export class PageProfiles {
  entries: readonly ProfileEntry[] = [];
  /** Calls in order, with their arguments: `['remove', id, { events }]`. */
  readonly calls: Call[] = [];
  failure: Error | null = null;
  file: ConnectionProfile = someProfile;
  startedSignIn: { readonly address: string; readonly opened: boolean } = {
    address: 'https://auth.example.com/auth/realms/iot/protocol/openid-connect/auth?state=1',
    opened: true,
  };
  signedOut: SignOutResult = { atIssuer: 'revoked' };
  /** Null simulates a backend that does not answer. */
  access: AccessReport | null = null;
  readonly tests: { readonly what: ConnectionTestInput; readonly listener: FeedListener<ConnectionReport> }[] = [];
  testsRunning = 0;
  readonly #feed = new PageFeed(() => [...this.entries]);

  get openFeeds(): number {
    return this.#feed.listeners.size;
  }

  emit(...entries: ProfileEntry[]): void {
    this.entries = entries;
    this.#feed.emit(entries);
  }

  readonly profiles: BackendClient['profiles'] = {
    feed: this.#feed,
    save: mutateCall((draft) =>
      this.#called(['save', draft], { id: profileIdSchema.parse(draft.id ?? 'p-0123456789abcdef0123') }),
    ),
    remove: mutateCall(({ id, events }) => this.#called(['remove', id, { events }], undefined)),
    read: queryCall(({ text }) => this.#called(['read', text], this.file)),
    fileText: queryCall(({ id }) => this.#called(['fileText', id], { fileName: 'acme-europe.json', text: '{}\n' })),
    watch: mutateCall(({ id }) => this.#called(['watch', id], { watch: watchIdSchema.parse('watch-of-profile') })),
    unwatch: mutateCall(({ id }) => this.#called(['unwatch', id], undefined)),
  };

  readonly signIn: BackendClient['signIn'] = {
    start: mutateCall(({ id, keep }) => this.#called(['start', id, keep], this.startedSignIn)),
    cancel: mutateCall(({ id }) => this.#called(['cancel', id], undefined)),
    setSecret: mutateCall(({ id, secret, keep }) => this.#called(['setSecret', id, secret, keep], undefined)),
    check: mutateCall(({ id }) => this.#called(['check', id], undefined)),
    signOut: mutateCall(({ id }) => this.#called(['signOut', id], this.signedOut)),
  };

  readonly connectionTest: BackendClient['connectionTest'] = {
    run: {
      subscribe: (what, listener) => {
        this.tests.push({ what, listener });
        this.testsRunning += 1;
        let isRunning = true;
        return () => {
          if (isRunning) this.testsRunning -= 1;
          isRunning = false;
        };
      },
    },
  };

  readonly accessOf: BackendClient['access'] = {
    report: queryCall(async ({ watch, fresh }) => {
      const result = await this.#called(['access', watch, { fresh }], this.access);
      return result ?? new Promise<never>(() => undefined);
    }),
  };

  async #called<T>(call: Call, result: T): Promise<T> {
    this.calls.push(call);
    if (this.failure !== null) throw this.failure;
    return result;
  }
}
