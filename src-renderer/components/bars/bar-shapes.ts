/** The failed part is at the base of its lane, so that bars can be compared. Each outcome has a minimum height. Pure. */
import type { Outcome } from '../../../src-shared/domain/event/outcomes.ts';
import type { OutcomeBars } from '../../stores/timeline/tally-sums.ts';

/** `null`: events without an outcome, such as the start of a session. */
type BarOutcome = Outcome | null;

export interface BarStyle {
  /** Order from the base line. Other outcomes are not drawn. */
  readonly stack: readonly BarOutcome[];
  readonly minPartPx: (outcome: BarOutcome) => number;
  /** Returns the value of the full height. */
  readonly scaleOf: (totals: readonly number[]) => number;
  /** Drawn as a low lane at the base with its own scale, so that the others can be seen; null if there is no lane. */
  readonly band: Outcome | null;
}

interface BarCount {
  readonly outcome: BarOutcome;
  readonly count: number;
}

interface BarPart extends BarCount {
  readonly bottom: number;
  readonly height: number;
}

export interface BarShape {
  readonly parts: readonly BarPart[];
  /** Number of a bar taller than the scale, with its outcome if there is only one; null if the bar fits. */
  readonly beyond: BarCount | null;
}

/** The tallest bar has the full height. */
export const TALLEST: BarStyle = {
  stack: ['failed', 'partial', 'unknown', 'in-progress', null, 'succeeded'],
  minPartPx: () => 2,
  scaleOf: (totals) => Math.max(1, ...totals),
  band: null,
};

/**
 * Failures are above successes. Their scale is that of an ordinary day, so a storm does not change it. Steps in progress
 * are not an outcome.
 */
export const ORDINARY_DAY: BarStyle = {
  stack: ['failed', 'partial', 'unknown'],
  minPartPx: () => 4,
  scaleOf: dayScale,
  band: 'succeeded',
};

/** Share of the height; 16 px of a usual chart. */
const BAND_SHARE = 0.14;
const BAND_SPACE_PX = 3;

/** Quantile: up to 10 % of the quarter hours may exceed the scale. */
const ORDINARY_QUANTILE = 0.9;
const HEADROOM = 1.2;
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10];
const MIN_SCALE = 10;

/** Factor: a bar that exceeds the scale by less is not broken; a larger scale holds it. */
const MIN_BREAK = 1.5;
/** Factor: with a larger scale, an ordinary day would be too low. */
const MAX_LARGER = 2;

/** Returns a round, even number, so that half of it can label a line. */
function dayScale(totals: readonly number[]): number {
  const busy = totals.filter((total) => total > 0).toSorted((one, other) => one - other);
  const ordinary = busy[Math.floor(busy.length * ORDINARY_QUANTILE)] ?? busy.at(-1) ?? 0;
  // With fewer than ten quarter hours, the median replaces the quantile.
  const target = Math.max(
    MIN_SCALE,
    (busy.length < 10 ? (busy[Math.floor(busy.length / 2)] ?? 0) : ordinary) * HEADROOM,
  );
  const power = 10 ** Math.floor(Math.log10(target));
  const scales = [...STEPS, ...STEPS.map((step) => 10 * step)].map((step) => step * power);
  const scale = scales.find((one) => one >= target) ?? target;
  const isClear = (one: number) => busy.every((total) => total <= one || total > one * MIN_BREAK);
  return scales.find((one) => one >= scale && one <= scale * MAX_LARGER && isClear(one)) ?? scale;
}

export function barShapes(
  bars: OutcomeBars,
  count: number,
  heightPx: number,
  style: BarStyle,
): { readonly scale: number; readonly shapes: readonly BarShape[]; readonly floorPx: number } {
  const bandPx = style.band === null ? 0 : heightPx * BAND_SHARE;
  const floorPx = bandPx === 0 ? 0 : bandPx + BAND_SPACE_PX;
  const banded = style.band === null ? [] : (bars.get(style.band) ?? []);
  const maxBanded = Math.max(1, ...banded);
  const counted = Array.from({ length: count }, (_, index) =>
    style.stack
      .map((outcome) => ({ outcome, count: bars.get(outcome)?.[index] ?? 0 }))
      .filter((part) => part.count > 0),
  );
  const totals = counted.map((parts) => parts.reduce((sum, part) => sum + part.count, 0));
  const scale = style.scaleOf(totals);
  const shapes = counted.map((parts, index): BarShape => {
    const total = totals[index] ?? 0;
    const barPx = (Math.min(total, scale) / scale) * (heightPx - floorPx);
    const tallest = parts.find((part) => part.count > scale) ?? { count: total, outcome: null };
    const above = stacked(parts, barPx, total, style).map((part) => ({ ...part, bottom: part.bottom + floorPx }));
    const ok = banded[index] ?? 0;
    const below = { outcome: style.band, count: ok, bottom: 0, height: Math.max(1, (ok / maxBanded) * bandPx) };
    return { parts: ok === 0 ? above : [below, ...above], beyond: total > scale ? tallest : null };
  });
  return { scale, shapes, floorPx };
}

function stacked(parts: readonly BarCount[], barPx: number, total: number, { minPartPx }: BarStyle): BarPart[] {
  const heights = parts.map(({ outcome, count }) => Math.max(minPartPx(outcome), (barPx * count) / total));
  // Takes the height added to small parts from the largest part, so that the bar keeps its total height if possible.
  const excess = Math.max(0, heights.reduce((sum, height) => sum + height, 0) - barPx);
  const largest = heights.indexOf(Math.max(...heights));
  let bottom = 0;
  return parts.map((part, index) => {
    const full = heights[index] ?? 0;
    const height = index === largest ? Math.max(minPartPx(part.outcome), full - excess) : full;
    const shape = { ...part, bottom, height };
    bottom += height;
    return shape;
  });
}
