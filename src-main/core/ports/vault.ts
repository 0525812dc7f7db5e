/**
 * Seals secrets (AES-256-GCM) under a key in the operating system's keychain, or keeps them in memory; never stores
 * them without a key. A secret is present, absent (null) or unavailable (AppError KEYCHAIN_UNAVAILABLE, VAULT_KEY_GONE,
 * VAULT_DAMAGED), which says nothing about the secret and never deletes it.
 */
import type { CredentialPersistence } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';

export type VaultItem = 'client-secret' | 'grant' | `outlet-${string}` | 'team-key';

export interface VaultEntry {
  readonly text: string;
  readonly kept: 'keychain' | 'key-file' | 'memory';
}

export interface Vault {
  read(profile: ProfileId, item: VaultItem, signal: AbortSignal): Promise<VaultEntry | null>;
  /** Cheap; does not read the key. @throws AppError VAULT_DAMAGED, STORE_UNWRITABLE */
  has(profile: ProfileId, item: VaultItem): Promise<boolean>;
  /**
   * Resolves when the secret is on the disk, or in memory for `memory`. A secret kept in memory because the keychain is
   * unavailable does not delete the sealed one, which the next process uses again.
   */
  write(
    profile: ProfileId,
    item: VaultItem,
    text: string,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Resolves if `write` with `store` is expected to succeed without the keychain: the file is writable, and the key was
   * read, or made if there was none. Changes no secret. @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE
   */
  ready(profile: ProfileId, signal: AbortSignal): Promise<void>;
  /** From memory and disk. Returns false if there was none. @throws AppError if the vault cannot be written */
  remove(profile: ProfileId, item: VaultItem): Promise<boolean>;
  forget(profile: ProfileId): Promise<void>;
  /** Excludes other tasks of this profile in any process. The lock of a dead process is released. */
  runExclusively<T>(profile: ProfileId, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Cancels waiting calls. Idempotent. */
  close(): Promise<void>;
}
