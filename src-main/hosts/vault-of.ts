/** The vault of a data directory, for every host and command: under the keychain, or under the file that was named. */
import { createOsKeychain } from '../adapters/keychain/os-keychain.ts';
import { storePaths } from '../adapters/event-store/store-directory.ts';
import { createKeyFileKeys } from '../adapters/vault/key-file.ts';
import { createKeychainKeys } from '../adapters/vault/keychain-keys.ts';
import { createVault } from '../adapters/vault/vault.ts';
import type { Vault } from '../core/ports/vault.ts';
import { workerUrl } from './worker-address.ts';

/** @throws AppError VAULT_KEY_FILE */
export function vaultOf({ dataDir, vaultKeyFile }: { dataDir: string; vaultKeyFile?: string | undefined }): Vault {
  return createVault({
    keys:
      vaultKeyFile === undefined
        ? createKeychainKeys(createOsKeychain({ workerUrl: workerUrl('keychain') }))
        : createKeyFileKeys(vaultKeyFile),
    directoryOf: (id) => storePaths(dataDir, { id, practice: false }).directory,
  });
}
