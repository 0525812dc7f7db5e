import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createKeyFileKeys } from '../../src-main/adapters/vault/key-file.ts';
import { createKeychainKeys } from '../../src-main/adapters/vault/keychain-keys.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { MemoryKeychain } from '../doubles/memory-keychain.ts';
import { MemoryVault } from '../doubles/memory-vault.ts';
import { vaultConformance } from './vault-conformance.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'watchfloor-vault-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
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
