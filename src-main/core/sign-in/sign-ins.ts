/**
 * How people sign in: one attempt at a time for each profile, from the issuer's page to the grant that is kept. An
 * attempt that ends in any other way leaves everything as it was.
 */
import type { CredentialPersistence, SignOutResult, SignInStatus } from '../../../src-shared/api/profiles.ts';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { GrantSource } from '../ports/grants.ts';

/** A person gave something new to ask the issuer with, or signed out. */
export type GrantListener = (profile: ProfileId, what: 'given' | 'withdrawn') => void;

export interface SignIns {
  /**
   * What a watch of the profile asks its issuer with; what comes of that is seen in the profile's status.
   * `profileFile`: path of the file that the profile is from, where it is from one.
   */
  source(profile: ConnectionProfile, profileFile?: string): GrantSource;
  /** For `TokenKeeper.grantChanged`. Ends when the signal says so. */
  onGrant(listener: GrantListener, signal: AbortSignal): void;
  /** The present state; asks the keychain where nobody has looked yet, and says `unknown` meanwhile. */
  status(profile: ConnectionProfile): SignInStatus;
  /** Called after each change of any profile's status. Ends when the signal says so. */
  onChange(listener: () => void, signal: AbortSignal): void;
  /** Looks anew where secrets and grants are kept. */
  refresh(profile: ConnectionProfile): Promise<SignInStatus>;
  /**
   * Resolves when the issuer's page can be opened; `done`, which never rejects, when the person is back or is not coming,
   * and the browser has its last page. Who begins once more meanwhile is sent to the same page; with
   * another `keep`, the one before is given up. Where what is to be kept in the store
   * cannot be, nobody is sent to the issuer, and the status is `unavailable` until somebody looks or signs in again.
   * @throws AppError SIGN_IN_FAILED (`port`, `not-a-person`), KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE, and where
   * the client's own secret cannot be read
   */
  begin(
    profile: ConnectionProfile,
    options: { readonly keep: CredentialPersistence; readonly openBrowser: boolean },
  ): Promise<{ readonly address: string; readonly opened: boolean; readonly done: Promise<SignInStatus> }>;
  /** Nothing where none is under way. */
  cancel(profile: Pick<ConnectionProfile, 'id'>): void;
  /** The profile was removed, with all that is kept of it: one that comes under its id later is another. */
  forget(profile: Pick<ConnectionProfile, 'id'>): void;
  /**
   * For whoever removes the profile (`null` where it cannot be read): all that is kept of it is forgotten, and its issuer
   * is being told that a person's sign-in is over. `told` never rejects, and is over within ten seconds.
   * @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_… with nothing forgotten
   */
  forgetAll(id: ProfileId, profile: ConnectionProfile | null): Promise<{ readonly told: Promise<unknown> }>;
  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_… with nothing kept */
  giveSecret(profile: ConnectionProfile, secret: string, keep: CredentialPersistence): Promise<void>;
  /** Forgets the grant here whatever the issuer says, and tells the issuer where it offers that. */
  signOut(profile: ConnectionProfile): Promise<SignOutResult>;
  stop(): void;
}
