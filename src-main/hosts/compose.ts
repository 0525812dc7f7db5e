/**
 * The one place that chooses technologies for the core's ports. Every host calls it; no host composes for itself.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import { createSystemClock } from '../adapters/clock/system-clock.ts';
import { createEventStoreOpener } from '../adapters/event-store/event-store.ts';
import { createOsKeychain } from '../adapters/keychain/os-keychain.ts';
import { createPinoLog } from '../adapters/log/pino-log.ts';
import { createSimulatorPractice, DEFAULT_SCENARIO } from '../adapters/practice/simulator-practice.ts';
import { readProfileFile } from '../adapters/profile/profile-file.ts';
import { readClientSecret, takeSecretFromEnvironment } from '../adapters/sign-in/client-secret.ts';
import { createOpenidTokenIssuer } from '../adapters/sign-in/openid-token-issuer.ts';
import { createStreamClient } from '../adapters/stream/stream-client.ts';
import { type Backend, createBackend } from '../core/backend.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Log } from '../core/ports/log.ts';
import { workerUrl } from './worker-address.ts';

export interface Composition {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly log: Log;
  /** Opens a profile; its secret is looked for now, so that a missing one is told at once. */
  watchProfile(profile: ConnectionProfile): Promise<void>;
  /** Idempotent. */
  stop(): Promise<void>;
}

/** `log`: where the log goes; a file in the data directory when left out. */
export function compose(options: { dataDir: string; log?: Log }): Composition {
  const clock = createSystemClock();
  const log = options.log ?? createPinoLog({ destination: join(options.dataDir, 'logs', 'watchfloor.log') });
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
    { version: packageVersion(), capabilities: { osKeychain: true, practice: true } },
  );
  return {
    backend,
    clock,
    log,
    async watchProfile(profile) {
      refuseBrowserSignIn(profile);
      const readSecret = () => readClientSecret(profile, places);
      await readSecret();
      await backend.watch({ profile, practice: false, readSecret });
    },
    async stop() {
      await backend.stop();
      await keychain.close();
    },
  };
}

/**
 * What a host with a window opens: Practice, a profile file, or nothing (first run).
 * @throws AppError BAD_PROFILE, NO_SECRET, STORE_…
 */
export async function openApplication(options: {
  dataDir: string;
  /** Path of a profile file. */
  profile?: string;
  /** Name of a scenario; `true` for the default one. */
  practice?: string | true;
}): Promise<{ application: Backend; clock: Clock; log: Log; stop(): Promise<void> }> {
  const { backend, clock, log, watchProfile, stop } = compose({ dataDir: options.dataDir });
  try {
    if (options.practice !== undefined)
      await backend.startPractice(options.practice === true ? DEFAULT_SCENARIO : options.practice);
    else if (options.profile !== undefined) await watchProfile(await readProfileFile(options.profile));
  } catch (error) {
    await stop();
    throw error;
  }
  return { application: backend, clock, log, stop };
}

function refuseBrowserSignIn(profile: ConnectionProfile): void {
  if (profile.flow === 'authorizationCode')
    throw new AppError(
      'UNSUPPORTED',
      `The profile "${profile.name}" signs in with a browser (flow "authorizationCode"), which this version cannot do. Use a client with the flow "clientCredentials".`,
    );
}

/** From the package's own file, which lies two levels above the sources' folder and above the bundle's. */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
