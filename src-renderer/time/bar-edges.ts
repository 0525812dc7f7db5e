import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src-shared/lib/durations.ts';

/**
 * Edges lie on full units of the zone. A day of 23 hours is one bar; an hour that a clock change repeats is two. Pure.
 */
const SECOND = 1_000;
/** 1 January 1970 was a Thursday; weeks start on Monday. */
const FIRST_MONDAY = 4 * DAY_MS;

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that local time is ahead of UTC at a given time. */
export type ZoneOffset = (at: number) => number;

export type BarUnit =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'month'; readonly months: number };

export interface BarEdges {
  readonly unit: BarUnit;
  /** UTC epoch ms, ascending; one more than there are bars. */
  readonly edges: readonly number[];
}

const SIZES = [1, 2, 5, 10, 15, 30].flatMap((count) => [count * SECOND, count * MINUTE_MS]);
const UNITS: readonly BarUnit[] = [
  ...[...SIZES, 20 * MINUTE_MS, ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS), DAY_MS, 7 * DAY_MS]
    .toSorted((one, other) => one - other)
    .map((ms): BarUnit => ({ kind: 'time', ms })),
  ...[1, 3, 12, 120, 1_200].map((months): BarUnit => ({ kind: 'month', months })),
];
/** A month's minimum length. Used only to estimate the number of bars. */
const MIN_MONTH_MS = 28 * DAY_MS;
export const MAX_BARS = 200;

/** @param maxBars bars that fit; the result uses the smallest unit that needs no more */
export function barEdges({ from, to }: TimeSpan, maxBars: number, offset: ZoneOffset): BarEdges {
  const room = Math.max(1, Math.min(maxBars, MAX_BARS));
  const length = Math.max(SECOND, to - from);
  const first = UNITS.findIndex((unit) => length / minUnitMs(unit) <= room + 1);
  for (const unit of UNITS.slice(first === -1 ? UNITS.length - 1 : first)) {
    const edges = edgesOf({ from, to: from + length }, unit, offset, room);
    if (edges !== null) return { unit, edges };
  }
  // The span is longer than any calendar unit: one bar.
  return { unit: { kind: 'month', months: 1_200 }, edges: [from, from + length] };
}

function minUnitMs(unit: BarUnit): number {
  return unit.kind === 'time' ? unit.ms : unit.months * MIN_MONTH_MS;
}

function edgesOf({ from, to }: TimeSpan, unit: BarUnit, offset: ZoneOffset, maxBars: number): number[] | null {
  const edges = [startOfUnit(from, unit, offset)];
  for (let at = edges[0] ?? from; at < to;) {
    if (edges.length > maxBars) return null;
    at = next(at, unit, offset);
    edges.push(at);
  }
  return edges;
}

function startOfUnit(at: number, unit: BarUnit, offset: ZoneOffset): number {
  const wall = at + offset(at);
  // Subtracts from UTC, so that the second of two repeated hours also starts correctly.
  if (unit.kind === 'time' && unit.ms <= HOUR_MS) return at - modulo(wall, unit.ms);
  return Math.min(at, momentOf(wallFloor(wall, unit), at, offset));
}

function next(at: number, unit: BarUnit, offset: ZoneOffset): number {
  // Clock changes rename hours but do not change their length, so add in UTC.
  if (unit.kind === 'time' && unit.ms <= HOUR_MS) return at + unit.ms;
  const wall = wallFloor(at + offset(at), unit);
  const following = unit.kind === 'time' ? wall + unit.ms : monthsAfter(wall, unit.months);
  return Math.max(at + 1, momentOf(following, at, offset));
}

function wallFloor(wall: number, unit: BarUnit): number {
  if (unit.kind === 'month') {
    const date = new Date(wall);
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const first = months - modulo(months, unit.months);
    return Date.UTC(Math.floor(first / 12), modulo(first, 12));
  }
  const phase = unit.ms === 7 * DAY_MS ? FIRST_MONDAY : 0;
  return wall - modulo(wall - phase, unit.ms);
}

function monthsAfter(wall: number, months: number): number {
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** If the clock skips that time, returns the time after the change. */
function momentOf(wall: number, near: number, offset: ZoneOffset): number {
  const guess = wall - offset(near);
  const better = wall - offset(guess);
  return offset(better) === offset(guess) ? better : Math.max(guess, better);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
