/**
 * Coverage in numbers for one span of time, the same for page, command line and report. Lengths are the stored ones,
 * which no setting of the wall clock changes; the wall clock decides only what of them lies inside the span. What
 * neither a session nor a gap covers is unknown, and is counted as neither.
 */
import type { Coverage, Gap, Session } from './coverage.ts';
import { isReconnect } from './reconnect.ts';

export interface CoverageFigures {
  readonly watchedMs: number;
  /** Of gaps; reconnects are counted apart. */
  readonly blindMs: number;
  readonly reconnectMs: number;
  /** How many touch the span; a blindness that changed its reason on the way is one. */
  readonly gaps: number;
  readonly reconnects: number;
}

/** UTC epoch ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * @param now by the backend's wall clock: a gap that lasts is as long as until then.
 * @param liveUntil until when the session that lasts is known to have listened, UTC epoch ms; `null` when nobody
 *   listens, or nobody knows better than its last event.
 */
export function coverageFigures(
  { sessions, gaps }: Coverage,
  span: Span,
  now: number,
  liveUntil: number | null,
): CoverageFigures {
  const touching = gaps.filter((gap) => touches(gapSpan(gap, now), span));
  const reconnects = touching.filter((gap) => isReconnect(gap, now));
  const blind = touching.filter((gap) => !isReconnect(gap, now));
  const sum = (spans: readonly Span[]) => spans.reduce((total, each) => total + lengthInside(each, span), 0);
  return {
    watchedMs: sum(sessions.map((session) => sessionSpan(session, liveUntil))),
    blindMs: sum(blind.map((gap) => gapSpan(gap, now))),
    reconnectMs: sum(reconnects.map((gap) => gapSpan(gap, now))),
    gaps: countContiguous(blind.map((gap) => gapSpan(gap, now))),
    reconnects: reconnects.length,
  };
}

/** How much of it lies in the span: what `blindMs` is the sum of. @param now as for the figures */
export function gapOverlapMs(gap: Gap, span: Span, now: number): number {
  return lengthInside(gapSpan(gap, now), span);
}

function lengthInside(of: Span, span: Span): number {
  return Math.max(0, Math.min(of.to, span.to) - Math.max(of.from, span.from));
}

/** How many pieces they are, where one that begins as another ends goes on with it. */
function countContiguous(spans: readonly Span[]): number {
  const ends = new Set(spans.map(({ to }) => to));
  return spans.filter(({ from, to }) => from === to || !ends.has(from)).length;
}

/** As long as somebody listened, anchored at its end. */
function sessionSpan({ lastEventAt, lengthMs, to }: Session, liveUntil: number | null): Span {
  const end = to ?? Math.max(lastEventAt, liveUntil ?? lastEventAt);
  return { from: lastEventAt - lengthMs, to: end };
}

/** As long as nobody listened, anchored at its end; one that lasts begins where it began. */
function gapSpan({ from, to, lengthMs }: Gap, now: number): Span {
  if (to === null) return { from, to: Math.max(from, now) };
  return { from: lengthMs === null ? from : to - lengthMs, to };
}

/** Neighbouring spans share no gap, not even one of no length. */
function touches(gap: Span, span: Span): boolean {
  return gap.from < span.to && (gap.to > span.from || gap.from >= span.from);
}
