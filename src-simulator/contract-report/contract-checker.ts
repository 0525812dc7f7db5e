/** A rule counts as kept only if an exchange tested it, so a report without evidence is never green. */
import type { Moment, ServiceClock } from '../clock.ts';
import type { Exchange } from '../http/exchange.ts';
import { type ContractReport, type ReportFinding, rules, UNSEEN } from './report.ts';
import { checkRule, type Rule, type Observations } from './rule.ts';

/**
 * Limits memory: above this number, the finished exchanges of the older half are dropped and only their results stay.
 */
const MAX_RETAINED_EXCHANGES = 20_000;
const MAX_FINDINGS_PER_RULE = 100;

interface RuleStatus {
  readonly met: Set<string | null>;
  /** Keyed by the ids of the exchanges, so that a finding is reported once. */
  readonly findings: Map<string, ReportFinding>;
  readonly unseen: Set<string>;
}

export class ContractChecker {
  readonly #clock: ServiceClock;
  #exchanges: Exchange[] = [];
  #statuses = emptyStatuses();
  #requests = 0;
  #forwardedRequests = 0;
  readonly #seatFreedAfter: Observations['seatFreedAfter'];

  constructor(clock: ServiceClock, seatFreedAfter: Observations['seatFreedAfter']) {
    this.#clock = clock;
    this.#seatFreedAfter = seatFreedAfter;
  }

  observe(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    this.#requests++;
    if (exchange.request.isForwarded) this.#forwardedRequests++;
    if (this.#exchanges.length <= MAX_RETAINED_EXCHANGES) return;
    this.#check(this.#statuses);
    const isRecent = (_: Exchange, index: number) => index >= MAX_RETAINED_EXCHANGES / 2;
    this.#exchanges = this.#exchanges.filter((each, index) => each.ended === null || isRecent(each, index));
  }

  /** Forgets finished exchanges. Open streams stay, so that a second stream next to an older one is still found. */
  forget(): void {
    this.#exchanges = this.#exchanges.filter(({ ended }) => ended === null);
    this.#requests = this.#exchanges.length;
    this.#forwardedRequests = this.#exchanges.filter(({ request }) => request.isForwarded).length;
    this.#statuses = emptyStatuses();
  }

  /** @param only ids of rules or parts of the contract; all if empty */
  report(only: readonly string[] = []): ContractReport {
    const judged = rules.filter(({ id, part }) => only.length === 0 || only.includes(id) || only.includes(part));
    const statuses = new Map(
      [...this.#statuses].map(([id, { met, findings, unseen }]) => [
        id,
        { met: new Set(met), findings: new Map(findings), unseen: new Set(unseen) },
      ]),
    );
    this.#check(statuses);
    const of = (rule: Rule) => statuses.get(rule.id) ?? emptyStatus();
    const findings = judged.flatMap((rule) => [...of(rule).findings.values()]);
    const accounts = this.#accounts(statuses);
    const state = (rule: Rule, account?: string) => {
      const { met, findings: found } = of(rule);
      if ([...found.values()].some((finding) => account === undefined || finding.account === account)) return 'broken';
      return (account === undefined ? met.size > 0 : met.has(account)) ? 'kept' : 'not-met';
    };
    const named = (ruleState: string, account: string) =>
      judged.filter((rule) => state(rule, account) === ruleState).map(({ id }) => id);
    const notMet = judged.filter((rule) => state(rule) === 'not-met');
    const breaches = judged.filter(({ severity }) => severity === 'breach');
    return {
      ok: findings.length === 0 && notMet.length === 0,
      outcome: outcomeOf(breaches.map((rule) => state(rule))),
      sentence: sentenceOf(findings, notMet),
      unseen: [UNSEEN, ...this.#unseenBehindProxy(judged), ...judged.flatMap((rule) => [...of(rule).unseen])].join(' '),
      requests: this.#requests,
      rules: judged.map((each) => {
        const { id, part, severity, rule, restsOn, putToTestBy } = each;
        return { id, part, severity, rule, restsOn, putToTestBy, state: state(each) };
      }),
      findings,
      accounts: accounts.map((account) => {
        const [kept, broken, open] = ['kept', 'broken', 'not-met'].map((ruleState) => named(ruleState, account));
        const all = { kept: kept ?? [], broken: broken ?? [], notMet: open ?? [] };
        return { account, ok: all.kept.length === judged.length, ...all };
      }),
    };
  }

  #unseenBehindProxy(judged: readonly Rule[]): string[] {
    const notJudged = judged.filter(({ onlyDirect }) => onlyDirect).map(({ id }) => id);
    if (this.#forwardedRequests === 0 || notJudged.length === 0) return [];
    return [
      `${this.#forwardedRequests} of ${this.#requests} requests came through a proxy (Via, Forwarded or X-Forwarded-For), and were not judged by ${notJudged.join(', ')}.`,
    ];
  }

  /** Includes accounts whose exchanges were dropped: the results of the rules name them. */
  #accounts(statuses: ReadonlyMap<string, RuleStatus>): string[] {
    const all = new Set(this.#exchanges.map(({ account }) => account));
    for (const { met } of statuses.values()) for (const account of met) all.add(account);
    return [...all].filter((account) => account !== null).toSorted();
  }

  #check(statuses: Map<string, RuleStatus>): void {
    const seen: Observations = {
      exchanges: this.#exchanges,
      now: this.#clock.moment(),
      elapsedClientMs,
      elapsedServiceMs: (from, to) => elapsedClientMs(from, to) / this.#clock.realMs(1),
      seatFreedAfter: this.#seatFreedAfter,
    };
    for (const rule of rules) {
      const { met, violations, unseen } = checkRule(rule, seen);
      const status = statuses.get(rule.id) ?? emptyStatus();
      statuses.set(rule.id, status);
      for (const account of met) status.met.add(account);
      for (const sentence of unseen) status.unseen.add(sentence);
      for (const { account, sentence, exchanges } of violations) {
        const [first] = exchanges;
        const requests = exchanges.map(({ id }) => id);
        const to = (exchanges.at(-1) ?? first).started.at;
        if (status.findings.size < MAX_FINDINGS_PER_RULE)
          status.findings.set(requests.join(), {
            rule: rule.id,
            severity: rule.severity,
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

/** A manual clock may run ahead of the computer's clock, and does not advance while real time passes. */
function elapsedClientMs(from: Moment, to: Moment): number {
  return Math.max(to.at - from.at, to.tick - from.tick);
}

const emptyStatus = (): RuleStatus => ({ met: new Set(), findings: new Map(), unseen: new Set() });
const emptyStatuses = () => new Map<string, RuleStatus>(rules.map(({ id }) => [id, emptyStatus()]));

function outcomeOf(breaches: readonly ContractReport['rules'][number]['state'][]): ContractReport['outcome'] {
  if (breaches.includes('broken')) return 'broken';
  return breaches.includes('kept') ? 'kept' : 'not-met';
}

function sentenceOf(findings: readonly ReportFinding[], notMet: readonly Rule[]): string {
  const untested = notMet.map(({ id, putToTestBy }) => `${id} (needs ${putToTestBy})`).join('; ');
  const open = notMet.length === 0 ? '' : ` Not tested: ${untested}.`;
  const count = (severity: Rule['severity']) => findings.filter((finding) => finding.severity === severity).length;
  const advice = count('advice') === 0 ? '' : ` Advice: ${count('advice')}.`;
  const breaches = count('breach');
  if (breaches > 0)
    return `The client broke the contract: ${breaches} finding${breaches === 1 ? '' : 's'}.${advice}${open}`;
  return notMet.length === 0 && advice === ''
    ? 'All rules were tested and kept.'
    : `No violations found.${advice}${open}`;
}
