import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createKeychainKeys } from '../../../../src-main/adapters/vault/keychain-keys.ts';
import { createVault } from '../../../../src-main/adapters/vault/vault.ts';
import type { VaultKeys } from '../../../../src-main/adapters/vault/vault-keys.ts';
import type { Vault } from '../../../../src-main/core/ports/vault.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { MemoryKeychain } from '../../../doubles/memory-keychain.ts';

export const one = profileIdSchema.parse('profile-one');
export const two = profileIdSchema.parse('profile-two');
export const never = new AbortController().signal;

export interface VaultFolder {
  readonly folder: string;
  readonly file: string;
  readonly keychain: MemoryKeychain;
  /**
   * Opens a vault as another process would: nothing in memory, the same folder, and the same keychain unless `keys` is
   * given.
   */
  readonly open: (keys?: VaultKeys) => Vault;
}

export function vaultFolder(folder = mkdtempSync(join(tmpdir(), 'watchfloor-vault-'))): VaultFolder {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keychain = new MemoryKeychain();
  return {
    folder,
    file: join(folder, one, 'vault.db'),
    keychain,
    open: (keys = createKeychainKeys(keychain)) => {
      const vault = createVault({ keys, directoryOf: (id) => join(folder, id) });
      onTestFinished(() => vault.close());
      return vault;
    },
  };
}
