/** What a watch needs beside its stores, played by hand: time, a stream, and an issuer that always gives a token. */
import { join } from 'node:path';
import type { EventStoreOpener, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ForgottenGrant, GrantSource, Grants, RevocableGrant } from '../../src-main/core/ports/grants.ts';
import type { AttemptEnd, StreamAttempt } from '../../src-main/core/ports/stream-client.ts';
import type { TokenIssuer, TokenSet } from '../../src-main/core/ports/token-issuer.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { FakeClock } from './fake-clock.ts';
import { temporaryDirectory } from '../unit/adapters/event-store/temporary-store.ts';
import { createInThreadProjections } from './in-thread-projections.ts';
import { createInThreadInventories } from './in-thread-inventories.ts';
import { ScriptedStreams } from './scripted-streams.ts';
import { MemoryAlarmFiles } from './memory-alarm-files.ts';
import { MemoryExports } from './memory-exports.ts';
import { MemoryProfileFiles } from './memory-profile-files.ts';
import { MemorySearches, MemoryViews } from './memory-views.ts';
import { SilentLog } from './silent-log.ts';

class GivingIssuer implements TokenIssuer {
  /** The secrets it was asked with. */
  readonly secrets: (string | null)[] = [];
  async clientCredentials(_profile: ConnectionProfile, clientSecret: string | null): Promise<TokenSet> {
    this.secrets.push(clientSecret);
    return { accessToken: 'token', refreshToken: null, expiresInSeconds: 86_400 };
  }
  refresh(profile: ConnectionProfile, clientSecret: string | null): Promise<TokenSet> {
    return this.clientCredentials(profile, clientSecret);
  }
  authorization(): never {
    throw new Error('nobody signs in here');
  }
  async revoke(): Promise<'not-offered'> {
    return 'not-offered';
  }
}

/** An attempt that was given up before it began ends at once, as the port demands. */
class PromptStreams extends ScriptedStreams {
  override attempt(attempt: StreamAttempt): Promise<AttemptEnd> {
    const end = super.attempt(attempt);
    if (attempt.signal.aborted) this.end({ kind: 'aborted' });
    return end;
  }
}

export function aGrantSource(clientSecret: string): GrantSource {
  return {
    read: async () => ({ kind: 'client-credentials', clientSecret, kept: 'environment' }),
    markAccepted: async () => undefined,
    renew: () => Promise.reject(new Error('a client has no person behind it')),
    clientSecret: async () => clientSecret,
    end: async () => undefined,
  };
}

class QuietGrants implements Grants {
  of(): GrantSource {
    return aGrantSource('secret');
  }
  async clientSecret(): Promise<null> {
    return null;
  }
  async giveSecret(): Promise<void> {}
  async giveGrant(): Promise<void> {}
  async ready(): Promise<void> {}
  async hasGrant(): Promise<boolean> {
    return true;
  }
  async forgetGrant(): Promise<ForgottenGrant> {
    return { kind: 'none' };
  }
  /** Profiles whose secrets stay with their addresses. */
  readonly boundProfiles: ConnectionProfile[] = [];
  async bindScope(profile: ConnectionProfile): Promise<void> {
    this.boundProfiles.push(profile);
  }
  /** Of which profiles everything was forgotten. */
  readonly forgotten: string[] = [];
  /** What can be told to an issuer of what is forgotten. */
  revocable: RevocableGrant | null = null;
  async forgetAll(id: string): Promise<RevocableGrant | null> {
    this.forgotten.push(id);
    return this.revocable;
  }
}

/** What nobody asks for who only watches. */
async function never(): Promise<never> {
  throw new Error('nobody asks for it here');
}

/** What a backend needs beside what its watches do. */
export function profilePorts() {
  return {
    profileFiles: new MemoryProfileFiles(),
    grants: new QuietGrants(),
    probe: { proxyOf: async () => null, lookUp: never, connect: never, secure: never },
    redirects: { listen: never },
    notifier: null,
    browser: { open: async () => false },
    isWatchedElsewhere: () => false,
    desktop: null,
  };
}

export function watchPorts<Stores extends EventStoreOpener>(stores: Stores) {
  const streams: ScriptedStreams = new PromptStreams();
  const directory = temporaryDirectory();
  const directoryOf = ({ id }: StoreIdentity): string => join(directory, id);
  let ids = 0;
  return {
    stores,
    clock: new FakeClock(),
    log: new SilentLog(),
    streams,
    issuer: new GivingIssuer(),
    service: { send: () => Promise.reject(new Error('the service is not asked here')) },
    random: () => 0.5,
    newId: () => `id-${(ids += 1)}`,
    caseProjections: createInThreadProjections(directoryOf),
    savedViews: new MemoryViews(),
    alarmFiles: new MemoryAlarmFiles(),
    savedSearches: new MemorySearches(),
    inventories: createInThreadInventories(directoryOf),
    exportFiles: new MemoryExports(),
  };
}
