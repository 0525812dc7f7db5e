/**
 * Divides a span into time that was watched, reconnects, time that was not watched by reason, and time of which nothing
 * is known. The parts never overlap, so their sum is exactly the span, even if a clock was set.
 */
import { gapSpan, sessionSpan, type Span } from '../coverage/coverage-figures.ts';
import type { Coverage, GapReason } from '../coverage/coverage.ts';
import type { GapFault, WatchedTime } from './quality-schemas.ts';
import { isReconnect } from '../coverage/reconnect.ts';

const FAULTS: Readonly<Record<GapReason, GapFault>> = {
  'session-expired': 'way',
  'connection-lost': 'way',
  silent: 'way',
  unreachable: 'way',
  refused: 'way',
  'not-a-stream': 'way',
  'seat-taken': 'other-client',
  'sign-in-needed': 'own',
  'clock-set': 'own',
  slept: 'own',
  'not-running': 'own',
  'events-lost': 'own',
  'held-back': 'own',
  stopped: 'own',
  crashed: 'own',
  'taken-over': 'own',
  'handed-over': 'own',
  'no-holder': 'own',
};

export function faultOf(reason: GapReason): GapFault {
  return FAULTS[reason];
}

type Part = 'session' | 'reconnect' | GapReason;

/** `span` must not end after `now`. `liveUntil` as for `coverageFigures`. */
export function watchedTime(
  { sessions, gaps }: Coverage,
  span: Span,
  now: number,
  liveUntil: number | null,
): WatchedTime {
  const edges: Edge[] = [{ at: span.to, part: null, step: 0 }];
  for (const session of sessions) addEdges(edges, 'session', sessionSpan(session, liveUntil), span);
  for (const gap of gaps) addEdges(edges, isReconnect(gap, now) ? 'reconnect' : gap.reason, gapSpan(gap, now), span);
  edges.sort((one, other) => one.at - other.at);
  const present = new Map<Part, number>();
  const lengths = new Map<Part | null, number>();
  let from = span.from;
  for (const { at, part, step } of edges) {
    const counted = partOf(present);
    lengths.set(counted, (lengths.get(counted) ?? 0) + at - from);
    from = at;
    if (part !== null) present.set(part, (present.get(part) ?? 0) + step);
  }
  const lengthOf = (part: Part | null) => lengths.get(part) ?? 0;
  const notWatched = [...lengths].flatMap(([part, ms]) =>
    part === null || part === 'session' || part === 'reconnect' || ms === 0
      ? []
      : [{ reason: part, fault: faultOf(part), ms }],
  );
  return {
    watchedMs: lengthOf('session'),
    reconnectMs: lengthOf('reconnect'),
    notWatched: notWatched.toSorted((one, other) => other.ms - one.ms),
    unknownMs: lengthOf(null),
  };
}

interface Edge {
  readonly at: number;
  readonly part: Part | null;
  readonly step: number;
}

/** A year has thousands of sessions, and a day only some, so nothing is made of what does not overlap the span. */
function addEdges(edges: Edge[], part: Part, { from, to }: Span, span: Span): void {
  // A length is monotonic, so an end may have fractions of a millisecond.
  const [start, end] = [Math.max(Math.round(from), span.from), Math.min(Math.round(to), span.to)];
  if (start < end) edges.push({ at: start, part, step: 1 }, { at: end, part, step: -1 });
}

/** If spans overlap because a clock was set, the worst reading counts: a gap, then a reconnect, then a session. */
function partOf(present: ReadonlyMap<Part, number>): Part | null {
  let found: Part | null = null;
  for (const [part, count] of present) {
    if (count <= 0) continue;
    if (part !== 'session' && part !== 'reconnect') return part;
    if (found !== 'reconnect') found = part;
  }
  return found;
}

/** The share of the span without a working stream, or of which nothing is known: 0 to 1. */
export function notWatchedShare({ watchedMs, reconnectMs, notWatched, unknownMs }: WatchedTime): number {
  const lostMs = notWatched.reduce((sum, { ms }) => sum + ms, unknownMs);
  const wholeMs = watchedMs + reconnectMs + lostMs;
  return wholeMs === 0 ? 0 : lostMs / wholeMs;
}
