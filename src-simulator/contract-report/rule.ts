/** A rule for clients, and what a judge needs to say whether one kept it. */
import type { Exchange, ExchangeTime } from '../http/exchange.ts';

export const ruleParts = ['sign-in', 'stream', 'search'] as const;

export interface Rule {
  readonly id: string;
  readonly part: (typeof ruleParts)[number];
  /** What a client does that keeps it. */
  readonly rule: string;
  /** Section of the service document or of an RFC; "ours" where the number is judgement. */
  readonly restsOn: string;
  /** What must happen before anybody can tell. */
  readonly putToTestBy: string;
  readonly check: (seen: Observations) => RuleResult;
}

/** What was seen so far. */
export interface Observations {
  /** In the order in which they came. */
  readonly exchanges: readonly Exchange[];
  readonly now: ExchangeTime;
  /** Real ms of the client between two moments, or those that a clock wound on by hand counts where they are more. */
  readonly elapsedClientMs: (from: ExchangeTime, to: ExchangeTime) => number;
  /** The same in ms of the service, whose time may be scaled. */
  readonly elapsedServiceMs: (from: ExchangeTime, to: ExchangeTime) => number;
}

export interface RuleViolation {
  /** `null` where nobody was known. */
  readonly account: string | null;
  readonly sentence: string;
  /** What shows it, in order. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

interface RuleResult {
  /** Whose requests put it to the test. */
  readonly met: ReadonlySet<string | null>;
  readonly violations: readonly RuleViolation[];
}

/** Collects a ruling. */
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

/** "3.0 s", for sentences. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
