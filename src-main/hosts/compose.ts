/**
 * The one place that chooses technologies for the core's ports. Every host calls it; no host composes for itself.
 */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { createEventStoreOpener } from '../adapters/event-store/event-store.ts';
import { listStores } from '../adapters/event-store/store-directory.ts';
import { createOsKeychain } from '../adapters/keychain/os-keychain.ts';
import { createPinoLog } from '../adapters/log/pino-log.ts';
import { createSimulatorPractice, DEFAULT_SCENARIO } from '../adapters/practice/simulator-practice.ts';
import { parseProfile, readProfileFile } from '../adapters/profile/profile-file.ts';
import {
  type ClientSecretPlaces,
  readClientSecret,
  takeSecretFromEnvironment,
} from '../adapters/sign-in/client-secret.ts';
import { createOpenidTokenIssuer } from '../adapters/sign-in/openid-token-issuer.ts';
import { createStreamClient } from '../adapters/stream/stream-client.ts';
import { type Backend, createBackend } from '../core/backend.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Log } from '../core/ports/log.ts';
import { makeDataFolder } from './data-directory.ts';
import { packageVersion } from './package-version.ts';
import { workerUrl } from './worker-address.ts';

export interface Composition {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens a profile; what is missing for its sign-in becomes a state of the stream. */
  watchProfile(profile: ConnectionProfile): Promise<void>;
  /** @throws AppError NO_SECRET, KEYCHAIN_UNAVAILABLE, UNSUPPORTED where the profile cannot sign in from here. */
  checkSignIn(profile: ConnectionProfile): Promise<void>;
  /** Idempotent; resolves with the number of events that could not be stored (0, as a rule). */
  stop(): Promise<number>;
}

export function compose(options: { dataDir: string }): Composition {
  const clock = createSystemClock();
  const log = createPinoLog(join(makeDataFolder(options.dataDir, 'logs'), 'watchfloor.log'));
  const keychain = createOsKeychain({ workerUrl: workerUrl('keychain') });
  const places = { fromEnvironment: takeSecretFromEnvironment(process.env), keychain };
  const stores = createEventStoreOpener({ dataDir: options.dataDir, workerUrl: workerUrl('event-store'), log });
  const backend = createBackend(
    {
      clock,
      log,
      random: Math.random,
      stores,
      streams: createStreamClient({ clock }),
      issuer: createOpenidTokenIssuer(),
      practice: createSimulatorPractice(),
      newIncidentId: () => randomBytes(4).toString('hex'),
    },
    { version: packageVersion(), capabilities: { osKeychain: hasKeychain(), practice: true } },
  );
  return {
    backend,
    clock,
    log,
    watchProfile: (profile) =>
      backend.watch({ profile, practice: false, readSecret: () => readSecret(profile, places) }),
    async checkSignIn(profile) {
      await readSecret(profile, places);
    },
    async stop() {
      const unsaved = await backend.stop();
      await keychain.close();
      return unsaved;
    },
  };
}

/**
 * What a host with a window opens: Practice, a profile file, the profile that was watched last, or nothing (first run).
 * What is missing for a sign-in becomes a state of the stream, so that everything stored can be read.
 * @throws AppError BAD_PROFILE, BAD_ARGUMENT for an unknown scenario, STORE_…
 */
export async function openApplication(options: {
  dataDir: string;
  /** Path of a profile file. */
  profile?: string;
  /** Name of a scenario; `true` for the default one. */
  practice?: string | true;
}): Promise<{ application: Backend; clock: Clock; log: Log; stop(): Promise<number> }> {
  const composition = compose({ dataDir: options.dataDir });
  const { backend, clock, log } = composition;
  try {
    if (options.practice !== undefined)
      await backend.startPractice(options.practice === true ? DEFAULT_SCENARIO : options.practice);
    else {
      const profile =
        options.profile === undefined ? lastProfile(options.dataDir) : await readProfileFile(options.profile);
      if (profile !== null) await composition.watchProfile(profile);
    }
  } catch (error) {
    await composition.stop();
    throw error;
  }
  return { application: backend, clock, log, stop: () => composition.stop() };
}

/** On Linux the keychain is reached over the session's message bus; without one there is none to offer. */
function hasKeychain(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DBUS_SESSION_BUS_ADDRESS']);
}

/** The remembered profile whose store was written last; `null` where none was watched yet. */
function lastProfile(dataDir: string): ConnectionProfile | null {
  const [last] = listStores(dataDir)
    .flatMap(({ profile, path }) => (profile === null ? [] : [{ profile, writtenAt: writtenAt(path) }]))
    .toSorted((one, other) => other.writtenAt - one.writtenAt);
  return last === undefined ? null : parseProfile(last.profile, 'remembered in the store');
}

/** SQLite writes into the log beside the database first. */
function writtenAt(database: string): number {
  return Math.max(
    ...[database, `${database}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}

async function readSecret(profile: ConnectionProfile, places: ClientSecretPlaces): Promise<string> {
  if (profile.flow === 'authorizationCode')
    throw new AppError(
      'UNSUPPORTED',
      `The profile "${profile.name}" signs in with a browser (flow "authorizationCode"), which this version cannot do. Use a client with the flow "clientCredentials".`,
    );
  return readClientSecret(profile, places);
}
