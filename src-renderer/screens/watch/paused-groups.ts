/**
 * Pauses the list of groups: counts may change in place, but order and rows may not. Other changes are counted and
 * apply when the pause ends. Pure.
 */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';

export interface GroupRow {
  readonly group: FailureGroup;
  /** True if the group has no open failure left; the row is removed when the pause ends. */
  readonly isResolved: boolean;
}
export interface PausedGroups {
  readonly rows: readonly GroupRow[];
  readonly pendingChanges: number;
}

/** @param paused the groups when the pause started; null if the list is not paused */
export function pausedGroups(paused: readonly FailureGroup[] | null, present: readonly FailureGroup[]): PausedGroups {
  if (paused === null) return { rows: present.map((group) => ({ group, isResolved: false })), pendingChanges: 0 };
  const byKey = new Map(present.map((group) => [group.key, group]));
  const rows = paused.map((group): GroupRow => {
    const now = byKey.get(group.key);
    return now === undefined ? { group, isResolved: true } : { group: now, isResolved: false };
  });
  const pausedKeys = new Set(paused.map(({ key }) => key));
  const added = present.filter(({ key }) => !pausedKeys.has(key)).length;
  const removed = rows.filter(({ isResolved }) => isResolved).length;
  const stayed = present.filter(({ key }) => pausedKeys.has(key));
  const before = rows.filter(({ isResolved }) => !isResolved);
  const moved = stayed.filter(({ key }, index) => before[index]?.group.key !== key).length;
  return { rows, pendingChanges: added + removed + moved };
}

/** Returns the storm for the large panel: the worst that is not muted; null if there is none. */
export function stormOf(rows: readonly GroupRow[]): FailureGroup | null {
  return rows.find(({ group, isResolved }) => group.isStorm && group.mute === null && !isResolved)?.group ?? null;
}

export type Trend = 'rising' | 'steady' | 'slowing';

const MINUTE_MS = 60_000;
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
