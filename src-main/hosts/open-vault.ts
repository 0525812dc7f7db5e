/** Opens the vault of a data directory for every host and command, with a key from the keychain or from a key file. */
import { forkKeychainProcess, type StartKeychainProcess } from '../adapters/keychain/keychain-process.ts';
import { createOsKeychain } from '../adapters/keychain/os-keychain.ts';
import { storePaths } from '../adapters/sqlite/store-paths.ts';
import { createKeyFileKeys } from '../adapters/vault/key-file.ts';
import { createKeychainKeys } from '../adapters/vault/keychain-keys.ts';
import { createVault } from '../adapters/vault/vault.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import type { Vault } from '../core/ports/vault.ts';
import { workerUrl } from './worker-address.ts';

export interface KeychainAccess {
  readonly environment: NodeJS.ProcessEnv;
  /** True if a user is at this computer, who can answer a dialog of the keychain. */
  readonly mayPrompt: boolean;
  /** Called when the keychain has not answered for 2 s, and when it has. */
  readonly onKeychainWait?: ((profile: ProfileId, isWaiting: boolean) => void) | undefined;
}

interface VaultOptions extends KeychainAccess {
  readonly dataDir: string;
  readonly vaultKeyFile?: string | undefined;
  readonly startKeychainProcess?: StartKeychainProcess | undefined;
}

/** @throws AppError VAULT_KEY_FILE */
export function openVault({
  dataDir,
  vaultKeyFile,
  environment,
  startKeychainProcess,
  mayPrompt,
  onKeychainWait,
}: VaultOptions): Vault {
  return createVault({
    keys:
      vaultKeyFile === undefined
        ? createKeychainKeys(
            createOsKeychain({
              environment,
              mayPrompt,
              worker: workerUrl('keychain'),
              start: startKeychainProcess ?? forkKeychainProcess(environment),
            }),
            onKeychainWait,
          )
        : createKeyFileKeys(vaultKeyFile, { environment }),
    directoryOf: (id) => storePaths(dataDir, { id, practice: false }).directory,
  });
}
