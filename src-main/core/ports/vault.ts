/**
 * Stores secrets sealed (AES-256-GCM) next to the profile's store, under a key in the operating system's keychain, or
 * only in memory. Never stores them without a key.
 * Callers must distinguish three states: present, absent (null) and unavailable (AppError KEYCHAIN_UNAVAILABLE,
 * VAULT_KEY_GONE, VAULT_DAMAGED). Unavailable says nothing about the secret and never deletes it.
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
  /**
   * Returns true if a secret is stored. Cheap; does not read the key. @throws AppError VAULT_DAMAGED, STORE_UNWRITABLE
   */
  has(profile: ProfileId, item: VaultItem): Promise<boolean>;
  /**
   * Resolves when the secret is stored on the disk, or in memory for `memory`. Replaces the previous secret. But a
   * secret kept in memory because the keychain is unavailable does not delete the sealed one, which is used again in
   * the next process.
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
  /**
   * Removes the secret from memory and disk. Returns false if there was none. @throws AppError if the vault cannot be
   * written
   */
  remove(profile: ProfileId, item: VaultItem): Promise<boolean>;
  forget(profile: ProfileId): Promise<void>;
  /**
   * Runs the task while no other task of this profile runs, in this or any other process. The lock of a dead process is
   * released.
   */
  runExclusively<T>(profile: ProfileId, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Cancels waiting calls. Idempotent. */
  close(): Promise<void>;
}
