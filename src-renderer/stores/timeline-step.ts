/**
 * What the timeline shows next, decided: `(state, input, now) → state and effects`. Pure, so that every race between
 * pages, news and the reader is a table in its test. What an answer brings is `timeline-answers.ts`.
 */
import type { TimelineNews, TimelinePage } from '../../src-shared/api/timeline.ts';
import { assertNever } from '../../src-shared/lib/assert-never.ts';
import { withNews, withoutPage, withPage } from './timeline-answers.ts';
import { withStored, withTold } from './timeline-debt.ts';
import { type Attention, holdOf, REFRESH_MS } from './timeline-hold.ts';
import { lineKey } from './timeline-lines.ts';
import {
  ask,
  CLOSED,
  isOfBefore,
  stay,
  type TimelineSource,
  type TimelineState,
  type TimelineStep,
} from './timeline-state.ts';
import { holdsPlace, withBeats } from './timeline-window.ts';

export type TimelineInput =
  /** Begins anew with the newest rows; lines of another filter stay until these are there, those of another watch do not. */
  | { readonly kind: 'open'; readonly source: TimelineSource }
  | { readonly kind: 'close' }
  | { readonly kind: 'attend'; readonly attention: Attention }
  | { readonly kind: 'pointer-moved' }
  /** Time has passed: a pointer may have left for long enough. */
  | { readonly kind: 'tick' }
  /** Goes somewhere in the list; takes the place of a page that is on its way. */
  | { readonly kind: 'show'; readonly end: 'newest' | 'oldest' }
  | { readonly kind: 'show-around'; readonly seq: number; readonly offset: number | null }
  /** Reads on at an end of the window; dropped while another page is on its way. */
  | { readonly kind: 'extend'; readonly side: 'older' | 'newer' }
  /** Opens a line of heartbeats, or closes it. */
  | { readonly kind: 'toggle'; readonly key: string }
  /** Asks again for what failed, if anything did. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'page'; readonly request: number; readonly page: TimelinePage }
  | { readonly kind: 'page-failed'; readonly request: number; readonly error: Error }
  | { readonly kind: 'news'; readonly feed: number; readonly news: TimelineNews }
  /** A snapshot says how far the store goes. `resumed`: the first after the wire was lost. */
  | { readonly kind: 'stored'; readonly newestSeq: number; readonly resumed: boolean }
  | { readonly kind: 'feed-ended'; readonly feed: number; readonly error: Error | null };

/** @param now the page's monotonic ms */
export function timelineStep(state: TimelineState, input: TimelineInput, now: number): TimelineStep {
  return settled(taken(state, input, now), now);
}

function taken(state: TimelineState, input: TimelineInput, now: number): TimelineStep {
  switch (input.kind) {
    case 'open':
      return opened(state, input.source);
    case 'close':
      return { state: { ...CLOSED, attention: state.attention, asked: state.asked }, effects: [{ kind: 'unfollow' }] };
    case 'attend':
      return stay(attended(state, input.attention, now));
    case 'pointer-moved':
      return stay({ ...state, isReleased: false });
    case 'tick':
      return stay(state);
    case 'show': {
      const released = { ...state, isReleased: state.attention.isPointing, leftAt: null };
      if (input.end === 'oldest') return ask(state, { kind: 'oldest' });
      return state.phase.kind === 'ready' && !state.isBehind && !state.window.hasNewer
        ? stay({ ...released, landing: { at: 'newest' } })
        : ask(released, { kind: 'newest', lands: true });
    }
    case 'show-around': {
      const { seq, offset } = input;
      return state.phase.kind === 'ready' && holdsPlace(state.window, seq)
        ? stay({ ...state, landing: { at: 'seq', seq, offset } })
        : ask(state, { kind: 'around', seq, offset, below: null });
    }
    case 'extend':
      return state.request === null &&
        !isOfBefore(state) &&
        (input.side === 'older' ? state.window.hasOlder : state.window.hasNewer)
        ? ask(state, { kind: input.side })
        : stay(state);
    case 'toggle': {
      const line = state.window.lines.find((candidate) => lineKey(candidate) === input.key);
      if (line?.kind !== 'beats' || isOfBefore(state)) return stay(state);
      return line.unfolded === null
        ? ask(state, { kind: 'beats', key: input.key })
        : stay({ ...state, window: withBeats(state.window, input.key, null) });
    }
    case 'retry':
      if (state.request !== null) return stay(state);
      if (state.phase.kind === 'failed') return ask(state, { kind: 'newest', lands: false });
      return state.pageError === null ? stay(state) : ask(state, state.pageError.want);
    case 'page':
      return input.request === state.request?.id ? withPage(state, state.request, input.page) : stay(state);
    case 'page-failed':
      return stay(input.request === state.request?.id ? withoutPage(state, state.request.want, input.error) : state);
    case 'news':
      return stay(input.feed === state.feed ? withTold(withNews(state, input.news, now), input.news) : state);
    case 'stored':
      return withStored(state, input, now);
    case 'feed-ended':
      if (input.feed !== state.feed || state.source === null) return stay(state);
      return input.error === null
        ? opened(state, state.source)
        : {
            state: { ...state, feed: null, phase: { kind: 'failed', error: input.error } },
            effects: [{ kind: 'unfollow' }],
          };
    default:
      return assertNever(input);
  }
}

/** Whether the list stands still after it; where it does not, or its time has come, the newest rows are asked for. */
function settled({ state, effects }: TimelineStep, now: number): TimelineStep {
  const hold = holdOf({ ...state, isAway: state.window.hasNewer, before: state.hold }, now);
  // Whoever let go sees the newest at once, however fast they come.
  const hasLetGo = state.hold.kind === 'held' && hold.kind !== 'held';
  const refreshedAt = hasLetGo ? Number.NEGATIVE_INFINITY : state.refreshedAt;
  const next = hold === state.hold ? state : { ...state, hold, refreshedAt };
  const isDue = hold.kind === 'live' || (hold.kind === 'fast' && now - refreshedAt >= REFRESH_MS);
  // After a page that failed nobody asks ten times a second; whoever reads may ask again.
  if (!isDue || !next.isBehind || next.phase.kind !== 'ready' || next.request !== null || next.pageError !== null)
    return { state: next, effects };
  const asked = ask({ ...next, refreshedAt: now }, { kind: 'newest', lands: false });
  return { state: asked.state, effects: [...effects, ...asked.effects] };
}

function attended(state: TimelineState, attention: Attention, now: number): TimelineState {
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

function opened(before: TimelineState, source: TimelineSource): TimelineStep {
  const { attention, asked, window, linesOf } = before;
  const kept = before.source?.watch === source.watch ? { window, linesOf } : {};
  const { state, effects } = ask(
    { ...CLOSED, ...kept, attention, asked, source, phase: { kind: 'loading' } },
    { kind: 'newest', lands: true },
  );
  return { state, effects: [{ kind: 'unfollow' }, ...effects] };
}
