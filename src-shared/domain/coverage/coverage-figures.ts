/**
 * Lengths are the stored ones, which do not change when the clock is set; the wall clock decides which part lies in the
 * span. Time that neither a session nor a gap covers is unknown.
 */
import type { Coverage, Gap, Session } from './coverage.ts';
import { isReconnect } from './reconnect.ts';

export interface CoverageFigures {
  readonly watchedMs: number;
  readonly blindMs: number;
  readonly reconnectMs: number;
  /** Number of gaps that touch the span. Adjacent gaps, such as one that changed its reason, count as one. */
  readonly gaps: number;
  readonly reconnects: number;
}

/** UTC epoch ms; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** `liveUntil`: time until which the open session is known to work; null if interrupted or not known. */
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

export function gapOverlapMs(gap: Gap, span: Span, now: number): number {
  return lengthInside(gapSpan(gap, now), span);
}

export function lengthInside(of: Span, span: Span): number {
  return Math.max(0, Math.min(of.to, span.to) - Math.max(of.from, span.from));
}

function countContiguous(spans: readonly Span[]): number {
  const ends = new Set(spans.map(({ to }) => to));
  return spans.filter(({ from, to }) => from === to || !ends.has(from)).length;
}

export function sessionSpan({ lastEventAt, lengthMs, to }: Session, liveUntil: number | null): Span {
  const end = to ?? Math.max(lastEventAt, liveUntil ?? lastEventAt);
  return { from: lastEventAt - lengthMs, to: end };
}

/** Span of the gap by its stored length, anchored at its end; an open gap is anchored at its start. */
export function gapSpan({ from, to, lengthMs }: Gap, now: number): Span {
  if (to === null) return { from, to: Math.max(from, now) };
  return { from: lengthMs === null ? from : to - lengthMs, to };
}

/** Neighbouring spans share no gap, not even one of length 0. */
function touches(gap: Span, span: Span): boolean {
  return gap.from < span.to && (gap.to > span.from || gap.from >= span.from);
}
