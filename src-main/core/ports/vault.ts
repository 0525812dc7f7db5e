/**
 * Where what must stay secret is kept: sealed (AES-256-GCM) beside the profile's store, under a key of the profile that
 * lies in the keychain of the operating system; or in this process alone. Present, absent (`null`) and unavailable
 * (AppError KEYCHAIN_UNAVAILABLE, VAULT_KEY_GONE, VAULT_DAMAGED) are three states: unavailable says nothing about the
 * secret, and never deletes it. There is no place without a key.
 */
import type { CredentialPersistence } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';

export type VaultItem = 'client-secret' | 'grant';

export interface VaultEntry {
  readonly text: string;
  readonly kept: 'keychain' | 'key-file' | 'memory';
}

export interface Vault {
  /** Rejects with the signal's reason at once when aborted: a locked keychain may be asking a person. */
  read(profile: ProfileId, item: VaultItem, signal: AbortSignal): Promise<VaultEntry | null>;
  /** Whether there is something to read. Cheap, and asks for no key. @throws AppError VAULT_DAMAGED, STORE_UNWRITABLE */
  has(profile: ProfileId, item: VaultItem): Promise<boolean>;
  /**
   * Resolves when it is on the disk. Takes the place of what was there, wherever that was; but what is kept in memory
   * since the keychain cannot be used deletes nothing, and what was sealed before is there again after it.
   */
  write(
    profile: ProfileId,
    item: VaultItem,
    text: string,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Resolves where `write` to the store can be expected to succeed: the keychain answers, and the place can be written.
   * Changes nothing that is kept, and makes no key. @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE
   */
  ready(profile: ProfileId, signal: AbortSignal): Promise<void>;
  /** Everywhere. `false` where there was none. @throws AppError where the vault cannot be written */
  remove(profile: ProfileId, item: VaultItem): Promise<boolean>;
  /** Everything of a profile, and its key. */
  forget(profile: ProfileId): Promise<void>;
  /** Runs when no other process, and nobody in this one, runs a task of this profile. A process that dies frees it. */
  runExclusively<T>(profile: ProfileId, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives up what is under way. Idempotent. */
  close(): Promise<void>;
}
