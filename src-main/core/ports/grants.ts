/**
 * What a watch may ask the token issuer with, and what a person's sign-in has brought. Secrets are bound to issuer,
 * realm and client, and what is kept for one profile to its addresses and its certificate file, too: a source answers
 * `none` rather than give what was meant for another (`SecretBinding`, `SecretScope`).
 */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { CredentialPersistence, CredentialLocation } from '../../../src-shared/api/profiles.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

/** What the authorization code flow gave, or the last refresh after it. */
export interface PersonalGrant {
  readonly accessToken: string;
  /** By the wall clock, since another process may have got it; `null` where the issuer did not say. UTC epoch ms. */
  readonly accessTokenEndsAt: number | null;
  /** `null`: when the access token is over, a person signs in again. */
  readonly refreshToken: string | null;
  /** As the issuer names the person; `null` where it does not. */
  readonly as: string | null;
  /** When the person signed in, UTC epoch ms. */
  readonly since: number;
}

export type Grant =
  | { readonly kind: 'client-credentials'; readonly clientSecret: string; readonly kept: CredentialLocation }
  /** `clientSecret`: null for a public client. */
  | {
      readonly kind: 'authorization-code';
      readonly held: PersonalGrant;
      readonly clientSecret: string | null;
      readonly kept: CredentialLocation;
    }
  /** Nothing to ask with until a person acts. */
  | { readonly kind: 'none'; readonly why: AppErrorData };

export interface GrantSource {
  /** Rejects with the signal's reason at once when aborted, however long the place of the secret takes. */
  read(signal: AbortSignal): Promise<Grant>;
  /** The issuer gave a token for what was read last: from now on that is for this issuer, realm and client alone. */
  markAccepted(): Promise<void>;
  /**
   * Asks for the next tokens of a person's sign-in while no other process does. `ask` gets what is kept at that moment,
   * which another process may have renewed meanwhile; what it answers is stored before this resolves, and so before
   * anybody uses it: a spent refresh token that is used again revokes the whole grant (RFC 9700, 4.14.2).
   * @throws what `ask` throws; AppError SIGNED_OUT, KEYCHAIN_UNAVAILABLE, VAULT_…
   */
  renew(ask: (held: PersonalGrant) => Promise<PersonalGrant>, signal: AbortSignal): Promise<PersonalGrant>;
  /**
   * The secret that the client of a browser sign-in has, before there is a grant: from the same places as that of
   * client credentials; `null` where there is none (a public client). A source that cannot be read is an error, since a
   * confidential client would only be refused. @throws AppError SECRET_BOUND, KEYCHAIN_UNAVAILABLE, VAULT_…; as `read`
   */
  clientSecret(signal: AbortSignal): Promise<string | null>;
  /**
   * The issuer said `invalid_grant` to this refresh token: it is forgotten, and another that took its place is not.
   * Waits for a renewal that is under way, so never from within one. @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…
   */
  end(refreshToken: string): Promise<void>;
}

export type ForgottenGrant =
  | { readonly kind: 'none' }
  /** It was there, and could not be read, or is another issuer's. */
  | { readonly kind: 'unread' }
  /** The refresh token that nobody has used yet. */
  | { readonly kind: 'read'; readonly refreshToken: string | null };

/** What tells an issuer that a person's sign-in is over. `clientSecret`: null for a public client. */
export interface RevocableGrant {
  readonly refreshToken: string;
  readonly clientSecret: string | null;
}

/** All profiles' grants: where they come from, and where what people give is kept. */
export interface Grants {
  /** `profileFile`: path of the file that the profile is from, where it is from one; it is remembered for the profile. */
  of(profile: ConnectionProfile, profileFile?: string): GrantSource;
  /** @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_… with nothing kept */
  giveSecret(
    profile: ConnectionProfile,
    secret: string,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Resolves where what is given to be kept in the store can be expected to be kept. Changes nothing.
   * @throws AppError KEYCHAIN_UNAVAILABLE, VAULT_…, STORE_UNWRITABLE; the signal's reason
   */
  ready(profile: ConnectionProfile, signal: AbortSignal): Promise<void>;
  /** @throws as `giveSecret` */
  giveGrant(
    profile: ConnectionProfile,
    grant: PersonalGrant,
    keep: CredentialPersistence,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * The addresses of this profile are about to change: a secret that is kept outside the vault goes on bringing tokens for
   * the present ones alone, until the command line says otherwise. The vault's are bound anyway.
   * @throws AppError SECRET_BINDINGS_DAMAGED, STORE_UNWRITABLE
   */
  bindScope(profile: ConnectionProfile): Promise<void>;
  /**
   * Whether what a person's sign-in has brought is kept, whichever process has brought or taken it. Cheap, and asks no
   * keychain. `true` where that cannot be known.
   */
  hasGrant(id: ConnectionProfile['id']): Promise<boolean>;
  /** What a person's sign-in has brought, and nothing else. Waits for a renewal that is under way. */
  forgetGrant(profile: ConnectionProfile): Promise<ForgottenGrant>;
  /**
   * Everything of a profile that was given here, and its key. Waits for a renewal that is under way. With `read`: what
   * its issuer can be told as over; `null` where that is nothing, or cannot be read before the signal.
   */
  forgetAll(
    id: ConnectionProfile['id'],
    read?: { readonly profile: ConnectionProfile; readonly signal: AbortSignal },
  ): Promise<RevocableGrant | null>;
}
