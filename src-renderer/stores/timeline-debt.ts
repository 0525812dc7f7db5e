/**
 * What the feed owes: a feed can stand still while the backend goes on and says so in its snapshots, and a list that
 * says it is live would then show old rows for as long as nobody looks closely. Pure.
 */
import type { TimelineNews } from '../../src-shared/api/timeline.ts';
import { SNAPSHOT_EVERY_MS } from '../../src-shared/api/page-pace.ts';
import { type Owed, stay, type TimelineState, type TimelineStep } from './timeline-state.ts';

/** A feed says every five seconds how far it has looked, also where nothing matches; looking takes a second at most. */
const LATE_MS = 6_500;

interface Stored {
  readonly newestSeq: number;
  readonly resumed: boolean;
}

/** Where the feed owes for too long it is begun anew from where it stopped telling, and again each time as much later. */
export function withStored(state: TimelineState, { newestSeq, resumed }: Stored, now: number): TimelineStep {
  const { source, feed, owed, told } = state;
  if (source === null || feed === null || newestSeq <= told) return stay(state);
  if (owed === null || resumed)
    return stay({ ...state, owed: { seq: newestSeq, forMs: 0, at: now, isLate: owed?.isLate ?? false } });
  const forMs = owed.forMs + Math.min(now - owed.at, SNAPSHOT_EVERY_MS);
  if (forMs < LATE_MS) return stay({ ...state, owed: { ...owed, forMs, at: now } });
  const asked = state.asked + 1;
  return {
    state: { ...state, feed: asked, asked, owed: { ...owed, forMs: 0, at: now, isLate: true } },
    effects: [{ kind: 'follow', feed: asked, query: { ...source, after: told } }],
  };
}

export function withTold(state: TimelineState, { extent }: TimelineNews): TimelineState {
  return { ...state, ...toldTo(state, extent.newestSeq) };
}

export function toldTo({ owed }: { owed: Owed | null }, told: number): Pick<TimelineState, 'told' | 'owed'> {
  return { told, owed: owed !== null && owed.seq > told ? owed : null };
}
