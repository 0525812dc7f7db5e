/** The past of a cause: how often its group was open before, how that ended, and what retries brought. */
import type { Outcome } from '../event/outcomes.ts';
import { censoredTime } from './censored-times.ts';
import type { PastPeriod, PastRecovery, PastStay, RetryResult } from './quality-schemas.ts';
import { rateOf } from './success-rate.ts';
import { MINUTE_MS } from '../../lib/durations.ts';

/** Returns the newest first. `stays`: ended ones, in any order. */
export function pastPeriods(stays: readonly PastStay[]): PastPeriod[] {
  const periods: PastPeriod[] = [];
  for (const { from, to, ended } of stays.toSorted((one, other) => one.from - other.from)) {
    const last = periods.at(-1);
    if (last === undefined || from > last.to) periods.push({ from, to, cases: 1, ended });
    else
      periods[periods.length - 1] = {
        from: last.from,
        to: Math.max(last.to, to),
        cases: last.cases + 1,
        ended: to >= last.to ? ended : last.ended,
      };
  }
  return periods.toReversed();
}

/** A case that was marked as done, or failed for another cause, had not recovered by then. */
export function pastRecovery(stays: readonly PastStay[]): PastRecovery {
  const durations = stays.map(({ from, to, ended }) => ({ ms: Math.max(0, to - from), isOpen: ended !== 'well' }));
  return { halfMs: censoredTime(durations, 0.5), mostMs: censoredTime(durations, 0.9), of: stays.length };
}

/** The attempt that followed one that had failed. */
export interface Retry {
  readonly waitedMs: number;
  readonly outcome: Outcome;
}

const WAITS = [0, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

/** Retries without a result are not counted. */
export function retryResults(retries: readonly Retry[]): RetryResult[] {
  const ended = retries.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'failed');
  return WAITS.map((fromMs, index) => {
    const toMs = WAITS[index + 1] ?? null;
    // A clock that was set back makes a wait negative.
    const found = ended.filter(({ waitedMs }) => {
      const wait = Math.max(0, waitedMs);
      return wait >= fromMs && (toMs === null || wait < toMs);
    });
    const hits = found.filter(({ outcome }) => outcome === 'succeeded').length;
    return { fromMs, toMs, rate: rateOf({ hits, of: found.length }) };
  });
}
