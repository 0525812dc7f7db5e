import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyFileKeys } from '../../src-main/adapters/vault/key-file.ts';
import { createKeychainKeys } from '../../src-main/adapters/vault/keychain-keys.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { MemoryKeychain } from '../doubles/memory-keychain.ts';
import { MemoryVault } from '../doubles/memory-vault.ts';
import { vaultConformance } from './vault-conformance.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

function folder(): string {
  const path = temporaryDirectory();
  return path;
}

vaultConformance({ name: 'the double', kept: 'keychain', make: () => new MemoryVault() });

vaultConformance({
  name: 'under a keychain',
  kept: 'keychain',
  make() {
    const at = folder();
    return createVault({ keys: createKeychainKeys(new MemoryKeychain()), directoryOf: (id) => join(at, id) });
  },
});

vaultConformance({
  name: 'under a key file',
  kept: 'key-file',
  make() {
    const at = folder();
    const path = join(at, 'key');
    writeFileSync(path, 'k'.repeat(32), { mode: 0o600 });
    return createVault({ keys: createKeyFileKeys(path), directoryOf: (id) => join(at, id) });
  },
});
