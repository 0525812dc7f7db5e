/**
 * Signs users in: one attempt at a time for each profile, from the issuer's page to the stored grant. An attempt that
 * fails changes nothing.
 */
import type { CredentialPersistence, SignOutResult, SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { GrantSource } from '../ports/grants.ts';

/** Called after a user gave new credentials or signed out. */
export type GrantListener = (profile: ProfileId, what: 'given' | 'withdrawn') => void;

export interface SignIns {
  /**
   * Returns the grant source for a watch of the profile. Its results update the profile's status. `profileFile`: path
   * of the file that the profile comes from, if any.
   */
  source(profile: ConnectionProfile, profileFile?: string): GrantSource;
  /** For `TokenKeeper.grantChanged`. Ends with the signal. */
  onGrant(listener: GrantListener, signal: AbortSignal): void;
  /** Returns the current status. The first call starts a read of the credentials; the status is `unknown` meanwhile. */
  status(profile: ConnectionProfile): SignInStatus;
  onChange(listener: () => void, signal: AbortSignal): void;
  refresh(profile: ConnectionProfile): Promise<SignInStatus>;
  /**
   * Resolves when the issuer's page can be opened. `done` never rejects. It resolves when the attempt is over and the
   * browser has its last page. A second call meanwhile returns the same page; with another `keep`, it cancels the first
   * attempt. If the store cannot keep the credentials, the user is not sent to the issuer, and the status is
   * `unavailable` until the next refresh or sign-in.
   * @throws AppError SIGN_IN_FAILED (`port`, `not-a-person`), KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE, and if
   * the client's own secret cannot be read
   */
  begin(
    profile: ConnectionProfile,
    options: { readonly keep: CredentialPersistence; readonly openBrowser: boolean },
  ): Promise<{ readonly address: string; readonly opened: boolean; readonly done: Promise<SignInStatus> }>;
  cancel(profile: Pick<ConnectionProfile, 'id'>): void;
  /**
   * Call after the profile and everything stored of it was removed. A later profile under the same id is a different
   * one.
   */
  forget(profile: Pick<ConnectionProfile, 'id'>): void;
  /**
   * Deletes all credentials of a profile that is being removed (null if it cannot be read) and starts to notify its
   * issuer that the user's sign-in ended. The returned promise never rejects and ends within 10 s.
   * @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is deleted
   */
  forgetAll(id: ProfileId, profile: ConnectionProfile | null): Promise<{ readonly notified: Promise<unknown> }>;
  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is stored */
  giveSecret(profile: ConnectionProfile, secret: string, keep: CredentialPersistence): Promise<void>;
  /** Deletes the grant here, whatever the issuer answers. Revokes it if the issuer offers revocation. */
  signOut(profile: ConnectionProfile): Promise<SignOutResult>;
  stop(): void;
}
