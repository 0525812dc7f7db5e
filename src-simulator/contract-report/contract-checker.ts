/**
 * Judges the client under test against the document. It sees every exchange; only what was put to the test is called
 * kept, so that a report is never green for want of evidence.
 */
import type { ServiceClock } from '../clock.ts';
import type { Exchange, ExchangeTime } from '../http/exchange.ts';
import type { ContractReport, ReportFinding } from './report.ts';
import type { Rule, Observations } from './rule.ts';
import { rules } from './rules.ts';

/** Of these the older half is judged for good and let go, so that weeks of requests do not fill the memory. */
const MAX_RETAINED_EXCHANGES = 20_000;
/** More of the same tell nobody anything. */
const MAX_FINDINGS_PER_RULE = 100;

/** What is known of one rule. */
interface RuleStatus {
  readonly met: Set<string | null>;
  /** By what they show, so that none is told twice. */
  readonly findings: Map<string, ReportFinding>;
}

export class ContractChecker {
  readonly #clock: ServiceClock;
  #exchanges: Exchange[] = [];
  #statuses = emptyStatuses();
  #requests = 0;

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  observe(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#requests++;
    if (this.#exchanges.length <= MAX_RETAINED_EXCHANGES) return;
    this.#check(this.#statuses);
    const isRecent = (_: Exchange, place: number) => place >= MAX_RETAINED_EXCHANGES / 2;
    this.#exchanges = this.#exchanges.filter((each, place) => each.ended === null || isRecent(each, place));
  }

  /** What goes on is seen still: a second stream beside one of before is a second stream. */
  forget(): void {
    this.#exchanges = this.#exchanges.filter(({ ended }) => ended === null);
    this.#requests = this.#exchanges.length;
    this.#statuses = emptyStatuses();
  }

  /** @param only rules or parts of the contract; all where left out */
  report(only: readonly string[] = []): ContractReport {
    const judged = rules.filter(({ id, part }) => only.length === 0 || only.includes(id) || only.includes(part));
    const standings = new Map(
      [...this.#statuses].map(([id, { met, findings }]) => [id, { met: new Set(met), findings: new Map(findings) }]),
    );
    this.#check(standings);
    const of = (rule: Rule) => standings.get(rule.id) ?? emptyStatus();
    const findings = judged.flatMap((rule) => [...of(rule).findings.values()]);
    const accounts = this.#accounts(standings);
    const state = (rule: Rule, account?: string) => {
      const { met, findings: found } = of(rule);
      if ([...found.values()].some((finding) => account === undefined || finding.account === account)) return 'broken';
      return (account === undefined ? met.size > 0 : met.has(account)) ? 'kept' : 'not-met';
    };
    const named = (wanted: string, account: string) =>
      judged.filter((rule) => state(rule, account) === wanted).map(({ id }) => id);
    const notMet = judged.filter((rule) => state(rule) === 'not-met');
    return {
      ok: findings.length === 0 && notMet.length === 0,
      sentence: sentenceOf(findings.length, notMet),
      requests: this.#requests,
      rules: judged.map((each) => {
        const { id, part, rule, restsOn, putToTestBy } = each;
        return { id, part, rule, restsOn, putToTestBy, state: state(each) };
      }),
      findings,
      accounts: accounts.map((account) => {
        const [kept, broken, open] = ['kept', 'broken', 'not-met'].map((wanted) => named(wanted, account));
        const all = { kept: kept ?? [], broken: broken ?? [], notMet: open ?? [] };
        return { account, ok: all.kept.length === judged.length, ...all };
      }),
    };
  }

  /** Those that were let go are known by what was judged of them. */
  #accounts(standings: ReadonlyMap<string, RuleStatus>): string[] {
    const all = new Set(this.#exchanges.map(({ account }) => account));
    for (const { met } of standings.values()) for (const account of met) all.add(account);
    return [...all].filter((account) => account !== null).toSorted();
  }

  #check(standings: Map<string, RuleStatus>): void {
    const seen: Observations = {
      exchanges: this.#exchanges,
      now: { at: this.#clock.now(), tick: performance.now() },
      elapsedClientMs,
      elapsedServiceMs: (from, to) => elapsedClientMs(from, to) / this.#clock.realMs(1),
    };
    for (const rule of rules) {
      const { met, violations } = rule.check(seen);
      const standing = standings.get(rule.id) ?? emptyStatus();
      standings.set(rule.id, standing);
      for (const account of met) standing.met.add(account);
      for (const { account, sentence, exchanges } of violations) {
        const [first] = exchanges;
        const requests = exchanges.map(({ id }) => id);
        const to = (exchanges.at(-1) ?? first).started.at;
        if (standing.findings.size < MAX_FINDINGS_PER_RULE)
          standing.findings.set(requests.join(), {
            rule: rule.id,
            account,
            sentence,
            restsOn: rule.restsOn,
            requests,
            from: first.started.at,
            to,
          });
      }
    }
  }
}

/** A clock that is wound on by hand runs ahead of this computer's, and stands still while that goes on. */
function elapsedClientMs(from: ExchangeTime, to: ExchangeTime): number {
  return Math.max(to.at - from.at, to.tick - from.tick);
}

const emptyStatus = (): RuleStatus => ({ met: new Set(), findings: new Map() });
const emptyStatuses = () => new Map<string, RuleStatus>(rules.map(({ id }) => [id, emptyStatus()]));

function sentenceOf(findings: number, notMet: readonly Rule[]): string {
  const untested = notMet.map(({ id, putToTestBy }) => `${id} (needs ${putToTestBy})`).join('; ');
  const open = notMet.length === 0 ? '' : ` Not put to the test: ${untested}.`;
  if (findings > 0)
    return `The client did what the contract does not allow: ${findings} finding${findings === 1 ? '' : 's'}.${open}`;
  return notMet.length === 0 ? 'Every rule was put to the test and kept.' : `Nothing wrong was seen.${open}`;
}
