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
  /** Requests that the rule is about. Default: all. */
  readonly isAbout?: (exchange: Exchange) => boolean;
  /** Checks the requests of each account separately. */
  readonly byAccount?: true;
  /** @param exchanges those that the rule is about, in the order of their starts */
  readonly check: (exchanges: readonly Exchange[], findings: RuleFindings, seen: Observations) => void;
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

export class RuleFindings {
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

export function checkRule({ isAbout, byAccount, check }: Rule, seen: Observations): RuleFindings {
  const findings = new RuleFindings();
  const exchanges = isAbout === undefined ? seen.exchanges : seen.exchanges.filter(isAbout);
  if (byAccount === undefined) check(exchanges, findings, seen);
  else
    for (const account of new Set(exchanges.map((exchange) => exchange.account)))
      check(
        exchanges.filter((exchange) => exchange.account === account),
        findings,
        seen,
      );
  return findings;
}

/** Tolerates timers that fire a little early. */
export const TIMING_TOLERANCE = 0.95;

const MINUTE_MS = 60_000;

/** Returns the first `max` + 1 requests that started within one minute of the service, or null. */
export function burstOf(
  exchanges: readonly Exchange[],
  max: number,
  seen: Observations,
): readonly [Exchange, ...Exchange[]] | null {
  for (const [index, first] of exchanges.entries()) {
    const last = exchanges[index + max];
    if (last === undefined || seen.elapsedServiceMs(first.started, last.started) > MINUTE_MS) continue;
    return [first, ...exchanges.slice(index + 1, index + max + 1)];
  }
  return null;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
