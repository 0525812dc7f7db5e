/** Opens the vault of a data directory for every host and command, with a key from the keychain or from a key file. */
import { forkKeychainProcess, type StartKeychainProcess } from '../adapters/keychain/keychain-process.ts';
import { createOsKeychain } from '../adapters/keychain/os-keychain.ts';
import { storePaths } from '../adapters/sqlite/events/files/store-directory.ts';
import { createKeyFileKeys } from '../adapters/vault/key-file.ts';
import { createKeychainKeys } from '../adapters/vault/keychain-keys.ts';
import { createVault } from '../adapters/vault/vault.ts';
import type { Vault } from '../core/ports/vault.ts';
import { workerUrl } from './worker-address.ts';

interface VaultOptions {
  readonly dataDir: string;
  readonly vaultKeyFile?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly startKeychainProcess?: StartKeychainProcess | undefined;
  readonly mayPrompt?: boolean | undefined;
}

/** @throws AppError VAULT_KEY_FILE */
export function openVault({
  dataDir,
  vaultKeyFile,
  environment,
  startKeychainProcess,
  mayPrompt,
}: VaultOptions): Vault {
  return createVault({
    keys:
      vaultKeyFile === undefined
        ? createKeychainKeys(
            createOsKeychain({
              workerUrl: workerUrl('keychain'),
              start: startKeychainProcess ?? forkKeychainProcess(environment),
              mayPrompt,
            }),
          )
        : createKeyFileKeys(vaultKeyFile, { environment }),
    directoryOf: (id) => storePaths(dataDir, { id, practice: false }).directory,
  });
}
