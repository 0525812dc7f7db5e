/** Finds the storm among the groups that need attention, and its trend. Pure. */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import { MINUTE_MS } from '../../../src-shared/lib/durations.ts';

/** Returns the storm for the large panel: the worst that is not muted; null if there is none. */
export function stormOf(groups: readonly FailureGroup[], resolved: ReadonlySet<string>): FailureGroup | null {
  return groups.find(({ key, isStorm, mute }) => isStorm && mute === null && !resolved.has(key)) ?? null;
}

export type Trend = 'rising' | 'steady' | 'slowing';

/** Shares: below 0.8 of the peak is slowing; above 1.2 of the minute before is rising. */
const SLOWING = 0.8;
const RISING = 1.2;

/** Returns the failures of the last minute and their trend, compared with the minute before and with the peak. */
export function trendOf({ spark }: Pick<FailureGroup, 'spark'>): {
  readonly lastMinute: number;
  readonly trend: Trend;
} {
  const bars = Math.max(1, Math.round(MINUTE_MS / spark.stepMs));
  const minutes = spark.counts.map((_, end) => sum(spark.counts.slice(Math.max(0, end + 1 - bars), end + 1)));
  const last = minutes.at(-1) ?? 0;
  const before = minutes.at(-1 - bars) ?? 0;
  const peak = Math.max(0, ...minutes);
  const lastMinute = spark.stepMs > MINUTE_MS ? Math.round((last * MINUTE_MS) / spark.stepMs) : last;
  if (last > before * RISING) return { lastMinute, trend: 'rising' };
  return { lastMinute, trend: last < peak * SLOWING ? 'slowing' : 'steady' };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
