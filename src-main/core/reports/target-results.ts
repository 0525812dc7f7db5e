/** Compares the targets with what was reached, and says how much of the error budget is left. Pure. */
import type { CaseTimes, TargetResult } from '../../../src-shared/api/quality/service-report.ts';
import type { Duration } from '../../../src-shared/domain/quality/censored-times.ts';
import type { EndingCounts } from '../../../src-shared/domain/quality/ending.ts';
import { type AttemptKind, attemptKinds } from '../../../src-shared/domain/quality/hour-counts.ts';
import { endedIn, MIN_ATTEMPTS } from '../../../src-shared/domain/quality/success-rate.ts';
import type { ServiceTargets } from '../../../src-shared/domain/report-action.ts';

interface Reached {
  readonly totals: Readonly<Record<AttemptKind, EndingCounts>>;
  readonly spanMs: number;
  readonly watchedMs: number;
  readonly taken: readonly Duration[];
  readonly takenTimes: CaseTimes;
}

type Result = Omit<TargetResult, 'reason'>;

/** The share of the cases that may be taken later. */
const LATE_SHARE = 0.1;

export function targetResults(targets: ServiceTargets, reached: Reached): Result[] {
  const { totals, spanMs, watchedMs } = reached;
  const watched = watchedMs / spanMs;
  return [
    ...attemptKinds.map((kind) => successResult(`${kind}s`, targets.success, totals[kind])),
    {
      id: 'watched',
      target: targets.watched,
      actual: watched,
      state: watched >= targets.watched ? 'met' : 'missed',
      budget: budgetOf(Math.round((1 - targets.watched) * spanMs), spanMs - watchedMs),
    },
    takenResult(targets.takenMs, reached),
  ];
}

function successResult(id: 'localizations' | 'requests', target: number, counts: EndingCounts): Result {
  const of = endedIn(counts);
  const isKnown = of >= MIN_ATTEMPTS;
  const rate = counts.succeeded / of;
  return {
    id,
    target,
    actual: isKnown ? rate : null,
    state: !isKnown ? 'not-known' : rate >= target ? 'met' : 'missed',
    budget: budgetOf(isKnown ? allowedOf(1 - target, of) : null, of - counts.succeeded),
  };
}

function takenResult(takenMs: number, { taken, takenTimes }: Reached): Result {
  const late = taken.filter(({ ms }) => ms > takenMs).length;
  const p90Ms = takenTimes.kind === 'times' ? takenTimes.p90Ms : null;
  // Enough late cases decide it, also if so many are open that the point is not reached.
  const isMissed = takenTimes.kind === 'times' && (p90Ms === null ? late > LATE_SHARE * taken.length : p90Ms > takenMs);
  return {
    id: 'taken',
    target: takenMs,
    actual: p90Ms,
    state: isMissed ? 'missed' : p90Ms === null ? 'not-known' : 'met',
    budget: budgetOf(takenTimes.kind === 'too-few' ? null : allowedOf(LATE_SHARE, taken.length), late),
  };
}

/** Whole ones. 0.05 of 20 is 1, whatever its binary fraction is. */
function allowedOf(share: number, of: number): number {
  return Math.floor(share * of + 1e-9);
}

/** @param allowed null if there are too few attempts or cases to say */
function budgetOf(allowed: number | null, spent: number): TargetResult['budget'] {
  return { allowed, spent, left: allowed === null ? null : allowed - spent };
}
