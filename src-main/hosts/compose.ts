/**
 * The one place that chooses technologies for the core's ports. Every host calls it; no host composes for itself.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError, type AppErrorData } from '../../src-shared/api/errors.ts';
import { EXPORTS_PATH } from '../../src-shared/api/exports.ts';
import { PRACTICE_ID, type ProfileId, type WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { createAlarmSettingsFiles } from '../adapters/alarm-settings/alarm-settings-files.ts';
import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { removeStore } from '../adapters/event-store/remove-store.ts';
import { storeExists, storePaths } from '../adapters/event-store/store-directory.ts';
import { isWriterLockHeld } from '../adapters/event-store/writer-lock.ts';
import { createExportFolder, type ExportFolder } from '../adapters/export-files/export-folder.ts';
import type { StartKeychainProcess } from '../adapters/keychain/keychain-process.ts';
import { createPinoLog } from '../adapters/log/pino-log.ts';
import type { ResolveProxy } from '../adapters/network/system-proxies.ts';
import { createConnectionProbe } from '../adapters/network/connection-probe.ts';
import { createNetwork } from '../adapters/network/network.ts';
import { createSimulatorPractice } from '../adapters/practice/simulator-practice.ts';
import { readProfileFile } from '../adapters/profile/profile-file.ts';
import { createProfileFiles } from '../adapters/profile/profile-files.ts';
import { createSearchFiles, createViewFiles } from '../adapters/saved-views/list-file.ts';
import { createServiceClient } from '../adapters/service/service-client.ts';
import { takeSecretFromEnvironment } from '../adapters/sign-in/client-secret.ts';
import { createGrants } from '../adapters/sign-in/grants.ts';
import { createOpenidTokenIssuer } from '../adapters/sign-in/openid-token-issuer.ts';
import { createRedirectListener } from '../adapters/sign-in/redirect-listener.ts';
import { createSecretBindings } from '../adapters/sign-in/secret-bindings.ts';
import { createStreamClient } from '../adapters/stream/stream-client.ts';
import { type Backend, createBackend } from '../core/backend.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Desktop } from '../core/ports/desktop.ts';
import type { StoreIdentity } from '../core/ports/event-store.ts';
import type { Grant, GrantSource } from '../core/ports/grants.ts';
import type { Log } from '../core/ports/log.ts';
import type { Notifier } from '../core/ports/notifier.ts';
import type { SignInBrowser } from '../core/ports/redirect-listener.ts';
import { secretRecordingIssuer } from '../core/sign-in/known-secrets.ts';
import { makeDataFolder } from './data-directory.ts';
import { databasesInThreads, type OpenDatabases } from './databases.ts';
import { packageVersion } from './package-version.ts';
import { processSecrets } from './process-secrets.ts';
import { openVault } from './open-vault.ts';

export interface CompositionOptions {
  readonly dataDir: string;
  /** Secrets are kept under a key from this file, not under the keychain. */
  readonly vaultKeyFile?: string | undefined;
  /** The environment of this process by default; the client secret is taken out of it. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Left out: this host has none to open, so that the page, or the person, opens the issuer's page. */
  readonly browser?: SignInBrowser;
  /** `null`, or left out: pages show notifications. It is closed with the composition. */
  readonly notifier?: Notifier | null;
  /** Left out: this host stands in no desktop. */
  readonly desktop?: Desktop;
  /** The proxy settings of this computer; left out: this host knows of none. */
  readonly resolveProxy?: ResolveProxy;
  /** Left out: keychain calls are made in processes that Node forks. */
  readonly startKeychainProcess?: StartKeychainProcess;
  /** An operator sits at this computer and can answer a prompt of the keychain. */
  readonly mayPrompt?: boolean;
  /** In threads by default. */
  readonly openDatabases?: OpenDatabases;
  /** The computer's by default. */
  readonly clock?: Clock | undefined;
}

export interface Composition {
  readonly backend: Backend;
  readonly exports: ExportFolder;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Keeps a profile that a file says, and opens it; what is missing for its sign-in becomes a state of the stream.
   * @throws AppError as `Profiles.keep`, and what opening throws
   */
  watchProfile(profile: ConnectionProfile, file: string, options?: { readonly replace: boolean }): Promise<WatchId>;
  /**
   * Opens a profile and keeps nothing of it but its events, where nobody watches the screen: what can never work is an
   * error, and so is a store that cannot be written. The secret is read once; a pipe has no more to give.
   * @throws AppError STORE_…, NO_SECRET, SIGNED_OUT, SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_…, BAD_PROFILE; the signal's reason
   */
  watchSignedIn(profile: ConnectionProfile, file: string, signal: AbortSignal): Promise<WatchId>;
  /** Idempotent; resolves with the number of events that could not be stored (0, as a rule). */
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
  mayPrompt,
  openDatabases = databasesInThreads,
  clock = createSystemClock(),
}: CompositionOptions): Composition {
  const fromEnvironment = takeSecretFromEnvironment(environment);
  const vault = openVault({ dataDir, vaultKeyFile, environment, startKeychainProcess, mayPrompt });
  const log = createPinoLog(join(makeDataFolder(dataDir, 'logs'), 'watchfloor.log'), (text) =>
    processSecrets.redact(text),
  );
  const exports = createExportFolder(join(dataDir, 'exports'), EXPORTS_PATH);
  const networkOptions = { env: environment, resolveProxy };
  const network = createNetwork(networkOptions);
  const directoryOf = (place: StoreIdentity) => storePaths(dataDir, place).directory;
  const pathsOf = (id: ConnectionProfile['id']) => storePaths(dataDir, { id, practice: id === PRACTICE_ID });
  const backend = createBackend(
    {
      clock,
      log,
      random: Math.random,
      ...openDatabases(dataDir, log),
      exportFiles: exports,
      savedViews: createViewFiles(directoryOf),
      savedSearches: createSearchFiles(directoryOf),
      alarmFiles: createAlarmSettingsFiles(directoryOf),
      streams: createStreamClient({ clock, log, network }),
      issuer: secretRecordingIssuer(createOpenidTokenIssuer({ network }), processSecrets),
      service: createServiceClient({ network }),
      probe: createConnectionProbe(networkOptions),
      redirects: createRedirectListener(),
      browser: browser ?? NO_BROWSER,
      notifier,
      desktop: desktop ?? null,
      grants: createGrants({ fromEnvironment, vault, bindings: createSecretBindings(dataDir) }),
      profileFiles: createProfileFiles({
        profilesDirectory: join(dataDir, 'profiles'),
        hasIdleStore: (id) => storeExists(pathsOf(id)) && !isWriterLockHeld(pathsOf(id).lock),
        removeStore: (id, forget) => removeStore(pathsOf(id), forget),
      }),
      isWatchedElsewhere: ({ id }) => isWriterLockHeld(pathsOf(id).lock),
      practice: createSimulatorPractice(),
      newId: () => randomBytes(8).toString('hex'),
    },
    {
      version: packageVersion(),
      capabilities: {
        vault: vaultKeyFile === undefined ? 'keychain' : 'key-file',
        signInBrowser: browser !== undefined,
        practice: true,
        notifications: notifier === null ? 'page' : 'desktop',
        desktop: desktop !== undefined,
      },
    },
  );
  return {
    backend,
    exports,
    clock,
    log,
    async watchProfile(profile, file, wanted) {
      await backend.profiles.keep(profile, file, wanted);
      return backend.profiles.watch(profile.id);
    },
    async watchSignedIn(profile, file, signal) {
      await network.checkAuthorities(profile.caFile ?? null);
      const grants = backend.signIns.source(profile, file);
      const first = await grants.read(signal);
      if (first.kind === 'none') throw new AppError(first.why);
      signal.throwIfAborted();
      return backend.open({ profile, practice: false, grants: withFirstGrant(first, grants), mustStore: true });
    },
    async stop() {
      const unsaved = await backend.stop();
      await notifier?.close();
      await vault.close();
      return unsaved;
    },
  };
}

/** What was read already is the first answer. */
function withFirstGrant(first: Grant, grants: GrantSource): GrantSource {
  let next: Grant | null = first;
  return {
    async read(signal) {
      const grant = next ?? (await grants.read(signal));
      next = null;
      return grant;
    },
    markAccepted: () => grants.markAccepted(),
    renew: (ask, signal) => grants.renew(ask, signal),
    clientSecret: (signal) => grants.clientSecret(signal),
    end: (refreshToken) => grants.end(refreshToken),
  };
}

/** What a start may name to be watched; nothing of it is a start as well. */
export interface StartSelection {
  /** Path of a profile file. */
  readonly profile?: string | undefined;
  /** The file's counts, also where a kept profile of its id is watched elsewhere. */
  readonly replaceProfile?: boolean | undefined;
  /** Name of a scenario; `true` for the usual one. */
  readonly practice?: string | true | undefined;
}

export interface OpenedApplication {
  readonly application: Backend;
  /** Finished exports, for a host that gives them to a browser. */
  readonly exports: Pick<ExportFolder, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Kept profiles that cannot be read or opened; the others are. */
  readonly warnings: readonly AppErrorData[];
  /**
   * What a later start names, beside what is open; what is open already stays as it is.
   * @returns whose it is, `null` where nothing was named
   * @throws AppError BAD_PROFILE, PROFILE_DIFFERS, NO_SCENARIO, STORE_…
   */
  watchSelection(selection: StartSelection): Promise<ProfileId | null>;
  stop(): Promise<number>;
}

/**
 * What a host with a window opens: Practice, a profile file, every kept profile that is watched at the start, or nothing
 * (first run). What is missing for a sign-in becomes a state of the stream, so that everything stored can be read.
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
