/**
 * Secrets are bound to issuer, realm and client; stored ones also to the profile's addresses and certificate file. A
 * source returns `none` instead of a secret for another service (`SecretBinding`, `SecretScope`).
 */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence, CredentialLocation } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';

export interface PersonalGrant {
  readonly accessToken: string;
  /** UTC epoch ms by the wall clock, because another process may have got the token. Null without a lifetime. */
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
  /** The issuer accepted the secret that was read last: binds it to this issuer, realm and client. */
  markAccepted(): Promise<void>;
  /**
   * Runs while no other process renews. `renewal` receives the stored grant, which may be new. Stores the result before
   * any use: a spent refresh token that is used again revokes the complete grant (RFC 9700, 4.14.2).
   * @throws what `renewal` throws; AppError SIGNED_OUT, KEYCHAIN_UNAVAILABLE, VAULT_…
   */
  renew(renewal: (current: PersonalGrant) => Promise<PersonalGrant>, signal: AbortSignal): Promise<PersonalGrant>;
  /**
   * Returns the client secret for a browser sign-in, before there is a grant, from the same places as for client
   * credentials. Null for a public client. An unreadable place is an error: without its secret, the issuer would refuse
   * a confidential client. @throws AppError SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_…; as `read`
   */
  clientSecret(signal: AbortSignal): Promise<string | null>;
  /** Keeps a newer token. Never call it within a renewal, for which it waits. @throws as `giveSecret` */
  end(refreshToken: string): Promise<void>;
}

export type ForgottenGrant =
  | { readonly kind: 'none' }
  /** A grant was stored but could not be read or is bound to another issuer. */
  | { readonly kind: 'unread' }
  /** `refreshToken` is the latest one, not used yet. */
  | { readonly kind: 'read'; readonly refreshToken: string | null };

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
   * Resolves if a credential can be stored without another question of the keychain. Changes none.
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
   * Call before addresses change: a secret outside the vault stays bound to the old ones until the command line allows
   * others.
   * @throws AppError SECRET_BINDINGS_DAMAGED, STORE_UNWRITABLE
   */
  bindScope(profile: ConnectionProfile): Promise<void>;
  /** True also if that cannot be determined. Cheap; does not access the keychain. */
  hasGrant(id: ConnectionProfile['id']): Promise<boolean>;
  /** Deletes only the grant of the browser sign-in. Waits for a running renewal. */
  forgetGrant(profile: ConnectionProfile): Promise<ForgottenGrant>;
  /** Waits for a running renewal. With `read`, returns the grant to revoke; null if the signal comes first. */
  forgetAll(
    id: ConnectionProfile['id'],
    read?: { readonly profile: ConnectionProfile; readonly signal: AbortSignal },
  ): Promise<RevocableGrant | null>;
}
