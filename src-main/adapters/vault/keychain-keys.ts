/**
 * Stores base64 under `vault-key:<profile id>`. A key that was read stays in this process: a keychain that locks itself
 * later must not end a watch. A missing key or a failure is not remembered.
 */
import { randomBytes } from 'node:crypto';
import { appError } from '../../../src-shared/api/errors.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import { abortable } from '../../../src-shared/lib/abortable.ts';
import type { Keychain } from '../../core/ports/keychain.ts';
import { KEY_BYTES, type VaultKeys } from './vault-keys.ts';

/** A keychain that takes longer may be asking the user. */
const WAIT_MS = 2_000;

interface CachedKey {
  readonly key: Buffer;
  readonly readAt: number;
}

/** @param onWait called when the keychain has not answered for 2 s, and when it has */
export function createKeychainKeys(
  keychain: Keychain,
  onWait: (profile: ProfileId, isWaiting: boolean) => void = () => undefined,
): VaultKeys {
  const cached = new Map<ProfileId, CachedKey>();

  async function reportingWait<T>(profile: ProfileId, answer: Promise<T>): Promise<T> {
    let isWaiting = false;
    const timer = setTimeout(() => onWait(profile, (isWaiting = true)), WAIT_MS);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      if (isWaiting) onWait(profile, false);
    }
  }

  async function readKey(profile: ProfileId, signal: AbortSignal): Promise<Buffer | null> {
    const answer = abortable(keychain.read(accountOf(profile), signal), signal);
    const stored = await reportingWait(profile, answer);
    const key = stored === null ? null : keyOf(stored);
    if (key === null) cached.delete(profile);
    else cached.set(profile, { key, readAt: performance.now() });
    return key;
  }

  return {
    kind: 'keychain',
    async read(profile, signal, { maxAgeMs = Infinity } = {}) {
      const known = cached.get(profile);
      return known !== undefined && performance.now() - known.readAt < maxAgeMs ? known.key : readKey(profile, signal);
    },
    isAvailable: (profile) => cached.has(profile),
    async make(profile, signal) {
      const key = randomBytes(KEY_BYTES).toString('base64');
      await reportingWait(profile, abortable(keychain.write(accountOf(profile), key), signal));
      // The key is what the keychain returns now, even if it forgets or changes what was written.
      const stored = await readKey(profile, signal);
      if (stored === null)
        throw appError('KEYCHAIN_UNAVAILABLE', { problem: 'failed', detail: 'it did not store the key' });
      return stored;
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
