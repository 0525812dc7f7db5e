/**
 * Counts attempts from received texts as `docs/cases.md` "Attempt" and `docs/quality.md` say, after the fact: it sorts all
 * events of an eUICC by the provider's time, cuts them into attempts, and looks for the ending of each.
 */
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';

const MINUTE_MS = 60_000;
const SILENCE_MS = 30 * MINUTE_MS;
const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET'];
const SUCCESSES = ['ENABLED', 'FALLBACK_SET', 'LOCALIZED'];

interface Told {
  readonly at: number;
  readonly created: number;
  readonly eid: string;
  readonly iccid: string | null;
  readonly country: string;
  readonly customer: string;
  readonly operation: string;
  readonly code: string | null;
  readonly outcome: 'succeeded' | 'failed' | 'unknown' | 'open';
  readonly isCompleted: boolean;
  readonly isRepeat: boolean;
}

interface OracleAttempt {
  readonly at: number;
  readonly of: string;
  readonly kind: 'localization' | 'request';
  readonly country: string | null;
  readonly customer: string | null;
  /** `operation/type/code`, with empty parts. */
  readonly cause: string;
  readonly isWeakened: boolean;
  readonly resources: readonly [completed: number, failed: number];
}

interface OracleRecovery extends Pick<OracleAttempt, 'kind' | 'at' | 'country' | 'customer' | 'cause'> {
  readonly lastedMs: number;
}

interface Counts {
  readonly attempts: OracleAttempt[];
  readonly recovered: OracleRecovery[];
  /** Localizations that ended an open case, and open cases at their last failure. */
  readonly retried: OracleRetries[];
  readonly open: OracleRetries[];
}

interface OracleRetries {
  readonly at: number;
  readonly retries: number;
}

/** @param gaps without reconnects */
export function oracleCounts(events: readonly ReceivedEvent[], gaps: readonly Gap[]): Counts {
  const counts: Counts = { attempts: [], recovered: [], retried: [], open: [] };
  const localizations = withRepeats(events.filter(({ kind }) => kind === 'LOCALIZATION')).map(told);
  for (const own of Map.groupBy(localizations, ({ eid }) => eid).values()) countDevice(own, gaps, counts);
  const reports = withRepeats(events.filter(({ kind }) => kind === 'CMP_EVENT'));
  const byId = Map.groupBy(reports, ({ event }) => messageOf(event).detail['subscriptionRequestId']);
  for (const own of byId.values())
    countRequest(
      own.filter(({ isRepeat }) => !isRepeat),
      counts,
    );
  return counts;
}

interface Heard {
  readonly event: ReceivedEvent;
  readonly isRepeat: boolean;
}

function withRepeats(events: readonly ReceivedEvent[]): Heard[] {
  const known = new Set<string>();
  return events.map((event) => {
    const isRepeat = known.has(event.data);
    known.add(event.data);
    return { event, isRepeat };
  });
}

function messageOf({ data }: ReceivedEvent) {
  const head = JSON.parse(data);
  return { head, detail: JSON.parse(head.detailedMessage) };
}

function told({ event, isRepeat }: Heard): Told {
  const { head, detail } = messageOf(event);
  const { operation, state, principal: customer } = head;
  const isCompleted = state === 'COMPLETED';
  const outcome =
    state === 'FAILED'
      ? 'failed'
      : state === 'DONE'
        ? 'unknown'
        : isCompleted && SUCCESSES.includes(operation)
          ? 'succeeded'
          : 'open';
  return {
    at: event.receivedAt,
    created: Date.parse(head.createdDateTime),
    eid: detail.eid,
    iccid: detail.localizedProfile.iccid,
    country: detail.localizedProfile.countryCode,
    customer,
    operation,
    code: detail.errorCode ?? null,
    outcome,
    isCompleted,
    isRepeat,
  };
}

function countDevice(events: readonly Told[], gaps: readonly Gap[], counts: Counts): void {
  const attempts: Told[][] = [];
  for (const event of events.toSorted((one, other) => one.created - other.created || one.at - other.at)) {
    const last = attempts.at(-1);
    if (last === undefined || startsAttempt(last, event)) attempts.push([event]);
    else last.push(event);
  }
  let lastAt = -Infinity;
  for (const attempt of attempts) {
    const end = endOf(attempt);
    const from = Math.min(...attempt.map(({ at }) => at));
    const start = Math.max(from - SILENCE_MS, Math.min(lastAt, from));
    lastAt = Math.max(...attempt.map(({ at }) => at));
    counts.attempts.push({
      at: end.at,
      of: end.outcome,
      kind: 'localization',
      country: end.country,
      customer: end.customer,
      cause: [end.operation, '', end.code ?? ''].join('/'),
      isWeakened: gaps.some((gap) => gap.to !== null && gap.from < end.at && gap.to > start),
      resources: [0, 0],
    });
  }
  countRecovered(attempts, counts);
}

function startsAttempt(attempt: readonly Told[], event: Told): boolean {
  if (event.isRepeat) return false;
  if (event.at - Math.max(...attempt.map(({ at }) => at)) > SILENCE_MS) return true;
  const end = endOf(attempt);
  const iccid = attempt.findLast((each) => each.iccid !== null)?.iccid ?? null;
  const isOther = iccid !== null && event.iccid !== null && iccid !== event.iccid;
  if (end.outcome === 'failed')
    return !(end.operation === 'FALLBACK_SET' && event.operation === 'LOCALIZED' && !isOther && isClose(end, event));
  if (end.outcome === 'succeeded')
    return isOther || !(event.operation === 'LOCALIZED' || event.operation === 'FALLBACK_SET');
  const done = attempt.filter((each) => each.isCompleted).map((each) => STEPS.indexOf(each.operation));
  const step = STEPS.indexOf(event.operation);
  return isOther || (step >= 0 && done.some((each) => each > step));
}

function isClose(one: Told, other: Told): boolean {
  return Math.abs(one.at - other.at) <= 5 * MINUTE_MS;
}

/** The event that decides the attempt. */
function endOf(attempt: readonly Told[]): Told {
  const heard = attempt.filter(({ isRepeat }) => !isRepeat);
  const end =
    heard.findLast(({ outcome }) => outcome === 'failed') ??
    heard.findLast(({ outcome }) => outcome === 'succeeded') ??
    heard.at(-1);
  if (end === undefined) throw new Error('an attempt without an event');
  return end;
}

const RANKS = ['ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'unknown', 'FALLBACK_SET', 'DOWNLOADED'];

/** The three first ones are equally bad. */
function rankOf({ outcome, operation }: Told): number {
  return Math.max(2, RANKS.indexOf(outcome === 'unknown' ? outcome : operation));
}

interface OpenCase {
  readonly from: number;
  readonly cause: string;
  readonly rank: number;
  readonly country: string;
}

function countRecovered(attempts: readonly (readonly Told[])[], { recovered, retried, open: stillOpen }: Counts): void {
  let open: OpenCase | null = null;
  let [openedIn, closedIn, failedAt] = [0, -1, 0];
  for (const [index, attempt] of attempts.entries()) {
    const arrived = attempt.filter(({ isRepeat }) => !isRepeat).toSorted((one, other) => one.at - other.at);
    const undoing = arrived.find(({ outcome, operation }) => outcome === 'failed' && operation === 'FALLBACK_SET');
    for (const event of arrived) {
      const { at, outcome, operation, code, country, customer } = event;
      if (outcome === 'open') continue;
      if (outcome !== 'succeeded') {
        const [cause, rank]: [string, number] = [[operation, '', code ?? ''].join('/'), rankOf(event)];
        if (open === null && closedIn !== index) openedIn = index;
        failedAt = at;
        const isMild = outcome === 'unknown' || operation === 'DOWNLOADED';
        const known: OpenCase = open ?? { from: at, cause, rank, country };
        const isSame = known.cause === cause || (isMild && known.rank < rank);
        open = isSame ? { ...known, country } : { from: at, cause, rank, country };
      } else if (undoing !== undefined && undoing.at < at) continue;
      else if (open !== null) {
        if (undoing === undefined) retried.push({ at: endOf(attempt).at, retries: index - openedIn });
        if (undoing === undefined)
          recovered.push({
            kind: 'localization',
            at,
            country: open.country,
            customer,
            cause: open.cause,
            lastedMs: Math.max(0, at - open.from),
          });
        closedIn = index;
        open = null;
      }
    }
  }
  if (open !== null) stillOpen.push({ at: failedAt, retries: attempts.length - 1 - openedIn });
}

/** The newest report of a request counts. A success that follows a failure is a recovery until another failure follows. */
function countRequest(reports: readonly Heard[], { attempts, recovered }: Counts): void {
  let openFrom: number | null = null;
  let openCause = '';
  let hasRecovered = false;
  let last: OracleAttempt | undefined;
  for (const { event } of reports) {
    const { detail } = messageOf(event);
    const { completed, failed, pending } = detail.subscriptionRequestResourceCounters;
    const of = failed === 0 ? (pending === 0 ? 'succeeded' : 'open') : completed === 0 ? 'failed' : 'partial';
    const info = detail.subscriptionRequestResources[0]?.resourceFailureInfos[0];
    const cause = [detail.subscriptionRequestType, info?.errorType ?? '', info?.errorObject.errorCode ?? ''].join('/');
    const named = {
      kind: 'request',
      at: event.receivedAt,
      country: null,
      customer: detail.companyName ?? null,
    } as const;
    last = { ...named, of, cause, isWeakened: false, resources: [completed, failed] };
    if (failed > 0) {
      if (hasRecovered) recovered.pop();
      hasRecovered = false;
      if (openFrom === null || openCause !== cause) openFrom = event.receivedAt;
      openCause = cause;
    } else if (pending === 0 && openFrom !== null) {
      recovered.push({ ...named, cause: openCause, lastedMs: event.receivedAt - openFrom });
      hasRecovered = true;
      openFrom = null;
    }
  }
  if (last !== undefined) attempts.push(last);
}
