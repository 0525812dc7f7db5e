import type { TokenError } from '../../src-main/core/ports/token-issuer.ts';
import type { StreamSourceOptions } from '../../src-main/core/stream/stream-source.ts';

/** Returns a new token at each request, or refuses. */
export class ScriptedTokens implements Pick<
  StreamSourceOptions['tokens'],
  'accessToken' | 'reject' | 'keepFresh' | 'withdrawn'
> {
  issuedCount = 0;
  readonly rejected: string[] = [];
  /** Signals of the calls of `keepFresh`. */
  readonly keepFreshSignals: AbortSignal[] = [];
  #withdrawal = new AbortController();
  get withdrawn(): AbortSignal {
    return this.#withdrawal.signal;
  }
  /** Simulates a sign-out. */
  withdraw(): void {
    this.#withdrawal.abort();
    this.#withdrawal = new AbortController();
  }
  refusal: TokenError | null = null;
  /** Requests for tokens wait for this promise. */
  blockedUntil: Promise<void> = Promise.resolve();
  async accessToken(): Promise<string> {
    await this.blockedUntil;
    if (this.refusal !== null) throw this.refusal;
    this.issuedCount += 1;
    return `token-${this.issuedCount}`;
  }
  reject(accessToken: string): void {
    this.rejected.push(accessToken);
  }
  async keepFresh(signal: AbortSignal): Promise<void> {
    this.keepFreshSignals.push(signal);
  }
}
