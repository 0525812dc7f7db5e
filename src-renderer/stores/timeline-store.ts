/**
 * The timeline as it is read: carries out what `timeline-step.ts` decides, and decides nothing. News is collected and
 * told to it once a frame, however much has come: a page that slept draws once.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelineNews } from '../../src-shared/api/timeline.ts';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter.ts';
import { printFilter } from '../../src-shared/domain/filter-text.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import { type Frames, pageFrames } from '../time/frames.ts';
import type { PageClock } from '../time/page-clock.ts';
import { mergedNews } from './timeline-answers.ts';
import type { Attention } from './timeline-hold.ts';
import { CLOSED, type TimelineEffect, type TimelineState } from './timeline-state.ts';
import { type TimelineInput, timelineStep } from './timeline-step.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface TimelineStore extends StoreApi<TimelineState>, WatchScoped {
  /** Begins anew with the newest rows that match, where it is another filter. */
  setFilter(filter: Filter): void;
  /** What the reader does: it decides whether the list stands still. */
  attend(attention: Attention): void;
  /** The pointer has moved over the lines: whoever had let go of the list with it there points again. */
  pointerMoved(): void;
  showNewest(): void;
  showOldest(): void;
  /** @param offset px from the top of the list to the event, `null`: in the middle */
  showAround(seq: number, offset: number | null): void;
  loadOlder(): void;
  loadNewer(): void;
  /** Opens or closes a line of heartbeats. */
  toggle(key: string): void;
  /** Asks again for what failed, if anything did. */
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
  let collected: { readonly feed: number; readonly news: TimelineNews } | null = null;
  let dropFrame: Stop | null = null;

  function take(input: TimelineInput): void {
    const before = store.getState();
    const { state, effects } = timelineStep(before, input, clock.read().monotonic);
    if (state !== before) store.setState(state, true);
    for (const effect of effects) carryOut(effect);
  }

  function carryOut(effect: TimelineEffect): void {
    if (effect.kind === 'read') {
      const { request } = effect;
      timeline.page(effect.query).then(
        (page) => take({ kind: 'page', request, page }),
        (error: unknown) => take({ kind: 'page-failed', request, error: asError(error) }),
      );
      return;
    }
    stopFeed?.();
    stopFeed = null;
    dropFrame?.();
    collected = null;
    if (effect.kind === 'unfollow') return;
    const { feed } = effect;
    stopFeed = timeline.follow(effect.query, {
      onData: (news) => collect(feed, news),
      onEnd(error) {
        tellCollected();
        take({ kind: 'feed-ended', feed, error });
      },
    });
  }

  function collect(feed: number, news: TimelineNews): void {
    if (collected?.feed === feed) {
      collected = { ...collected, news: mergedNews(collected.news, news) };
      return;
    }
    // What a feed before left was dropped with it.
    collected = { feed, news };
    dropFrame = frames.next(tellCollected);
  }

  function tellCollected(): void {
    if (collected === null) return;
    const { feed, news } = collected;
    dropFrame?.();
    collected = null;
    take({ kind: 'news', feed, news });
  }

  return {
    ...store,
    open({ watch }) {
      stopTicks ??= clock.everySecond(() => take({ kind: 'tick' }));
      take({ kind: 'open', source: { watch, filter } });
    },
    follow({ extent }, _before, resumed) {
      take({ kind: 'stored', newestSeq: extent.newestSeq, resumed });
      if (resumed) take({ kind: 'retry' });
    },
    close() {
      stopTicks?.();
      stopTicks = null;
      take({ kind: 'close' });
    },
    setFilter(other) {
      if (printFilter(other) === printFilter(filter)) return;
      filter = other;
      const { source } = store.getState();
      if (source !== null) take({ kind: 'open', source: { ...source, filter } });
    },
    attend: (attention) => take({ kind: 'attend', attention }),
    pointerMoved() {
      // Told many times a second.
      if (store.getState().isReleased) take({ kind: 'pointer-moved' });
    },
    showNewest: () => take({ kind: 'show', end: 'newest' }),
    showOldest: () => take({ kind: 'show', end: 'oldest' }),
    showAround: (seq, offset) => take({ kind: 'show-around', seq, offset }),
    loadOlder: () => take({ kind: 'extend', side: 'older' }),
    loadNewer: () => take({ kind: 'extend', side: 'newer' }),
    toggle: (key) => take({ kind: 'toggle', key }),
    retry: () => take({ kind: 'retry' }),
  };
}
