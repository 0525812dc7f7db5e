/**
 * Coverage arithmetic for one span of time: which parts were watched, which were blind, how much of each. What neither
 * a session nor a gap covers is unknown, and is counted as neither.
 */
import type { Coverage, Gap } from '../../src-shared/domain/coverage.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Gaps that lie so close together that a strip shows them as one mark. */
export interface GapMark extends Stretch {
  readonly gaps: readonly Gap[];
}

export interface CoverageSpans {
  readonly watched: readonly Stretch[];
  readonly blind: readonly GapMark[];
  readonly watchedMs: number;
  readonly blindMs: number;
}

/**
 * @param span UTC epoch ms.
 * @param liveUntil until when the session that lasts is known to have listened; `null` when nobody listens.
 * @param mergeMs gaps less than this apart share a mark.
 */
export function coverageSpans(
  coverage: Coverage,
  span: Stretch,
  liveUntil: number | null,
  mergeMs: number,
): CoverageSpans {
  const clip = (from: number, to: number): Stretch => ({
    from: Math.max(from, span.from),
    to: Math.min(Math.max(to, from), span.to),
  });
  const inside = (stretch: Stretch) => stretch.from <= stretch.to;
  const watched = joined(
    coverage.sessions
      .map((session) => clip(session.from, session.to ?? Math.max(session.lastEventAt, liveUntil ?? 0)))
      .filter(inside),
  );
  const marks: { from: number; to: number; gaps: Gap[] }[] = [];
  const gaps = coverage.gaps
    .map((gap) => ({ gap, ...clip(gap.from, gap.to ?? span.to) }))
    .filter(inside)
    .toSorted((a, b) => a.from - b.from);
  for (const { gap, from, to } of gaps) {
    const last = marks.at(-1);
    if (last !== undefined && from - last.to < mergeMs) {
      last.to = Math.max(last.to, to);
      last.gaps.push(gap);
    } else marks.push({ from, to, gaps: [gap] });
  }
  return { watched, blind: marks, watchedMs: total(watched), blindMs: total(joined(gaps)) };
}

/** Overlapping and touching stretches as one, oldest first. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function total(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + (to - from), 0);
}
