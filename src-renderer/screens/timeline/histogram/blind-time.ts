/** Computes how long a span was not watched, and its newest gap. Pure. */
import { coverageFigures } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import type { Coverage } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';

export interface BlindTime {
  readonly blindMs: number;
  readonly gaps: number;
  readonly newestGap: number | null;
}

export const NOT_BLIND: BlindTime = { blindMs: 0, gaps: 0, newestGap: null };

export function blindTimeOf(
  coverage: Coverage | null,
  { from, to }: TimeSpan,
  now: number,
  watchedUntil: number | null,
): BlindTime {
  if (coverage === null) return NOT_BLIND;
  const { blindMs, gaps } = coverageFigures(coverage, { from, to: Math.min(to, now) }, now, watchedUntil);
  const newest = coverage.gaps.findLast((gap) => gap.from < to && (gap.to ?? now) > from);
  return { blindMs, gaps, newestGap: newest?.id ?? null };
}
