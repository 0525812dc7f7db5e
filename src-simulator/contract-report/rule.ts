import type { Exchange } from '../http/exchange.ts';
import type { ExchangeTime } from '../http/observed-response.ts';

export const ruleParts = ['sign-in', 'stream', 'search'] as const;

export interface Rule {
  readonly id: string;
  readonly part: (typeof ruleParts)[number];
  readonly rule: string;
  /** Section of the service document or of an RFC; "ours" for a number that is a judgement. */
  readonly restsOn: string;
  /** Event that must happen before the rule can be checked. */
  readonly putToTestBy: string;
  readonly check: (seen: Observations) => RuleResult;
}

export interface Observations {
  /** Ordered by start. */
  readonly exchanges: readonly Exchange[];
  readonly now: ExchangeTime;
  /** Real ms of the client between two times, or the ms of a manual clock if those are more. */
  readonly elapsedClientMs: (from: ExchangeTime, to: ExchangeTime) => number;
  /** Ms of the service between two times; its time may be scaled. */
  readonly elapsedServiceMs: (from: ExchangeTime, to: ExchangeTime) => number;
}

export interface RuleViolation {
  readonly account: string | null;
  readonly sentence: string;
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

interface RuleResult {
  readonly met: ReadonlySet<string | null>;
  readonly violations: readonly RuleViolation[];
}

export class RuleFindings implements RuleResult {
  readonly met = new Set<string | null>();
  readonly violations: RuleViolation[] = [];

  markTested(exchange: Exchange): void {
    this.met.add(exchange.account);
  }

  addViolation(sentence: string, exchanges: readonly [Exchange, ...Exchange[]]): void {
    const account = exchanges[exchanges.length - 1]?.account ?? null;
    this.met.add(account);
    this.violations.push({ account, sentence, exchanges });
  }
}

export function byAccount(exchanges: readonly Exchange[]): Exchange[][] {
  return [...Map.groupBy(exchanges, ({ account }) => account).values()];
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
