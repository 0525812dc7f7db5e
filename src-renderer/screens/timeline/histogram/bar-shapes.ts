/**
 * Computes the shapes of bars: failed at the base, so that bars can be compared, succeeded on top. Each outcome that
 * occurs is at least 2 px high. Pure.
 */
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { OutcomeBars } from '../../../stores/timeline/tally-sums.ts';

/** `null`: events without an outcome, such as the start of a session. */
export const STACK: readonly (Outcome | null)[] = ['failed', 'partial', 'unknown', 'in-progress', null, 'succeeded'];
const MIN_PART_PX = 2;

interface BarPart {
  readonly outcome: Outcome | null;
  readonly count: number;
  /** px above the base. */
  readonly bottom: number;
  readonly height: number;
}
export interface BarShape {
  readonly total: number;
  readonly parts: readonly BarPart[];
}

export function barShapes(bars: OutcomeBars, count: number, heightPx: number): BarShape[] {
  const columns = Array.from({ length: count }, (_, index) =>
    STACK.map((outcome) => ({ outcome, count: bars.get(outcome)?.[index] ?? 0 })).filter((part) => part.count > 0),
  );
  const totals = columns.map((parts) => parts.reduce((sum, part) => sum + part.count, 0));
  const maxTotal = Math.max(1, ...totals);
  return columns.map((parts, index) => {
    const total = totals[index] ?? 0;
    return { total, parts: stacked(parts, (heightPx * total) / maxTotal, total, heightPx) };
  });
}

function stacked(
  parts: readonly { outcome: Outcome | null; count: number }[],
  barPx: number,
  total: number,
  maxPx: number,
): BarPart[] {
  const raised = parts.map((part) => ({ ...part, height: Math.max(MIN_PART_PX, (barPx * part.count) / total) }));
  // Takes the height added to small parts from the largest part, so that the bar keeps its total height if possible.
  const minHeightPx = parts.length * MIN_PART_PX;
  const excess = raised.reduce((sum, { height }) => sum + height, 0) - Math.min(maxPx, Math.max(barPx, minHeightPx));
  const largest = raised.reduce((at, part, index) => (part.height > (raised[at]?.height ?? 0) ? index : at), 0);
  let bottom = 0;
  return raised.map((part, index) => {
    const height = index === largest ? Math.max(MIN_PART_PX, part.height - Math.max(0, excess)) : part.height;
    const shape = { ...part, bottom, height };
    bottom += height;
    return shape;
  });
}
