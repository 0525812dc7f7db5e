/** Computes what a chart draws: the shapes of its bars, and the blind time over them. */
import { useMemo } from 'react';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import type { OutcomeBars } from '../../stores/timeline/tally-sums.ts';
import { blindSpans } from './bar-labels.ts';
import { barShapes, type BarStyle } from './bar-shapes.ts';

interface BarsInput {
  readonly bars: { readonly edges: readonly number[]; readonly outcomes: OutcomeBars } | null;
  readonly coverage: Coverage | null;
  readonly heightPx: number;
  readonly style: BarStyle;
  readonly now: number;
  readonly watchedUntil: number | null;
  readonly mergeGapsMs: number;
}

const NO_EDGES: readonly number[] = [];
const NO_BARS: OutcomeBars = new Map();

export function useBars({ bars, coverage, heightPx, style, now, watchedUntil, mergeGapsMs }: BarsInput) {
  const { edges, outcomes } = bars ?? { edges: NO_EDGES, outcomes: NO_BARS };
  const { scale, shapes, floorPx } = useMemo(
    () => barShapes(outcomes, Math.max(0, edges.length - 1), heightPx, style),
    [outcomes, edges, heightPx, style],
  );
  const blind = useMemo(
    () => (coverage === null ? [] : blindSpans(coverage, edges, now, watchedUntil, mergeGapsMs)),
    [coverage, edges, now, watchedUntil, mergeGapsMs],
  );
  return { edges, shapes, floorPx, maxCount: scale, blind };
}
