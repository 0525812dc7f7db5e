/**
 * The one place that chooses technologies for the core's ports. Every host calls it; no host composes for itself.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError, type AppErrorData } from '../../src-shared/api/errors.ts';
import { EXPORTS_PATH } from '../../src-shared/api/exports.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { createEventStoreOpener } from '../adapters/event-store/event-store.ts';
import { listStores, storePaths } from '../adapters/event-store/store-directory.ts';
import { createExportFolder, type ExportFolder } from '../adapters/export-files/export-folder.ts';
import { createOsKeychain } from '../adapters/keychain/os-keychain.ts';
import { createPinoLog } from '../adapters/log/pino-log.ts';
import { createNetwork } from '../adapters/network/network.ts';
import { createSimulatorPractice, DEFAULT_SCENARIO } from '../adapters/practice/simulator-practice.ts';
import { parseProfile, readProfileFile } from '../adapters/profile/profile-file.ts';
import { createViewFiles } from '../adapters/saved-views/view-file.ts';
import { takeSecretFromEnvironment } from '../adapters/sign-in/client-secret.ts';
import { createGrantSource } from '../adapters/sign-in/grant-source.ts';
import { createOpenidTokenIssuer } from '../adapters/sign-in/openid-token-issuer.ts';
import { createSecretBindings } from '../adapters/sign-in/secret-bindings.ts';
import { createStreamClient } from '../adapters/stream/stream-client.ts';
import { type Backend, createBackend } from '../core/backend.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Grant, GrantSource } from '../core/ports/grants.ts';
import type { Log } from '../core/ports/log.ts';
import { makeDataFolder } from './data-directory.ts';
import { packageVersion } from './package-version.ts';
import { keepHeapSmall } from './small-heap.ts';
import { workerUrl } from './worker-address.ts';

export interface Composition {
  readonly backend: Backend;
  readonly exports: ExportFolder;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens a profile, and says from which file, if any; what is missing for its sign-in becomes a state of the stream. */
  watchProfile(profile: ConnectionProfile, file?: string): Promise<WatchId>;
  /**
   * As `watchProfile`, where nobody watches the screen: what can never work is an error instead, and so is a store that
   * cannot be written. The secret is read once; a pipe has no more to give.
   * @throws AppError STORE_…, NO_SECRET, SECRET_BOUND, KEYCHAIN_UNAVAILABLE, UNSUPPORTED, BAD_PROFILE; the signal's reason
   */
  watchSignedIn(profile: ConnectionProfile, file: string, signal: AbortSignal): Promise<WatchId>;
  /** Idempotent; resolves with the number of events that could not be stored (0, as a rule). */
  stop(): Promise<number>;
}

export function compose(options: { dataDir: string }): Composition {
  const { dataDir } = options;
  keepHeapSmall();
  const clock = createSystemClock();
  const log = createPinoLog(join(makeDataFolder(dataDir, 'logs'), 'watchfloor.log'));
  const keychain = createOsKeychain({ workerUrl: workerUrl('keychain') });
  const places = { fromEnvironment: takeSecretFromEnvironment(process.env), keychain };
  const bindings = createSecretBindings(dataDir);
  const grantsOf = (profile: ConnectionProfile, profileFile?: string) =>
    createGrantSource({ profile, profileFile, places, bindings });
  const exports = createExportFolder(join(dataDir, 'exports'), EXPORTS_PATH);
  const network = createNetwork({ env: process.env });
  const backend = createBackend(
    {
      clock,
      log,
      random: Math.random,
      stores: createEventStoreOpener({ dataDir, workerUrl: workerUrl('event-store'), log }),
      exportFiles: exports,
      savedViews: createViewFiles((place) => storePaths(dataDir, place).directory),
      streams: createStreamClient({ clock, log, network }),
      issuer: createOpenidTokenIssuer({ network }),
      practice: createSimulatorPractice(),
      newId: () => randomBytes(8).toString('hex'),
    },
    { version: packageVersion(), capabilities: { osKeychain: hasKeychain(), practice: true } },
  );
  return {
    backend,
    exports,
    clock,
    log,
    watchProfile: (profile, file) => backend.open({ profile, practice: false, grants: grantsOf(profile, file) }),
    async watchSignedIn(profile, file, signal) {
      await network.checkAuthorities(profile.caFile ?? null);
      const grants = grantsOf(profile, file);
      const first = await grants.read(signal);
      if (first.kind === 'none') throw new AppError(first.why);
      signal.throwIfAborted();
      return backend.open({ profile, practice: false, grants: beginningWith(first, grants), mustStore: true });
    },
    async stop() {
      const unsaved = await backend.stop();
      await keychain.close();
      return unsaved;
    },
  };
}

/** What was read already is the first answer. */
function beginningWith(first: Grant, grants: GrantSource): GrantSource {
  let next: Grant | null = first;
  return {
    async read(signal) {
      const grant = next ?? (await grants.read(signal));
      next = null;
      return grant;
    },
    accepted: () => grants.accepted(),
  };
}

export interface OpenedApplication {
  readonly application: Backend;
  /** Finished exports, for a host that gives them to a browser. */
  readonly exports: Pick<ExportFolder, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Remembered profiles that this version cannot read; they were passed over. */
  readonly warnings: readonly AppErrorData[];
  stop(): Promise<number>;
}

/**
 * What a host with a window opens: Practice, a profile file, the profile that was watched last, or nothing (first run).
 * What is missing for a sign-in becomes a state of the stream, so that everything stored can be read.
 * @throws AppError BAD_PROFILE, NO_SCENARIO, STORE_…
 */
export async function openApplication(options: {
  dataDir: string;
  /** Path of a profile file. */
  profile?: string;
  /** Name of a scenario; `true` for the default one. */
  practice?: string | true;
}): Promise<OpenedApplication> {
  const composition = compose({ dataDir: options.dataDir });
  const { backend, clock, log } = composition;
  const warnings: AppErrorData[] = [];
  try {
    if (options.practice !== undefined)
      await backend.startPractice(options.practice === true ? DEFAULT_SCENARIO : options.practice);
    else {
      const profile =
        options.profile === undefined ? lastProfile(options.dataDir, warnings) : await readProfileFile(options.profile);
      if (profile !== null) await composition.watchProfile(profile, options.profile);
    }
  } catch (error) {
    await composition.stop();
    throw error;
  }
  return { application: backend, exports: composition.exports, clock, log, warnings, stop: () => composition.stop() };
}

/** On Linux the keychain is reached over the session's message bus; without one there is none to offer. */
function hasKeychain(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DBUS_SESSION_BUS_ADDRESS']);
}

/** The remembered profile whose store was written last; `null` where none was watched yet. */
function lastProfile(dataDir: string, warnings: AppErrorData[]): ConnectionProfile | null {
  const stores = listStores(dataDir).toSorted((one, other) => other.writtenAt - one.writtenAt);
  for (const { profile, path, practice, isGone, newestCopy } of stores) {
    // Practice has none, and a store that nobody watched with a file neither.
    if (profile === null && isGone && !practice) warnings.push({ code: 'STORE_GONE', facts: { path, newestCopy } });
    if (profile === null) continue;
    try {
      return parseProfile(profile, path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      warnings.push(error.data);
    }
  }
  return null;
}
