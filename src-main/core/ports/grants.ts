/**
 * Provides the credentials with which a watch requests tokens, and stores those of a browser sign-in. Secrets are bound
 * to issuer, realm and client; those stored for a profile also to its addresses and certificate file. A source returns
 * `none` instead of a secret that was meant for another service (`SecretBinding`, `SecretScope`).
 */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence, CredentialLocation } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

/** Result of the authorization code flow, or of the last refresh after it. */
export interface PersonalGrant {
  readonly accessToken: string;
  /**
   * Wall-clock time, because another process may have obtained the token. Null if the issuer did not give a lifetime.
   * UTC epoch ms.
   */
  readonly accessTokenEndsAt: number | null;
  /** Null if the user must sign in again when the access token expires. */
  readonly refreshToken: string | null;
  readonly as: string | null;
  /** Id of the account, as in `SignedInPerson`; missing in a sign-in that an older version stored. */
  readonly person?: string;
  readonly since: number;
}

export type Grant =
  | { readonly kind: 'client-credentials'; readonly clientSecret: string; readonly kept: CredentialLocation }
  /** `clientSecret` is null for a public client. */
  | {
      readonly kind: 'authorization-code';
      readonly current: PersonalGrant;
      readonly clientSecret: string | null;
      readonly kept: CredentialLocation;
    }
  | { readonly kind: 'none'; readonly why: AppErrorData };

export interface GrantSource {
  /** Rejects with the signal's reason immediately when aborted, even if the keychain is slow. */
  read(signal: AbortSignal): Promise<Grant>;
  /**
   * Called when the issuer accepted the secret that was read last. Binds the secret to this issuer, realm and client.
   */
  markAccepted(): Promise<void>;
  /**
   * Renews the tokens of a browser sign-in while no other process does. `renewal` receives the stored grant, which another
   * process may have renewed. The result is stored before this resolves, so before any use: using a spent refresh token
   * again revokes the complete grant (RFC 9700, 4.14.2).
   * @throws what `renewal` throws; AppError SIGNED_OUT, KEYCHAIN_UNAVAILABLE, VAULT_…
   */
  renew(renewal: (current: PersonalGrant) => Promise<PersonalGrant>, signal: AbortSignal): Promise<PersonalGrant>;
  /**
   * Returns the client secret for a browser sign-in, before there is a grant, from the same places as for client
   * credentials. Null for a public client. An unreadable place is an error: without its secret, the issuer would refuse
   * a confidential client. @throws AppError SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_…; as `read`
   */
  clientSecret(signal: AbortSignal): Promise<string | null>;
  /**
   * Deletes this refresh token after the issuer answered `invalid_grant`; keeps a newer one. Waits for a running
   * renewal, so never call it from within one. @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…
   */
  end(refreshToken: string): Promise<void>;
}

export type ForgottenGrant =
  | { readonly kind: 'none' }
  /** A grant was stored but could not be read or is bound to another issuer. */
  | { readonly kind: 'unread' }
  /** `refreshToken` is the latest one, not used yet. */
  | { readonly kind: 'read'; readonly refreshToken: string | null };

/** Credentials to revoke a sign-in. `clientSecret` is null for a public client. */
export interface RevocableGrant {
  readonly refreshToken: string;
  readonly clientSecret: string | null;
}

export interface Grants {
  of(profile: ConnectionProfile, profileFile?: string): GrantSource;
  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…; then nothing is stored */
  giveSecret(
    profile: ConnectionProfile,
    secret: string,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Resolves if storing a credential is expected to succeed without another question to the keychain. Changes no
   * credential.
   * @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE; the signal's reason
   */
  ready(profile: ConnectionProfile, signal: AbortSignal): Promise<void>;
  /** @throws the errors of `giveSecret` */
  giveGrant(
    profile: ConnectionProfile,
    grant: PersonalGrant,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Call before the addresses of this profile change. Binds a secret outside the vault to the present addresses until
   * the command line allows others. Secrets in the vault are always bound.
   * @throws AppError SECRET_BINDINGS_DAMAGED, STORE_UNWRITABLE
   */
  bindScope(profile: ConnectionProfile): Promise<void>;
  /**
   * Returns true if a grant of a browser sign-in is stored, by any process, or if that cannot be determined. Cheap;
   * does not access the keychain.
   */
  hasGrant(id: ConnectionProfile['id']): Promise<boolean>;
  /** Deletes only the grant of the browser sign-in. Waits for a running renewal. */
  forgetGrant(profile: ConnectionProfile): Promise<ForgottenGrant>;
  /**
   * Deletes all stored credentials of a profile and its key. Waits for a running renewal. With `read`, returns the
   * grant to revoke at the issuer; null if there is none or it cannot be read before the signal.
   */
  forgetAll(
    id: ConnectionProfile['id'],
    read?: { readonly profile: ConnectionProfile; readonly signal: AbortSignal },
  ): Promise<RevocableGrant | null>;
}
