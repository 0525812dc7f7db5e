/** Chooses the adapters for the ports of the core. Every host calls this module; no host composes by itself. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import { EXPORTS_PATH } from '../../src-shared/api/exports.ts';
import { PRACTICE_ID, type ProfileId, type WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import { createActionInbox } from '../adapters/action-inbox/action-inbox.ts';
import { createWriterProcesses } from '../adapters/action-inbox/writer-processes.ts';
import { readComputerId } from '../adapters/data-folder/computer-id.ts';
import { createDataFolder } from '../adapters/data-folder/data-folder.ts';
import { createAlarmSettingsFiles } from '../adapters/alarm-settings/alarm-settings-files.ts';
import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { removeStore } from '../adapters/sqlite/events/files/remove-store.ts';
import { storeExists } from '../adapters/sqlite/events/files/store-directory.ts';
import { storePaths } from '../adapters/sqlite/store-paths.ts';
import { lastRequestAt } from '../adapters/sqlite/events/files/stored-request.ts';
import { isWriterLocked } from '../adapters/sqlite/events/files/writer-lock.ts';
import { createExportFolder, type ExportFolder } from '../adapters/export-files/export-folder.ts';
import type { StartKeychainProcess } from '../adapters/keychain/keychain-process.ts';
import { createPinoLog } from '../adapters/log/pino-log.ts';
import type { ResolveProxy } from '../adapters/network/system-proxies.ts';
import { createConnectionProbe } from '../adapters/network/connection-probe.ts';
import { createNetwork } from '../adapters/network/network.ts';
import { createOutletFiles } from '../adapters/outlets/outlet-files.ts';
import { createOutletSecrets } from '../adapters/outlets/outlet-secrets.ts';
import { createOutletSender } from '../adapters/outlets/outlet-sender.ts';
import { readSystemPolicy } from '../adapters/policy/system-policy.ts';
import { createSimulatorPractice } from '../adapters/practice/simulator-practice.ts';
import { readProfileFile } from '../adapters/profile/profile-file.ts';
import { createProfileFiles } from '../adapters/profile/profile-files.ts';
import { createLinkFiles, createSearchFiles, createViewFiles } from '../adapters/saved-views/list-file.ts';
import { createServiceClient } from '../adapters/service/service-client.ts';
import { createStatusPages } from '../adapters/status-page/status-page-client.ts';
import { takeSecretFromEnvironment } from '../adapters/sign-in/client-secret.ts';
import { createGrants } from '../adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../adapters/sign-in/openid-token-issuer.ts';
import { createRedirectListener } from '../adapters/sign-in/redirect-listener.ts';
import { createSecretBindings } from '../adapters/sign-in/secret-bindings.ts';
import { createTeamKeys } from '../adapters/team/team-keys.ts';
import { createTeamLogs } from '../adapters/team/team-logs.ts';
import { createStreamClient } from '../adapters/stream/stream-client.ts';
import { type Backend, createBackend } from '../core/backend.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Desktop } from '../core/ports/desktop.ts';
import type { StoreIdentity } from '../core/ports/event-store.ts';
import type { Log } from '../core/ports/log.ts';
import type { Notifier } from '../core/ports/notifier.ts';
import { refuseProfile } from '../core/policy/policy-rules.ts';
import type { Policy } from '../../src-shared/api/policy/policy.ts';
import type { SignInBrowser } from '../core/ports/redirect-listener.ts';
import type { TeamLogs } from '../core/ports/team-log.ts';
import { secretRecordingIssuer } from '../core/sign-in/known-secrets.ts';
import { makeDataFolder } from './data-directory.ts';
import { databasesInThreads, type OpenDatabases } from './databases.ts';
import { collectWhenIdle } from './idle-collection.ts';
import { readAbout } from './about.ts';
import { packageVersion } from './package-version.ts';
import { processSecrets } from './process-secrets.ts';
import { type KeychainAccess, openVault } from './open-vault.ts';
import { readGrantOnce } from './read-grant-once.ts';
import { createTeamJoins } from './team-joins.ts';

export interface CompositionOptions extends Partial<KeychainAccess> {
  readonly dataDir: string;
  /** Path of a key file. If set, the vault seals secrets with this key and does not use the keychain. */
  readonly vaultKeyFile?: string | undefined;
  /** If missing, the page or the user opens the sign-in page of the issuer. */
  readonly browser?: SignInBrowser;
  /** If null or missing, pages show notifications. Closed together with the composition. */
  readonly notifier?: Notifier | null;
  readonly desktop?: Desktop;
  /** Reads the proxy settings of this computer. If missing, only the environment is used. */
  readonly resolveProxy?: ResolveProxy;
  /** If missing, keychain calls run in processes that Node forks. */
  readonly startKeychainProcess?: StartKeychainProcess;
  readonly openDatabases?: OpenDatabases;
  readonly teamLogs?: TeamLogs;
  readonly clock?: Clock | undefined;
  /** If missing, the policy of this computer. */
  readonly policy?: Policy | undefined;
  /** Watches with the data folder even if it is a copy, from now on. */
  readonly watchCopy?: boolean | undefined;
}

export interface Composition {
  readonly backend: Backend;
  readonly exports: ExportFolder;
  readonly clock: Clock;
  readonly log: Log;
  /** A missing sign-in becomes a state of the stream. @throws AppError as `Profiles.keep`, and the errors of opening */
  watchProfile(profile: ConnectionProfile, file: string, options?: { readonly replace: boolean }): Promise<WatchId>;
  /**
   * Watches a profile without storing it, for a host without a page. A missing sign-in and a store that cannot be
   * written are errors. Reads the secret only once, because it may come from a pipe.
   * @throws AppError MANAGED, POLICY_DAMAGED, STORE_…, NO_SECRET, SIGNED_OUT, SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_…, BAD_PROFILE; the
   * signal's reason
   */
  watchSignedIn(profile: ConnectionProfile, file: string, signal: AbortSignal): Promise<WatchId>;
  /** Idempotent. Returns the number of events that could not be stored, normally 0. */
  stop(): Promise<number>;
}

const NO_BROWSER: SignInBrowser = { open: async () => false };

/** @throws AppError VAULT_KEY_FILE, STORE_UNWRITABLE */
export function compose({
  dataDir,
  vaultKeyFile,
  browser,
  desktop,
  resolveProxy,
  notifier = null,
  environment = process.env,
  startKeychainProcess,
  mayPrompt = false,
  onKeychainWait,
  openDatabases = databasesInThreads,
  teamLogs,
  clock = createSystemClock(),
  policy = readSystemPolicy(),
  watchCopy = false,
}: CompositionOptions): Composition {
  const fromEnvironment = takeSecretFromEnvironment(environment);
  const vault = openVault({
    dataDir,
    vaultKeyFile,
    environment,
    startKeychainProcess,
    mayPrompt,
    onKeychainWait: onKeychainWait ?? ((profile, isWaiting) => backend.signIns.keychainWaits(profile, isWaiting)),
  });
  const teamKeys = createTeamKeys(vault);
  const log = createPinoLog(join(makeDataFolder(dataDir, 'logs'), 'watchfloor.log'), (text) =>
    processSecrets.redact(text),
  );
  const stopCollecting = collectWhenIdle();
  const exports = createExportFolder(join(dataDir, 'exports'), EXPORTS_PATH);
  const networkOptions = { env: environment, resolveProxy };
  const network = createNetwork(networkOptions);
  const directoryOf = (store: StoreIdentity) => storePaths(dataDir, store).directory;
  const pathsOf = (id: ConnectionProfile['id']) => storePaths(dataDir, { id, practice: id === PRACTICE_ID });
  const isWritten = ({ id }: Pick<StoreIdentity, 'id'>) => isWriterLocked(pathsOf(id).lock);
  const backend = createBackend(
    {
      clock,
      log,
      random: Math.random,
      policy,
      ...openDatabases(dataDir, log),
      dataFolder: createDataFolder({
        dataDir,
        readComputerId: () => readComputerId(environment),
        storeExists: ({ id }) => storeExists(pathsOf(id)),
        watchesCopy: watchCopy,
        log,
      }),
      exportFiles: exports,
      savedViews: createViewFiles(directoryOf),
      savedSearches: createSearchFiles(directoryOf),
      ownLinks: createLinkFiles(directoryOf),
      alarmFiles: createAlarmSettingsFiles(directoryOf),
      outlets: {
        files: createOutletFiles(directoryOf),
        sender: createOutletSender({ network, onSecret: (secret) => processSecrets.add(secret) }),
        secretsOf: (id) => createOutletSecrets(vault, id),
      },
      actionInbox: createActionInbox({ directoryOf, clock, log }),
      writerProcesses: createWriterProcesses({ directoryOf, isRunning: isWritten, clock }),
      teamJoins: createTeamJoins(dataDir, teamKeys),
      teamLogs: teamLogs ?? createTeamLogs({ keys: teamKeys, onSecret: (seed) => processSecrets.add(seed) }),
      streams: createStreamClient({ clock, log, network }),
      issuer: secretRecordingIssuer(createOpenidTokenIssuer({ network }), processSecrets),
      service: createServiceClient({ network }),
      statusPages: createStatusPages({ network }),
      probe: createConnectionProbe(networkOptions),
      redirects: createRedirectListener(),
      browser: browser ?? NO_BROWSER,
      notifier,
      desktop: desktop ?? null,
      grants: createGrants({ fromEnvironment, vault, bindings: createSecretBindings(dataDir) }),
      profileFiles: createProfileFiles({
        profilesDirectory: join(dataDir, 'profiles'),
        hasIdleStore: (id) => storeExists(pathsOf(id)) && !isWritten({ id }),
        removeStore: (id, forget) => removeStore(pathsOf(id), forget),
      }),
      isWatchedElsewhere: isWritten,
      lastRequestAt: ({ id, eventsUrl }) => lastRequestAt(pathsOf(id), eventsUrl),
      practice: createSimulatorPractice(),
      newId: () => randomBytes(8).toString('hex'),
    },
    {
      version: packageVersion(),
      zoneRules: process.versions['tz'] ?? '',
      about: readAbout(dataDir, process.platform),
      capabilities: {
        vault: vaultKeyFile === undefined ? 'keychain' : 'key-file',
        signInBrowser: browser !== undefined,
        practice: true,
        desktop: desktop !== undefined,
      },
    },
  );
  return {
    backend,
    exports,
    clock,
    log,
    async watchProfile(profile, file, request) {
      await backend.profiles.keep(profile, file, request);
      return backend.profiles.watch(profile.id);
    },
    async watchSignedIn(profile, file, signal) {
      refuseProfile(policy, profile);
      await network.checkAuthorities(profile.caFile ?? null);
      const grants = await readGrantOnce(backend.signIns.source(profile, file), signal);
      signal.throwIfAborted();
      return backend.open({ profile, practice: false, grants, mustStore: true });
    },
    async stop() {
      const unsaved = await backend.stop();
      await notifier?.close();
      await vault.close();
      stopCollecting();
      return unsaved;
    },
  };
}

export interface StartSelection {
  readonly profile?: string | undefined;
  /** The file replaces a stored profile with the same id, even if that one has other addresses. */
  readonly replaceProfile?: boolean | undefined;
  /** Name of a scenario; `true` for the default one. */
  readonly practice?: string | true | undefined;
}

export interface OpenedApplication {
  readonly application: Backend;
  readonly exports: Pick<ExportFolder, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Stored profiles that could not be read or opened. All others are open. */
  readonly warnings: readonly AppErrorData[];
  /**
   * Adds to what is open. Returns the profile that was selected.
   * @throws AppError BAD_PROFILE, PROFILE_DIFFERS, NO_SCENARIO, STORE_…
   */
  watchSelection(selection: StartSelection): Promise<ProfileId | null>;
  stop(): Promise<number>;
}

/**
 * Opens the application for a host with a page. A missing sign-in becomes a state of the stream, so that stored data
 * stays readable.
 * @throws AppError BAD_PROFILE, PROFILE_DIFFERS, NO_SCENARIO, STORE_…, VAULT_KEY_FILE
 */
export async function openApplication(options: CompositionOptions & StartSelection): Promise<OpenedApplication> {
  const { profile, replaceProfile, practice, ...compositionOptions } = options;
  const composition = compose({ ...compositionOptions, mayPrompt: true });
  const { backend, exports, clock, log } = composition;
  try {
    const named = await openSelection(composition, { profile, replaceProfile, practice });
    return {
      application: backend,
      exports,
      clock,
      log,
      warnings: named === null ? await backend.watchStored() : [],
      watchSelection: (more) => openSelection(composition, more),
      stop: () => composition.stop(),
    };
  } catch (error) {
    await composition.stop();
    throw error;
  }
}

async function openSelection(
  composition: Composition,
  { profile, replaceProfile, practice }: StartSelection,
): Promise<ProfileId | null> {
  if (practice !== undefined) {
    const { backend } = composition;
    await (practice === true ? backend.profiles.watch(PRACTICE_ID) : backend.startPractice(practice));
    return PRACTICE_ID;
  }
  if (profile === undefined) return null;
  const read = await readProfileFile(profile);
  await composition.watchProfile(read, profile, { replace: replaceProfile === true });
  return read.id;
}
