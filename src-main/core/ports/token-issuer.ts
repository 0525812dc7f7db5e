/**
 * The token endpoint. Source: `service-spec.md` "Authentication", RFC 6749.
 */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';
import type { ServiceResponse } from '../../../src-shared/domain/stream-status.ts';

export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Seconds; `null` where the issuer did not say, or said something that is no lifetime. */
  readonly expiresInSeconds: number | null;
}

export type TokenRefusal =
  /**
   * The issuer does not know the client or its secret (`client`), or refuses the
   * request for another reason (`request`). `code` is the OAuth error.
   */
  | {
      readonly kind: 'refused';
      readonly about: 'client' | 'request';
      readonly code: string;
      readonly answer: ServiceResponse | null;
    }
  /** There is nothing to ask with. */
  | { readonly kind: 'no-grant'; readonly why: AppErrorData }
  /**
   * Worth a retry: network, 5xx, 429, time-out. `tls`: its certificate, its handshake, or none at all on its port.
   * `about`: as in `AttemptEnd`, of a request that the issuer never answered; `proxy`: which proxy, if it is about one
   * that can be named. `retryAfterMs`: parsed Retry-After.
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
  /** An answer that is no token response, such as a proxy's page. */
  | { readonly kind: 'not-oauth'; readonly code: string; readonly answer: ServiceResponse | null };

/** What `TokenIssuer` and `TokenKeeper` reject with, and nothing else but the signal's reason. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly refusal: TokenRefusal;
  constructor(refusal: TokenRefusal, options?: { cause?: unknown }) {
    super(`${refusal.kind}: ${refusal.kind === 'no-grant' ? refusal.why.code : refusal.code}`, options);
    this.refusal = refusal;
  }
}

/** One person's way to the issuer's page and back: PKCE with S256, `state` and `nonce` of its own (RFC 7636, RFC 9700). */
export interface Authorization {
  /** Of the issuer's page. The verifier and the nonce's check stay in here. */
  readonly address: string;
  /**
   * Trades the code of the callback for tokens, once. `iss` and `nonce` must be exactly those of this issuer and this
   * attempt. @throws TokenError; AppError SIGN_IN_FAILED (`denied`, `wrong-answer`); the signal's reason
   */
  exchange(callback: URL, signal: AbortSignal): Promise<TokenSet & { readonly as: string | null }>;
}

export interface TokenIssuer {
  clientCredentials(profile: ConnectionProfile, clientSecret: string, signal: AbortSignal): Promise<TokenSet>;
  refresh(
    profile: ConnectionProfile,
    clientSecret: string | null,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<TokenSet>;
  /** Asks nobody yet. `state`: as the callback must repeat it. */
  authorization(request: {
    readonly profile: ConnectionProfile;
    readonly clientSecret: string | null;
    readonly redirectUri: string;
    readonly state: string;
  }): Promise<Authorization>;
  /** RFC 7009, where the issuer offers it under its own origin. Never throws but the signal's reason. */
  revoke(
    profile: ConnectionProfile,
    clientSecret: string | null,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<'revoked' | 'not-offered' | 'failed'>;
}
