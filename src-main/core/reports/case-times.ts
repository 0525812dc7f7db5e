/**
 * How long the cases of a span waited to be taken, to end and for the provider, as it was at the end of the span. What
 * was not over then counts as at least that long. Pure.
 */
import type { CaseTimes } from '../../../src-shared/api/quality/service-report.ts';
import type { StoredActionEntry } from '../../../src-shared/domain/cases/action.ts';
import { type CaseKey, type CauseKey, isCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { Span } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { censoredTime, type Duration } from '../../../src-shared/domain/quality/censored-times.ts';
import { joinedSpans } from '../../../src-shared/domain/quality/hour-counts.ts';
import { MIN_ATTEMPTS } from '../../../src-shared/domain/quality/success-rate.ts';
import type { CaseStay, KeyedStay } from '../ports/case-projection.ts';

/** From the failure that opened a case until it ended, under one cause or several. */
interface Opened {
  readonly from: number;
  /** Null if it was open at the end of the span. */
  readonly to: number | null;
  readonly stays: readonly CaseStay[];
  takenAt: number | null;
  ticketAt: number | null;
}

interface Ownership {
  readonly at: number;
  readonly isOwned: boolean;
}

export interface MeasuredCases {
  readonly taken: Duration[];
  readonly ended: Duration[];
  readonly waiting: Duration[];
}

/** @param actions in the order in which they were stored */
export function measureCases(
  stays: readonly KeyedStay[],
  actions: readonly StoredActionEntry[],
  span: Span,
): MeasuredCases {
  const cases = openedCases(stays, span);
  const undone = new Set(actions.flatMap(({ what }) => (what.kind === 'undo' ? [what.of] : [])));
  const owned = new Map<CauseKey, Ownership[]>();
  for (const { id, at, what, subjects } of actions) {
    if (at >= span.to || undone.has(id)) continue;
    const takes = what.kind === 'take' || what.kind === 'accept';
    const hasTicket = what.kind === 'pack' && what.ticket !== null && what.ticket !== '';
    if (!takes && !hasTicket && what.kind !== 'release') continue;
    for (const subject of subjects) {
      if (isCauseKey(subject)) {
        if (!hasTicket) owned.set(subject, [...(owned.get(subject) ?? []), { at, isOwned: takes }]);
        continue;
      }
      const meant = cases.get(subject)?.findLast(({ from, to }) => from <= at && at <= (to ?? Infinity));
      if (meant === undefined) continue;
      if (takes) meant.takenAt ??= at;
      if (hasTicket) meant.ticketAt ??= at;
    }
  }
  const periods = openPeriods(stays, owned, span);
  const opened = [...cases.values()].flat();
  for (const one of opened) {
    const inherited = inheritedAt(one, owned, periods);
    if (inherited !== null) one.takenAt = Math.min(one.takenAt ?? Infinity, inherited);
  }
  const until = (from: number, end: number | null): Duration => ({
    ms: Math.max(0, (end ?? span.to) - from),
    isOpen: end === null,
  });
  return {
    // A case that ended before anyone took it waited at least until then.
    taken: opened.map(({ from, to, takenAt }) =>
      takenAt === null ? { ...until(from, to), isOpen: true } : until(from, takenAt),
    ),
    ended: opened.map(({ from, to }) => until(from, to)),
    waiting: opened.flatMap(({ to, ticketAt }) => (ticketAt === null ? [] : [until(ticketAt, to)])),
  };
}

export function caseTimes(durations: readonly Duration[]): CaseTimes {
  const cases = durations.length;
  const open = durations.filter(({ isOpen }) => isOpen).length;
  if (cases < MIN_ATTEMPTS) return { kind: 'too-few', cases, open };
  return { kind: 'times', cases, open, medianMs: censoredTime(durations, 0.5), p90Ms: censoredTime(durations, 0.9) };
}

function openedCases(stays: readonly KeyedStay[], span: Span): Map<CaseKey, Opened[]> {
  const byKey = new Map<CaseKey, Map<number, CaseStay>>();
  for (const { key, stay } of stays) {
    let own = byKey.get(key);
    if (own === undefined) byKey.set(key, (own = new Map()));
    // A stay that ended while they were read comes twice: the later reading is right.
    own.set(stay.fromSeq, stay);
  }
  const opened = new Map<CaseKey, Opened[]>();
  for (const [key, own] of byKey) {
    const found: Opened[] = [];
    let chain: CaseStay[] = [];
    const close = () => {
      const [first, last] = [chain[0], chain.at(-1)];
      if (first === undefined || last === undefined || first.from < span.from || first.from >= span.to) return;
      const isOver = last.to !== null && last.ended !== 'moved' && last.to < span.to;
      found.push({ from: first.from, to: isOver ? last.to : null, stays: chain, takenAt: null, ticketAt: null });
    };
    for (const stay of [...own.values()].toSorted((one, other) => one.fromSeq - other.fromSeq)) {
      if (stay.began !== 'moved') {
        close();
        chain = [stay];
      } else if (chain.length > 0) chain.push(stay);
    }
    close();
    if (found.length > 0) opened.set(key, found);
  }
  return opened;
}

/** For each of these causes the times in which at least one case was open, as far as these stays show. */
function openPeriods(
  stays: readonly KeyedStay[],
  causes: Pick<ReadonlySet<CauseKey>, 'has'>,
  span: Span,
): ReadonlyMap<CauseKey, readonly Span[]> {
  const spans = new Map<CauseKey, Span[]>();
  for (const { stay } of stays) {
    if (!causes.has(stay.cause)) continue;
    const one = { from: stay.from, to: stay.to ?? span.to };
    const own = spans.get(stay.cause);
    if (own === undefined) spans.set(stay.cause, [one]);
    else own.push(one);
  }
  return new Map(Array.from(spans, ([cause, own]) => [cause, joinedSpans(own)]));
}

/** A case that joins a taken group is taken at once, unless the group was released or over in between. */
function inheritedAt(
  { stays }: Opened,
  owned: ReadonlyMap<CauseKey, readonly Ownership[]>,
  periods: ReadonlyMap<CauseKey, readonly Span[]>,
): number | null {
  for (const { cause, from } of stays) {
    const acts = owned.get(cause);
    if (acts === undefined) continue;
    const period = periods.get(cause)?.find((one) => one.from <= from && from <= one.to);
    const last = acts.findLast(({ at }) => at <= from);
    if (period !== undefined && last !== undefined && last.isOwned && last.at >= period.from) return from;
  }
  return null;
}
