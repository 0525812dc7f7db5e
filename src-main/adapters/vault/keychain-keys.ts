/**
 * Stores keys in the keychain of the operating system, as base64 under `vault-key:<profile id>`. A key that was read
 * once stays in this process: a keychain that locks itself later must not end a watch. A missing key or a failure is
 * not remembered.
 */
import { randomBytes } from 'node:crypto';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import { KEY_BYTES, type VaultKeys } from './vault-keys.ts';

export function createKeychainKeys(keychain: Keychain): VaultKeys {
  const cached = new Map<ProfileId, Buffer>();

  async function readKey(profile: ProfileId, signal: AbortSignal): Promise<Buffer | null> {
    const stored = await abortable(keychain.read(accountOf(profile), signal), signal);
    const key = stored === null ? null : keyOf(stored);
    if (key === null) cached.delete(profile);
    else cached.set(profile, key);
    return key;
  }

  return {
    kind: 'keychain',
    read: async (profile, signal, options) =>
      (options?.refresh === true ? undefined : cached.get(profile)) ?? readKey(profile, signal),
    isAvailable: (profile) => cached.has(profile),
    async make(profile, signal) {
      await abortable(keychain.write(accountOf(profile), randomBytes(KEY_BYTES).toString('base64')), signal);
      // The key is what the keychain returns now, even if it forgets or changes what was written.
      const key = await readKey(profile, signal);
      if (key === null) throw appError('KEYCHAIN_UNAVAILABLE', { detail: 'it did not store the key' });
      return key;
    },
    async remove(profile) {
      cached.delete(profile);
      await keychain.remove(accountOf(profile));
    },
    close: () => keychain.close(),
  };
}

function accountOf(profile: ProfileId): string {
  return `vault-key:${profile}`;
}

/** Returns null if it is not one of our keys. It would open nothing. */
function keyOf(stored: string): Buffer | null {
  const key = Buffer.from(stored, 'base64');
  return key.length === KEY_BYTES ? key : null;
}
