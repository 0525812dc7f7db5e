/**
 * The list under a pointer or a cursor stands still: counts in place may change, order and rows may not. What would be
 * otherwise by now is counted, and comes when the list is let go. Pure.
 */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';

export interface GroupRow {
  readonly group: FailureGroup;
  /** Nothing of it is open any more; it goes when the list is let go. */
  readonly isResolved: boolean;
}
export interface PausedGroups {
  readonly rows: readonly GroupRow[];
  /** That wait: groups that came, went, or stand elsewhere by now. */
  readonly pendingChanges: number;
}

/** @param held as they were when the list was taken hold of; `null`: it is not held */
export function pausedGroups(held: readonly FailureGroup[] | null, present: readonly FailureGroup[]): PausedGroups {
  if (held === null) return { rows: present.map((group) => ({ group, isResolved: false })), pendingChanges: 0 };
  const byKey = new Map(present.map((group) => [group.key, group]));
  const rows = held.map((group): GroupRow => {
    const now = byKey.get(group.key);
    return now === undefined ? { group, isResolved: true } : { group: now, isResolved: false };
  });
  const heldKeys = new Set(held.map(({ key }) => key));
  const came = present.filter(({ key }) => !heldKeys.has(key)).length;
  const went = rows.filter(({ isResolved }) => isResolved).length;
  const stayed = present.filter(({ key }) => heldKeys.has(key));
  const before = rows.filter(({ isResolved }) => !isResolved);
  const moved = stayed.filter(({ key }, place) => before[place]?.group.key !== key).length;
  return { rows, pendingChanges: came + went + moved };
}

/** The storm that is drawn large, as row one: the worst of those that nobody muted. `null`: there is none. */
export function stormOf(rows: readonly GroupRow[]): FailureGroup | null {
  return rows.find(({ group, isResolved }) => group.isStorm && group.mute === null && !isResolved)?.group ?? null;
}

export type Trend = 'rising' | 'steady' | 'slowing';

const MINUTE_MS = 60_000;
/** Less than this of the peak is slowing; more than this of the minute before is rising. */
const SLOWING = 0.8;
const RISING = 1.2;

/** How many in the last minute, and how that compares with the peak, else with the minute before. */
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
