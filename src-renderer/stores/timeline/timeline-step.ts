/**
 * State machine of the timeline: `(state, input, now) → state and effects`. Pure, so that races between pages, updates
 * and the user can be tested as tables. `timeline-results.ts` applies the answers.
 */
import type { TimelineUpdate, TimelinePage } from '../../../src-shared/api/timeline.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { applyUpdate, applyPageError, applyPage } from './timeline-results.ts';
import { applyStoredSeq, applyFeedProgress } from './timeline-lag.ts';
import { type Attention, nextHold, REFRESH_INTERVAL_MS } from './timeline-hold.ts';
import { lineKey } from './timeline-lines.ts';
import {
  requestPage,
  CLOSED,
  showsPreviousFilter,
  unchanged,
  type TimelineSource,
  type TimelineState,
  type TimelineStep,
} from './timeline-state.ts';
import { containsSeq, withHeartbeats } from './timeline-window.ts';

export type TimelineInput =
  /** Restarts with the newest rows. Lines of another filter stay until these arrive; lines of another watch do not. */
  | { readonly kind: 'open'; readonly source: TimelineSource }
  | { readonly kind: 'close' }
  | { readonly kind: 'attend'; readonly attention: Attention }
  | { readonly kind: 'pointer-moved' }
  /** Time has passed; the hold after the pointer left may be over. */
  | { readonly kind: 'tick' }
  /** Jumps in the list; replaces a page on its way. */
  | { readonly kind: 'show'; readonly end: 'newest' | 'oldest' }
  | { readonly kind: 'show-around'; readonly seq: number; readonly offset: number | null }
  /** Extends the window at one end; ignored while a page is on its way. */
  | { readonly kind: 'extend'; readonly side: 'older' | 'newer' }
  | { readonly kind: 'toggle'; readonly key: string }
  | { readonly kind: 'retry' }
  | { readonly kind: 'page'; readonly request: number; readonly page: TimelinePage }
  | { readonly kind: 'page-failed'; readonly request: number; readonly error: Error }
  | { readonly kind: 'news'; readonly feed: number; readonly update: TimelineUpdate }
  /** A snapshot reports the newest stored seq. `resumed`: the first one after the connection was lost. */
  | { readonly kind: 'stored'; readonly newestSeq: number; readonly resumed: boolean }
  | { readonly kind: 'feed-ended'; readonly feed: number; readonly error: Error | null };

/** @param now the page's monotonic ms */
export function timelineStep(state: TimelineState, input: TimelineInput, now: number): TimelineStep {
  return applyHold(nextState(state, input, now), now);
}

function nextState(state: TimelineState, input: TimelineInput, now: number): TimelineStep {
  switch (input.kind) {
    case 'open':
      return openSource(state, input.source);
    case 'close':
      return {
        state: { ...CLOSED, attention: state.attention, requestCount: state.requestCount },
        effects: [{ kind: 'unfollow' }],
      };
    case 'attend':
      return unchanged(withAttention(state, input.attention, now));
    case 'pointer-moved':
      return unchanged({ ...state, isReleased: false });
    case 'tick':
      return unchanged(state);
    case 'show': {
      const released = { ...state, isReleased: state.attention.isPointing, leftAt: null };
      if (input.end === 'oldest') return requestPage(state, { kind: 'oldest' });
      return state.phase.kind === 'ready' && !state.hasPending && !state.window.hasNewer
        ? unchanged({ ...released, landing: { at: 'newest' } })
        : requestPage(released, { kind: 'newest', lands: true });
    }
    case 'show-around': {
      const { seq, offset } = input;
      return state.phase.kind === 'ready' && containsSeq(state.window, seq)
        ? unchanged({ ...state, landing: { at: 'seq', seq, offset } })
        : requestPage(state, { kind: 'around', seq, offset, below: null });
    }
    case 'extend':
      return state.request === null &&
        !showsPreviousFilter(state) &&
        (input.side === 'older' ? state.window.hasOlder : state.window.hasNewer)
        ? requestPage(state, { kind: input.side })
        : unchanged(state);
    case 'toggle': {
      const line = state.window.lines.find((candidate) => lineKey(candidate) === input.key);
      if (line?.kind !== 'beats' || showsPreviousFilter(state)) return unchanged(state);
      return line.unfolded === null
        ? requestPage(state, { kind: 'beats', key: input.key })
        : unchanged({ ...state, window: withHeartbeats(state.window, input.key, null) });
    }
    case 'retry':
      if (state.request !== null) return unchanged(state);
      if (state.phase.kind === 'failed') return requestPage(state, { kind: 'newest', lands: false });
      return state.pageError === null ? unchanged(state) : requestPage(state, state.pageError.target);
    case 'page':
      return input.request === state.request?.id ? applyPage(state, state.request, input.page) : unchanged(state);
    case 'page-failed':
      return unchanged(
        input.request === state.request?.id ? applyPageError(state, state.request.target, input.error) : state,
      );
    case 'news':
      return unchanged(
        input.feed === state.feed ? applyFeedProgress(applyUpdate(state, input.update, now), input.update) : state,
      );
    case 'stored':
      return applyStoredSeq(state, input, now);
    case 'feed-ended':
      if (input.feed !== state.feed || state.source === null) return unchanged(state);
      return input.error === null
        ? openSource(state, state.source)
        : {
            state: { ...state, feed: null, phase: { kind: 'failed', error: input.error } },
            effects: [{ kind: 'unfollow' }],
          };
    default:
      return assertNever(input);
  }
}

/** Updates the hold. If the list is live, or a refresh is due, requests the pending newest rows. */
function applyHold({ state, effects }: TimelineStep, now: number): TimelineStep {
  const hold = nextHold({ ...state, isAway: state.window.hasNewer, before: state.hold }, now);
  // After a hold ends, the newest rows are shown immediately, even in fast mode.
  const hasResumed = state.hold.kind === 'held' && hold.kind !== 'held';
  const refreshedAt = hasResumed ? Number.NEGATIVE_INFINITY : state.refreshedAt;
  const next = hold === state.hold ? state : { ...state, hold, refreshedAt };
  const isDue = hold.kind === 'live' || (hold.kind === 'fast' && now - refreshedAt >= REFRESH_INTERVAL_MS);
  // After a failed page, waits for the user's retry instead of requesting it repeatedly.
  if (!isDue || !next.hasPending || next.phase.kind !== 'ready' || next.request !== null || next.pageError !== null)
    return { state: next, effects };
  const requested = requestPage({ ...next, refreshedAt: now }, { kind: 'newest', lands: false });
  return { state: requested.state, effects: [...effects, ...requested.effects] };
}

function withAttention(state: TimelineState, attention: Attention, now: number): TimelineState {
  const before = state.attention;
  if (attention.isPointing === before.isPointing && attention.isReading === before.isReading) return state;
  const hasLeft = before.isPointing && !attention.isPointing;
  return {
    ...state,
    attention,
    leftAt: attention.isPointing ? null : hasLeft && !state.isReleased ? now : state.leftAt,
    isReleased: state.isReleased && attention.isPointing,
  };
}

function openSource(before: TimelineState, source: TimelineSource): TimelineStep {
  const { attention, requestCount, window, linesOf } = before;
  const retained = before.source?.watch === source.watch ? { window, linesOf } : {};
  const { state, effects } = requestPage(
    { ...CLOSED, ...retained, attention, requestCount, source, phase: { kind: 'loading' } },
    { kind: 'newest', lands: true },
  );
  return { state, effects: [{ kind: 'unfollow' }, ...effects] };
}
