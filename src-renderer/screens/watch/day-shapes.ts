/**
 * Computes the bars of the last 24 hours: failed at the base line, then partial and unknown, succeeded on top. A failed
 * part is at least 4 px high. The scale is that of an ordinary day, so a storm does not change it: a taller bar is
 * broken and shows its number. Pure.
 */
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import type { OutcomeBars } from '../../stores/timeline/tally-sums.ts';

/** Order from the base line. Steps in progress are not an outcome and are not drawn. */
export const DAY_STACK = ['failed', 'partial', 'unknown', 'succeeded'] as const satisfies readonly Outcome[];
type DayOutcome = (typeof DAY_STACK)[number];

interface DayPart {
  readonly outcome: DayOutcome;
  readonly count: number;
  /** px above the base line. */
  readonly bottom: number;
  readonly height: number;
}
export interface DayColumn {
  readonly total: number;
  readonly parts: readonly DayPart[];
  /** Number of a bar taller than the scale, with its outcome if there is only one; null if the bar fits. */
  readonly beyond: { readonly count: number; readonly outcome: DayOutcome | null } | null;
}

const MIN_PART_PX = 4;
/** Quantile: up to 10 % of the quarter hours may exceed the scale. */
const ORDINARY_QUANTILE = 0.9;
/** Factor above the ordinary value. */
const HEADROOM = 1.2;
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10];
const MIN_SCALE = 10;

/** Returns the value of the full height: a round, even number, so that half of it can label a line. */
export function dayScale(totals: readonly number[]): number {
  const busy = totals.filter((total) => total > 0).toSorted((one, other) => one - other);
  const ordinary = busy[Math.floor(busy.length * ORDINARY_QUANTILE)] ?? busy.at(-1) ?? 0;
  // With fewer than ten quarter hours, the median replaces the quantile.
  const target = Math.max(
    MIN_SCALE,
    (busy.length < 10 ? (busy[Math.floor(busy.length / 2)] ?? 0) : ordinary) * HEADROOM,
  );
  const power = 10 ** Math.floor(Math.log10(target));
  return (STEPS.find((step) => step * power >= target) ?? 10) * power;
}

export function dayColumns(
  bars: OutcomeBars,
  count: number,
  heightPx: number,
): { scale: number; columns: DayColumn[] } {
  const counted = Array.from({ length: count }, (_, index) =>
    DAY_STACK.map((outcome) => ({ outcome, count: bars.get(outcome)?.[index] ?? 0 })).filter((part) => part.count > 0),
  );
  const totals = counted.map((parts) => parts.reduce((sum, part) => sum + part.count, 0));
  const scale = dayScale(totals);
  return {
    scale,
    columns: counted.map((parts, index) => {
      const total = totals[index] ?? 0;
      return { total, parts: stacked(parts, total, scale, heightPx), beyond: excessOf(parts, total, scale) };
    }),
  };
}

function excessOf(
  parts: readonly { outcome: DayOutcome; count: number }[],
  total: number,
  scale: number,
): DayColumn['beyond'] {
  if (total <= scale) return null;
  return parts.find(({ count }) => count > scale) ?? { count: total, outcome: null };
}

function stacked(
  parts: readonly { outcome: DayOutcome; count: number }[],
  total: number,
  scale: number,
  heightPx: number,
): DayPart[] {
  const barPx = (Math.min(total, scale) / scale) * heightPx;
  const minHeight = (outcome: DayOutcome) => (outcome === 'succeeded' ? 1 : MIN_PART_PX);
  const heights = parts.map(({ outcome, count }) => Math.max(minHeight(outcome), (barPx * count) / total));
  // Takes the height added to small parts from the largest part, so that the bar keeps its total height.
  const excess = heights.reduce((sum, height) => sum + height, 0) - Math.max(barPx, MIN_PART_PX);
  const largest = heights.indexOf(Math.max(...heights));
  let bottom = 0;
  return parts.map((part, index) => {
    const fullHeight = heights[index] ?? 0;
    const height = index === largest ? Math.max(minHeight(part.outcome), fullHeight - Math.max(0, excess)) : fullHeight;
    const shape = { ...part, bottom, height };
    bottom += height;
    return shape;
  });
}
