/** By the wall clock. Time without a session or a gap is unknown. Not for sums; `coverage-figures.ts` has those. */
import type { Coverage, Gap, Session } from '../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../src-shared/domain/coverage/reconnect.ts';

interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Gaps that are so close together that the strip shows one mark. */
export interface GapMark extends TimeRange {
  readonly gaps: readonly Gap[];
}

export interface CoverageSpans {
  readonly watched: readonly TimeRange[];
  readonly blind: readonly GapMark[];
  readonly reconnects: readonly (TimeRange & { readonly gap: Gap })[];
}

/**
 * `liveUntil`: when the current session last received. `reconnecting`: the open gap is short enough for one. Gaps
 * closer than `mergeMs` share a mark.
 */
export function coverageSpans(
  coverage: Coverage,
  span: TimeRange,
  liveUntil: number | null,
  reconnecting: boolean,
  mergeMs: number,
): CoverageSpans {
  const clip = (from: number, to: number): TimeRange => ({
    from: Math.max(from, span.from),
    to: Math.min(Math.max(to, from), span.to),
  });
  const inside = (stretch: TimeRange) => stretch.from <= stretch.to;
  const watched = joined(
    coverage.sessions
      .filter(({ from }) => from < span.to)
      .map((session) => clip(session.from, session.to ?? Math.max(session.lastEventAt, liveUntil ?? 0)))
      .filter(inside),
  );
  const losses = coverage.gaps
    .filter(({ from }) => from < span.to)
    .map((gap) => ({ gap, ...clip(gap.from, gap.to ?? span.to) }))
    .filter(inside)
    .toSorted((a, b) => a.from - b.from);
  const isShort = (gap: Gap) => (gap.to === null ? reconnecting : isReconnect(gap, span.to));
  const marks: { from: number; to: number; gaps: Gap[] }[] = [];
  for (const { gap, from, to } of losses.filter((loss) => !isShort(loss.gap))) {
    const last = marks.at(-1);
    if (last !== undefined && from - last.to < mergeMs) {
      last.to = Math.max(last.to, to);
      last.gaps.push(gap);
    } else marks.push({ from, to, gaps: [gap] });
  }
  return { watched, blind: marks, reconnects: losses.filter(({ gap }) => isShort(gap)) };
}

export function gapLengthMs(gap: Gap, now: number): number {
  return gap.lengthMs ?? Math.max(0, now - gap.from);
}

export function sessionLengthMs(session: Session, liveUntil: number | null): number {
  const since = session.to === null ? Math.max(0, (liveUntil ?? 0) - session.lastEventAt) : 0;
  return session.lengthMs + since;
}

/** Merges overlapping and touching spans, oldest first. */
function joined(stretches: readonly TimeRange[]): TimeRange[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
