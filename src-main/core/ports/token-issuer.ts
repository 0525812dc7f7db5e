/**
 * The token endpoint. Source: `service-spec.md` "Authentication", RFC 6749.
 */
import type { ConnectionProfile } from '../../../src-shared/domain/profile.ts';

export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Seconds; `null` where the issuer did not say (the document shows no lifetime). */
  readonly expiresInSeconds: number | null;
}

export type TokenRefusal =
  /**
   * No retry helps until a person acts. `about`: the issuer does not know the client or its secret, it refuses the
   * request for another reason, or there is no secret to ask with (`detail` is then the sentence that says so).
   * `code` is the OAuth error.
   */
  | {
      readonly kind: 'refused';
      readonly about: 'client' | 'request' | 'secret';
      readonly code: string;
      readonly detail: string;
    }
  /** Worth a retry: network, 5xx, 429, time-out. */
  | { readonly kind: 'unavailable'; readonly code: string; readonly detail: string }
  /** An answer that is no token response, such as a proxy's page. */
  | { readonly kind: 'not-oauth'; readonly code: string; readonly detail: string };

/** What `TokenIssuer` rejects with, and nothing else but the signal's reason. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly refusal: TokenRefusal;
  constructor(refusal: TokenRefusal, options?: { cause?: unknown }) {
    super(`${refusal.kind}: ${refusal.code}`, options);
    this.refusal = refusal;
  }
}

export interface TokenIssuer {
  clientCredentials(profile: ConnectionProfile, clientSecret: string, signal: AbortSignal): Promise<TokenSet>;
  refresh(
    profile: ConnectionProfile,
    clientSecret: string,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<TokenSet>;
}
