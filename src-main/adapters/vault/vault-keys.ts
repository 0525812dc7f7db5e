/** Keys have 32 bytes. One that cannot be read (AppError KEYCHAIN_UNAVAILABLE) differs from a missing one (null). */
import type { ProfileId } from '../../../src-shared/domain/identity.ts';

export const KEY_BYTES = 32;

export interface VaultKeys {
  readonly kind: 'keychain' | 'key-file';
  /** Reads again what is older than `maxAgeMs`, since another process may have replaced the key. */
  read(profile: ProfileId, signal: AbortSignal, options?: { readonly maxAgeMs?: number }): Promise<Buffer | null>;
  /** True if the key was read in this process or can be read at any time. */
  isAvailable(profile: ProfileId): boolean;
  /** Creates the key of a profile that has none. Resolves when the key was stored and read back. */
  make(profile: ProfileId, signal: AbortSignal): Promise<Buffer>;
  remove(profile: ProfileId): Promise<void>;
  /** Cancels running calls. Idempotent. */
  close(): Promise<void>;
}
