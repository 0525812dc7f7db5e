/**
 * The keys of the vault, 32 bytes for each profile. A key that cannot be asked for (AppError KEYCHAIN_UNAVAILABLE) is
 * not a key that is absent (`null`).
 */
import type { ProfileId } from '../../../src-shared/domain/identity.ts';

export const KEY_BYTES = 32;

export interface VaultKeys {
  readonly kind: 'keychain' | 'key-file';
  /** `anew`: what was read before may have been replaced. Rejects with the signal's reason. */
  read(profile: ProfileId, signal: AbortSignal, options?: { readonly refresh: boolean }): Promise<Buffer | null>;
  /** It was read in this process, or can be at any time. */
  isAvailable(profile: ProfileId): boolean;
  /** The key of a profile that has none. It lies where keys lie, and was read back, before this resolves. */
  make(profile: ProfileId, signal: AbortSignal): Promise<Buffer>;
  /** Nothing is sealed with it any more. */
  remove(profile: ProfileId): Promise<void>;
  /** Gives up what is under way. Idempotent. */
  close(): Promise<void>;
}
