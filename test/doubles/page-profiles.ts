/**
 * Profiles, sign-in, connection test and access, in memory. They emit only what the test emits.
 */
import type { Backend } from '../../src-main/core/backend.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import type { BackendClient, FeedListener } from '../../src-renderer/backend/client.ts';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ConnectionReport, ConnectionTestInput } from '../../src-shared/api/connection-test.ts';
import type { ProfileEntry, SignOutResult } from '../../src-shared/api/profiles.ts';
import type { Author } from '../../src-shared/domain/cases/action.ts';
import { profileIdSchema, watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { PageFeed } from './page-feed.ts';
import { someProfile } from './profile.ts';
import { PagePart, type Served } from './routed-client.ts';

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

export class PageProfiles extends PagePart {
  entries: readonly ProfileEntry[] = [];
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
  readonly feed = new PageFeed(() => [...this.entries]);

  emit(...entries: ProfileEntry[]): void {
    this.entries = entries;
    this.feed.emit(entries);
  }

  /** The person who signed in to every profile. */
  person: Author | null = null;
  readonly served = {
    profiles: {
      save: async ({ id }) => profileIdSchema.parse(id ?? 'p-0123456789abcdef0123'),
      remove: async () => undefined,
      read: () => this.file,
      text: async () => ({ fileName: 'acme-europe.json', text: '{}\n' }),
      watch: async () => watchIdSchema.parse('watch-of-profile'),
      takeOver: async () => watchIdSchema.parse('watch-of-profile'),
      unwatch: async () => undefined,
      get: async () => someProfile,
    },
    signIns: {
      begin: async () => ({ ...this.startedSignIn, done: new Promise<never>(() => undefined) }),
      cancel: () => undefined,
      giveSecret: async () => undefined,
      refresh: async () => ({ kind: 'unknown' }),
      signOut: async () => this.signedOut,
      personOf: () => this.person,
    },
  } satisfies Served<Backend>;

  readonly servedByWatch = {
    profile: someProfile,
    access: { report: async () => this.access ?? new Promise<never>(() => undefined) },
  } satisfies Served<Watch>;

  readonly testFeed: BackendClient['connectionTest']['run'] = {
    subscribe: (what, listener) => {
      this.tests.push({ what, listener });
      this.testsRunning += 1;
      let isRunning = true;
      return () => {
        if (isRunning) this.testsRunning -= 1;
        isRunning = false;
      };
    },
  };
}
