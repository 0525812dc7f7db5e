/** Makes the ports of a watch, controlled by the test: clock, stream, and an issuer that always issues a token. */
import { NO_POLICY } from '../../src-shared/api/policy/policy.ts';
import { join } from 'node:path';
import type { EventReader, EventStoreOpener, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ActionInbox } from '../../src-main/core/ports/action-inbox.ts';
import type { DataFolder } from '../../src-main/core/ports/data-folder.ts';
import type { ForgottenGrant, GrantSource, Grants, RevocableGrant } from '../../src-main/core/ports/grants.ts';
import type { AttemptEnd, StreamAttempt } from '../../src-main/core/ports/stream-client.ts';
import type { TeamJoins, TeamLogs } from '../../src-main/core/ports/team-log.ts';
import type { WriterProcesses } from '../../src-main/core/ports/writer-processes.ts';
import type { TokenIssuer, TokenSet } from '../../src-main/core/ports/token-issuer.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { FakeClock } from './fake-clock.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';
import { databasesInFolders, type ScannerOf } from './in-thread-databases.ts';
import { ScriptedStreams } from './scripted-streams.ts';
import { MemoryAlarmFiles } from './memory-alarm-files.ts';
import { MemoryOutlets } from './memory-outlets.ts';
import { MemoryExports } from './memory-exports.ts';
import { MemoryProfileFiles } from './memory-profile-files.ts';
import { MemoryLinks, MemorySearches, MemoryViews } from './memory-views.ts';
import { SilentLog } from './silent-log.ts';

class GivingIssuer implements TokenIssuer {
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

/** An attempt whose signal is already aborted ends immediately, as the port requires. */
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
  readonly boundProfiles: ConnectionProfile[] = [];
  async bindScope(profile: ConnectionProfile): Promise<void> {
    this.boundProfiles.push(profile);
  }
  readonly forgotten: string[] = [];
  revocable: RevocableGrant | null = null;
  async forgetAll(id: string): Promise<RevocableGrant | null> {
    this.forgotten.push(id);
    return this.revocable;
  }
}

/** A data folder that is no copy. */
export const ownDataFolder: DataFolder = { copiedStore: async () => null, watchCopy: async () => undefined };

/** Without commands beside the watch. */
export const noActionInbox: ActionInbox = { serve: async () => undefined };

/** Without other processes. */
export const noWriterProcesses: WriterProcesses = { isRunning: () => false, ask: async () => null };

/** Fails for calls that watching does not make. */
async function never(): Promise<never> {
  throw new Error('nobody asks for it here');
}

function neverSync(): never {
  throw new Error('nobody asks for it here');
}

/** For watches outside a team. */
export const noTeamLogs: TeamLogs = { open: never };
const noTeamJoins: TeamJoins = {
  onSecret: neverSync,
  check: never,
  open: never,
  limits: never,
  keepAuthorities: never,
  store: never,
  setAside: neverSync,
  refuseWhileWatched: neverSync,
  writeKey: never,
  removeKey: never,
};

/** Makes the additional ports of a backend for profiles, sign-in and the host. */
export function profilePorts() {
  return {
    profileFiles: new MemoryProfileFiles(),
    grants: new QuietGrants(),
    probe: { proxyOf: async () => null, lookUp: never, connect: never, secure: never },
    redirects: { listen: never },
    notifier: null,
    browser: { open: async () => false },
    isWatchedElsewhere: () => false,
    lastRequestAt: () => null,
    desktop: null,
    teamJoins: noTeamJoins,
  };
}

/** @param directory of the databases; a temporary one if absent */
export function watchPorts<Stores extends EventStoreOpener>(stores: Stores, directory = temporaryDirectory()) {
  const streams: ScriptedStreams = new PromptStreams();
  const directoryOf = ({ id }: StoreIdentity): string => join(directory, id);
  let ids = 0;
  return {
    stores,
    dataFolder: ownDataFolder,
    clock: new FakeClock(),
    log: new SilentLog(),
    teamLogs: noTeamLogs,
    streams,
    issuer: new GivingIssuer(),
    service: { send: () => Promise.reject(new Error('the service is not asked here')) },
    statusPages: { read: () => Promise.reject(new Error('no status page is named here')) },
    random: () => 0.5,
    newId: () => `id-${(ids += 1)}`,
    policy: NO_POLICY,
    caseProjections: databasesInFolders(directoryOf, 0, rememberScanners(stores, directoryOf)).caseProjections,
    savedViews: new MemoryViews(),
    alarmFiles: new MemoryAlarmFiles(),
    outlets: new MemoryOutlets(),
    actionInbox: noActionInbox,
    writerProcesses: noWriterProcesses,
    savedSearches: new MemorySearches(),
    ownLinks: new MemoryLinks(),
    inventories: databasesInFolders(directoryOf).inventories,
    exportFiles: new MemoryExports(),
  };
}

/** Returns the scanner of a store that was opened here, because the stores of a test may exist in memory only. */
function rememberScanners(stores: EventStoreOpener, directoryOf: (identity: StoreIdentity) => string): ScannerOf {
  const scanners = new Map<string, EventReader>();
  const open = stores.open.bind(stores);
  const openReadOnly = stores.openReadOnly.bind(stores);
  const remembering: EventStoreOpener = {
    async open(identity, onIncident) {
      const store = await open(identity, onIncident);
      scanners.set(directoryOf(identity), store.scanner);
      return store;
    },
    async openReadOnly(identity) {
      const reader = await openReadOnly(identity);
      scanners.set(directoryOf(identity), reader);
      return reader;
    },
  };
  Object.assign(stores, remembering);
  return (directory) => {
    const scanner = scanners.get(directory);
    if (scanner === undefined) throw new Error(`No store was opened in ${directory}.`);
    return scanner;
  };
}
