import type { TokenError } from '../../src-main/core/ports/token-issuer.ts';
import type { StreamSourceOptions } from '../../src-main/core/stream/stream-source.ts';

export class ScriptedTokens implements Pick<
  StreamSourceOptions['tokens'],
  'accessToken' | 'reject' | 'keepFresh' | 'withdrawn'
> {
  issuedCount = 0;
  readonly rejected: string[] = [];
  readonly keepFreshSignals: AbortSignal[] = [];
  #withdrawal = new AbortController();
  get withdrawn(): AbortSignal {
    return this.#withdrawal.signal;
  }
  withdraw(): void {
    this.#withdrawal.abort();
    this.#withdrawal = new AbortController();
  }
  refusal: TokenError | null = null;
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
