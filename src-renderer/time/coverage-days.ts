/** Coverage of a span, or of each day of a time zone. A day has 23 or 25 hours when the clocks change. */
import { type CoverageFigures, coverageFigures } from '../../src-shared/domain/coverage/coverage-figures.ts';
import type { Coverage } from '../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../src-shared/domain/coverage/reconnect.ts';
import type { TimeSpan } from './bar-edges.ts';
import { type CoverageSpans, coverageSpans } from './coverage-spans.ts';
import { dayStart } from './zoned-time.ts';

export interface CoverageDay {
  /** UTC epoch ms; `to` is the start of the next day. */
  readonly from: number;
  readonly to: number;
  readonly lengthMs: number;
  readonly figures: CoverageFigures;
  readonly spans: CoverageSpans;
  /** Without a session or a gap, ms: for example before the first session. */
  readonly unknownMs: number;
}

/** Gaps closer together share a mark: two minutes are about a pixel. */
const MERGE_MS = 120_000;

/** Today first. `liveUntil` as for `coverageFigures`. */
export function coverageDays(
  coverage: Coverage,
  count: number,
  now: number,
  liveUntil: number | null,
  timeZone: string,
): CoverageDay[] {
  return Array.from({ length: count }, (_, before) =>
    coverageBar(
      coverage,
      { from: dayStart(now, before, timeZone), to: dayStart(now, before - 1, timeZone) },
      now,
      liveUntil,
    ),
  );
}

export function coverageBar(
  coverage: Coverage,
  { from, to }: TimeSpan,
  now: number,
  liveUntil: number | null,
): CoverageDay {
  const isReconnecting = coverage.gaps.some((gap) => gap.to === null && isReconnect(gap, now));
  const known = { from, to: Math.min(to, now) };
  const figures = coverageFigures(coverage, known, now, liveUntil);
  const lengthMs = known.to - from;
  return {
    from,
    to,
    lengthMs,
    figures,
    spans: coverageSpans(coverage, known, liveUntil, isReconnecting, MERGE_MS),
    unknownMs: Math.max(0, lengthMs - figures.watchedMs - figures.blindMs - figures.reconnectMs),
  };
}
