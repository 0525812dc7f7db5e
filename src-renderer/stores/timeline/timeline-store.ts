/**
 * Holds the timeline's state and carries out the effects of `timeline-step.ts`. Collects feed updates and applies them
 * once per frame, so a page that slept draws once.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelineUpdate } from '../../../src-shared/api/timeline.ts';
import { EVERYTHING, type Filter } from '../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import { asError } from '../../backend/backend-error.ts';
import type { BackendClient, Stop } from '../../backend/client.ts';
import { type Frames, pageFrames } from '../../time/frames.ts';
import type { PageClock } from '../../time/page-clock.ts';
import { mergeUpdates } from './timeline-results.ts';
import type { Attention } from './timeline-hold.ts';
import { CLOSED, type TimelineEffect, type TimelineState } from './timeline-state.ts';
import { type TimelineInput, timelineStep } from './timeline-step.ts';
import type { WatchScoped } from '../queries/watch-scoped.ts';

export interface TimelineStore extends StoreApi<TimelineState>, WatchScoped {
  setFilter(filter: Filter): void;
  /** Reports the user's behaviour, which decides whether the list holds. */
  attend(attention: Attention): void;
  /** Call when the pointer moves over the lines: the list may hold again. */
  pointerMoved(): void;
  showNewest(): void;
  showOldest(): void;
  /** @param offset px from the top of the list to the event; null for the middle */
  showAround(seq: number, offset: number | null): void;
  loadOlder(): void;
  loadNewer(): void;
  toggle(key: string): void;
  retry(): void;
}

export function createTimelineStore(
  { timeline }: Pick<BackendClient, 'timeline'>,
  clock: Pick<PageClock, 'read' | 'everySecond'>,
  frames: Frames = pageFrames(),
): TimelineStore {
  const store = createStore<TimelineState>(() => CLOSED);
  let filter = EVERYTHING;
  let stopFeed: Stop | null = null;
  let stopTicks: Stop | null = null;
  let collected: { readonly feed: number; readonly update: TimelineUpdate } | null = null;
  let dropFrame: Stop | null = null;

  function dispatch(input: TimelineInput): void {
    const before = store.getState();
    const { state, effects } = timelineStep(before, input, clock.read().monotonic);
    if (state !== before) store.setState(state, true);
    for (const effect of effects) runEffect(effect);
  }

  function runEffect(effect: TimelineEffect): void {
    if (effect.kind === 'read') {
      const { request } = effect;
      timeline.page.query(effect.query).then(
        (page) => dispatch({ kind: 'page', request, page }),
        (error: unknown) => dispatch({ kind: 'page-failed', request, error: asError(error) }),
      );
      return;
    }
    stopFeed?.();
    stopFeed = null;
    dropFrame?.();
    collected = null;
    if (effect.kind === 'unfollow') return;
    const { feed } = effect;
    stopFeed = timeline.feed.subscribe(effect.query, {
      onData: (update) => bufferUpdate(feed, update),
      onEnd(error) {
        flushUpdates();
        dispatch({ kind: 'feed-ended', feed, error });
      },
    });
  }

  function bufferUpdate(feed: number, update: TimelineUpdate): void {
    if (collected?.feed === feed) {
      collected = { ...collected, update: mergeUpdates(collected.update, update) };
      return;
    }
    // Updates collected from an earlier feed were dropped with it.
    collected = { feed, update };
    dropFrame = frames.next(flushUpdates);
  }

  function flushUpdates(): void {
    if (collected === null) return;
    const { feed, update } = collected;
    dropFrame?.();
    collected = null;
    dispatch({ kind: 'news', feed, update });
  }

  return {
    ...store,
    open({ watch }) {
      stopTicks ??= clock.everySecond(() => dispatch({ kind: 'tick' }));
      dispatch({ kind: 'open', source: { watch, filter } });
    },
    onSnapshot({ extent }, _before, resumed) {
      dispatch({ kind: 'stored', newestSeq: extent.newestSeq, resumed });
      if (resumed) dispatch({ kind: 'retry' });
    },
    close() {
      stopTicks?.();
      stopTicks = null;
      dispatch({ kind: 'close' });
    },
    setFilter(other) {
      if (printFilter(other) === printFilter(filter)) return;
      filter = other;
      const { source } = store.getState();
      if (source !== null) dispatch({ kind: 'open', source: { ...source, filter } });
    },
    attend: (attention) => dispatch({ kind: 'attend', attention }),
    pointerMoved() {
      // Called many times a second, so dispatches only if it matters.
      if (store.getState().isReleased) dispatch({ kind: 'pointer-moved' });
    },
    showNewest: () => dispatch({ kind: 'show', end: 'newest' }),
    showOldest: () => dispatch({ kind: 'show', end: 'oldest' }),
    showAround: (seq, offset) => dispatch({ kind: 'show-around', seq, offset }),
    loadOlder: () => dispatch({ kind: 'extend', side: 'older' }),
    loadNewer: () => dispatch({ kind: 'extend', side: 'newer' }),
    toggle: (key) => dispatch({ kind: 'toggle', key }),
    retry: () => dispatch({ kind: 'retry' }),
  };
}
