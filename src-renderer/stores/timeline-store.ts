/** The timeline as it is read: carries out what `timeline-state.ts` decides, and decides nothing. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackendClient, Stop } from '../backend/client.ts';
import { asError } from '../backend/backend-error.ts';
import {
  CLOSED,
  type TimelineEffect,
  type TimelineInput,
  type TimelineSource,
  type TimelineState,
  timelineStep,
} from './timeline-state.ts';

export interface TimelineStore extends StoreApi<TimelineState> {
  /** Begins anew with the newest rows; whatever was shown is forgotten. */
  open(source: TimelineSource): void;
  close(): void;
  setFrozen(frozen: boolean): void;
  showNewest(): void;
  showOldest(): void;
  loadOlder(): void;
  loadNewer(): void;
  /** Asks again for what failed, if anything did. */
  retry(): void;
}

export function createTimelineStore({ timeline }: Pick<BackendClient, 'timeline'>): TimelineStore {
  const store = createStore<TimelineState>(() => CLOSED);
  let stopFeed: Stop | null = null;

  function take(input: TimelineInput): void {
    const { state, effects } = timelineStep(store.getState(), input);
    store.setState(state, true);
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
    if (effect.kind === 'unfollow') return;
    const { feed } = effect;
    stopFeed = timeline.follow(effect.query, {
      onData: (news) => take({ kind: 'news', feed, news }),
      onEnd: (error) => take({ kind: 'feed-ended', feed, error }),
    });
  }

  return {
    ...store,
    open: (source) => take({ kind: 'open', source }),
    close: () => take({ kind: 'close' }),
    setFrozen: (frozen) => take({ kind: 'freeze', frozen }),
    showNewest: () => take({ kind: 'show', end: 'newest' }),
    showOldest: () => take({ kind: 'show', end: 'oldest' }),
    loadOlder: () => take({ kind: 'extend', side: 'older' }),
    loadNewer: () => take({ kind: 'extend', side: 'newer' }),
    retry: () => take({ kind: 'retry' }),
  };
}
