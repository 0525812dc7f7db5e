/** Requests to the token endpoint. Source: `docs/service.md` §1.2, §2.2, RFC 6749. */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { ServiceResponse } from '../../../src-shared/api/stream/stream-status.ts';

export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Seconds; null if the issuer gave no valid lifetime. */
  readonly expiresInSeconds: number | null;
}

export type TokenRefusal =
  /** The issuer refused the client or its secret (`client`), or the request (`request`). `code` is the OAuth error. */
  | {
      readonly kind: 'refused';
      readonly about: 'client' | 'request';
      readonly code: string;
      readonly answer: ServiceResponse | null;
    }
  | { readonly kind: 'no-grant'; readonly why: AppErrorData }
  /**
   * Temporary: network, 5xx, 429, time-out. `tls`: a certificate or handshake failed, or the port has no TLS. `about`:
   * as in `AttemptEnd`. `proxy`: the one that failed. `retryAfterMs`: parsed Retry-After.
   */
  | {
      readonly kind: 'unavailable';
      readonly code: string;
      readonly tls: boolean;
      readonly about?: 'network' | 'certificate' | 'handshake' | 'plain-http' | 'proxy';
      readonly proxy?: string | null;
      readonly retryAfterMs: number | null;
      readonly answer: ServiceResponse | null;
    }
  /** The answer is not a token response, for example a proxy's page. */
  | { readonly kind: 'not-oauth'; readonly code: string; readonly answer: ServiceResponse | null };

/** The only error of `TokenIssuer` and `TokenKeeper` except the signal's reason. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly refusal: TokenRefusal;
  constructor(refusal: TokenRefusal, options?: { cause?: unknown }) {
    super(`${refusal.kind}: ${refusal.kind === 'no-grant' ? refusal.why.code : refusal.code}`, options);
    this.refusal = refusal;
  }
}

export interface SignedInPerson {
  /** Name to show; the user may be able to change it at the issuer. */
  readonly as: string | null;
  /** Stable id of the account, see `signedInAuthorId`. */
  readonly person?: string;
}

/** A browser sign-in: PKCE with S256, and its own `state` and `nonce` (RFC 7636, RFC 9700). */
export interface Authorization {
  /** Address of the issuer's page. The verifier and the nonce check stay private. */
  readonly address: string;
  /** Once. `iss` and `nonce` must match. @throws TokenError; AppError SIGN_IN_FAILED (`denied`, `wrong-answer`) */
  exchange(callback: URL, signal: AbortSignal): Promise<TokenSet & SignedInPerson>;
}

export interface TokenIssuer {
  clientCredentials(profile: ConnectionProfile, clientSecret: string, signal: AbortSignal): Promise<TokenSet>;
  refresh(
    profile: ConnectionProfile,
    clientSecret: string | null,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<TokenSet>;
  /** Prepares a browser sign-in without a request to the issuer. `state`: value that the callback must repeat. */
  authorization(request: {
    readonly profile: ConnectionProfile;
    readonly clientSecret: string | null;
    readonly redirectUri: string;
    readonly state: string;
  }): Promise<Authorization>;
  /** If the issuer offers revocation (RFC 7009) under its own origin. Throws only the signal's reason. */
  revoke(
    profile: ConnectionProfile,
    clientSecret: string | null,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<'revoked' | 'not-offered' | 'failed'>;
}
