import type { Keychain } from '../../core/ports/keychain.ts';
import { localEnvironment } from '../dbus/session-bus.ts';
import type { StartKeychainProcess } from './keychain-process.ts';
import { createProcessKeychain } from './process-keychain.ts';
import { createSecretServiceKeychain } from './secret-service-keychain.ts';

interface OsKeychainOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** True if a user is at this computer, who can answer a dialog of the keychain. */
  readonly mayPrompt: boolean;
  /** Worker and start of the process that calls the keychain of macOS or Windows. */
  readonly worker: URL;
  readonly start: StartKeychainProcess;
}

export function createOsKeychain({ environment, mayPrompt, worker, start }: OsKeychainOptions): Keychain {
  return process.platform === 'darwin' || process.platform === 'win32'
    ? createProcessKeychain({ worker, start, mayPrompt })
    : createSecretServiceKeychain({ environment: { ...localEnvironment, env: environment }, mayPrompt });
}
