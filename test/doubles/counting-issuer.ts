import {
  type Authorization,
  type TokenIssuer,
  TokenError,
  type TokenRefusal,
  type TokenSet,
} from '../../src-main/core/ports/token-issuer.ts';
import type { FakeClock } from './fake-clock.ts';

export const issuerUnavailable = {
  kind: 'unavailable',
  code: 'HTTP 503',
  tls: false,
  retryAfterMs: null,
  answer: null,
} as const satisfies TokenRefusal;

/** Issues numbered tokens after a delay, and records all requests. */
export class CountingIssuer implements TokenIssuer {
  readonly requests: string[] = [];
  lifetimeSeconds: number | null = 300;
  rotates = false;
  /** Adds a refresh token only to the first answer. */
  refreshesOnce = false;
  delayMs = 0;
  refusal: TokenRefusal | null = null;
  refreshRefusal: TokenRefusal | null = null;
  readonly #clock: FakeClock;
  constructor(clock: FakeClock) {
    this.#clock = clock;
  }
  clientCredentials(_profile: unknown, clientSecret: string, signal: AbortSignal): Promise<TokenSet> {
    return this.#give(`credentials ${clientSecret}`, this.refusal, signal);
  }
  refresh(_profile: unknown, _secret: string | null, refreshToken: string, signal: AbortSignal): Promise<TokenSet> {
    return this.#give(refreshToken, this.refusal ?? this.refreshRefusal, signal);
  }
  readonly revoked: string[] = [];
  authorization(_request: Parameters<TokenIssuer['authorization']>[0]): Promise<Authorization> {
    throw new Error('Nobody signs in with a browser here.');
  }
  async revoke(_profile: unknown, _secret: string | null, refreshToken: string): Promise<'revoked'> {
    this.revoked.push(refreshToken);
    return 'revoked';
  }
  async #give(grantType: string, refusal: TokenRefusal | null, signal: AbortSignal): Promise<TokenSet> {
    const nth = this.requests.push(grantType);
    if (this.delayMs > 0) await this.#clock.sleep(this.delayMs, signal);
    if (refusal !== null) throw new TokenError(refusal);
    const hasRefresh = this.rotates || (this.refreshesOnce && nth === 1);
    return {
      accessToken: `token ${nth}`,
      refreshToken: hasRefresh ? `refresh ${nth}` : null,
      expiresInSeconds: this.lifetimeSeconds,
    };
  }
}
