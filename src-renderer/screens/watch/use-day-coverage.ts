/** Returns the coverage of the last 24 hours and since midnight in the shown zone. Updates with the clock. */
import { useMemo } from 'react';
import { type CoverageFigures, coverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { useAppearance, useCoverage, useKnownNow, useWatchedUntil } from '../../stores/use-stores.ts';
import { dayStart, zoneName } from '../../time/zoned-time.ts';

export interface DayCoverage {
  readonly day: CoverageFigures;
  readonly today: CoverageFigures;
  /** Gaps of the last 24 hours, newest first, without reconnects. */
  readonly gaps: readonly Gap[];
  readonly longestGap: Gap | null;
  readonly now: number;
  readonly watchedUntil: number | null;
}

const STEP_MS = 10_000;

export function useDayCoverage(): DayCoverage | null {
  const coverage = useCoverage(({ value }) => value);
  const zone = useAppearance((state) => state.zone);
  const now = useKnownNow(STEP_MS);
  const watchedUntil = useWatchedUntil(now);
  return useMemo(() => {
    if (coverage === null) return null;
    const midnight = dayStart(now, 0, zoneName(zone));
    const gaps = coverage.gaps
      .filter((gap) => !isReconnect(gap, now) && (gap.to ?? now) > now - COVERAGE_SPAN_MS)
      .toSorted((one, other) => other.from - one.from);
    const lengthOf = (gap: Gap) => gap.lengthMs ?? now - gap.from;
    const [longestGap = null] = gaps
      .filter(({ to }) => (to ?? now) > midnight)
      .toSorted((one, other) => lengthOf(other) - lengthOf(one));
    return {
      day: coverageFigures(coverage, { from: now - COVERAGE_SPAN_MS, to: now }, now, watchedUntil),
      today: coverageFigures(
        coverage,
        { from: Math.max(midnight, now - COVERAGE_SPAN_MS), to: now },
        now,
        watchedUntil,
      ),
      gaps,
      longestGap,
      now,
      watchedUntil,
    };
  }, [coverage, now, watchedUntil, zone]);
}
