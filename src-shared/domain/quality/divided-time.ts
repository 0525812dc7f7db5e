/** The one definition of good, bad and not watched time. The three add up to exactly the span, and to exactly 100 %. */
import type { Coverage } from '../coverage/coverage.ts';
import type { Span } from '../coverage/coverage-figures.ts';
import type { WatchedTime } from './quality-schemas.ts';
import { watchedTime } from './watched-time.ts';

export interface DividedTime {
  /** Watched, with what was watched in bad hours and on days that were not counted. */
  readonly watched: WatchedTime;
  /** Watched, and no hour in which too many attempts failed. */
  readonly goodMs: number;
  readonly badMs: number;
  /** Gaps, time of which nothing is stored, and `uncountedMs`. */
  readonly notWatchedMs: number;
  /** Watched on days whose events were removed before they were counted, so it is not known how it went. */
  readonly uncountedMs: number;
}

interface DividedBy {
  readonly span: Span;
  /** Both: in order, inside of the span, without overlaps. */
  readonly bad: readonly Span[];
  readonly uncounted: readonly Span[];
}

/** `now` and `liveUntil` as for `watchedTime`. */
export function divideTime(
  coverage: Coverage,
  { span, bad, uncounted }: DividedBy,
  now: number,
  liveUntil: number | null,
): DividedTime {
  const watchedIn = (part: Span) => watchedTime(coverage, part, now, liveUntil);
  const sum = (parts: readonly Span[]) => parts.reduce((total, part) => total + watchedMs(watchedIn(part)), 0);
  const watched = watchedIn(span);
  const [badMs, uncountedMs] = [sum(bad), sum(uncounted)];
  const goodMs = watchedMs(watched) - badMs - uncountedMs;
  return { watched, goodMs, badMs, notWatchedMs: span.to - span.from - goodMs - badMs, uncountedMs };
}

/** A planned reconnect of seconds counts as watched. */
function watchedMs({ watchedMs: sessionMs, reconnectMs }: WatchedTime): number {
  return sessionMs + reconnectMs;
}

/** 10 000 basis points are 100 %. */
export const WHOLE = 10_000;

/** 99.9 is 0.999, whatever its binary fraction is. */
export function shareOfPercent(percent: number): number {
  return Math.round((percent * WHOLE) / 100) / WHOLE;
}

/**
 * Divides `WHOLE` by the weights, so that the rounded parts add up to it (largest remainder). A part that is not 0 gets
 * at least 1, so that no gap is printed as 0 %. All are 0 if the weights are.
 */
export function basisPoints(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / sum) * WHOLE);
  const parts = exact.map((part) => (part > 0 && part < 1 ? 1 : Math.floor(part)));
  let left = WHOLE - parts.reduce((total, part) => total + part, 0);
  const order = exact
    .map((part, index) => ({ index, remainder: part < 1 ? -1 : part - Math.floor(part), part }))
    .toSorted((one, other) => other.remainder - one.remainder || other.part - one.part);
  for (let turn = 0; left > 0; turn += 1, left -= 1) add(parts, order[turn % order.length]?.index, 1);
  // The parts of at least 1 may have taken more than is left: the greatest gives it back.
  const greatest = exact.indexOf(Math.max(...exact));
  if (left < 0) add(parts, greatest, left);
  return parts;
}

function add(parts: number[], index: number | undefined, points: number): void {
  if (index !== undefined) parts[index] = (parts[index] ?? 0) + points;
}
