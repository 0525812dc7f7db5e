/** Carries out the effects of `list-step.ts`. Applies feed updates once per frame, so a page that slept draws once. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { asError } from '../backend/backend-error.ts';
import type { Stop } from '../backend/client.ts';
import { type Frames, pageFrames } from '../time/frames.ts';
import type { PageClock } from '../time/page-clock.ts';
import type { Attention } from './hold.ts';
import type { ListSource, ListTypes, Side } from './list.ts';
import { closedList, type ListEffect, type ListState } from './list-state.ts';
import { type ListInput, listStep } from './list-step.ts';

export interface List<T extends ListTypes> extends StoreApi<ListState<T>> {
  /** Starts at the start of the list, even if the query is the same. */
  open(query: T['query']): void;
  /** Changes the query. One with the same key reads the window again. */
  setQuery(query: T['query']): void;
  close(): void;
  /** Rows may have changed; the window is read again, at most every 2 s. */
  changed(): void;
  /** A snapshot reports the newest stored seq. `resumed`: the first one after the connection was lost. */
  stored(newestSeq: number, resumed: boolean): void;
  attend(attention: Attention): void;
  /** Call when the pointer moves over the lines: the list may hold again. */
  pointerMoved(): void;
  show(end: Side): void;
  /** @param offset px from the top of the list to the position; null for the middle */
  showAround(cursor: T['cursor'], offset: number | null): void;
  readonly extend: (side: Side) => void;
  toggle(key: string): void;
  retry(): void;
}

export function createList<T extends ListTypes>(
  { rules, page, follow }: ListSource<T>,
  clock: Pick<PageClock, 'read' | 'everySecond'>,
  frames: Frames = pageFrames(),
): List<T> {
  const store = createStore<ListState<T>>(() => closedList(rules));
  let stopFeed: Stop | null = null;
  let stopTicks: Stop | null = null;
  let collected: { readonly feed: number; readonly news: T['news'] } | null = null;
  let dropFrame: Stop | null = null;

  function dispatch(input: ListInput<T>): void {
    const before = store.getState();
    const { state, effects } = listStep(rules, before, input, clock.read().monotonic);
    if (state !== before) store.setState(state, true);
    for (const effect of effects) runEffect(effect);
  }

  function runEffect(effect: ListEffect<T>): void {
    if (effect.kind === 'read') {
      const { request } = effect;
      page(effect.query, effect.page).then(
        (answer) => dispatch({ kind: 'page', request, page: answer }),
        (error: unknown) => dispatch({ kind: 'page-failed', request, error: asError(error) }),
      );
      return;
    }
    stopFeed?.();
    stopFeed = null;
    dropFrame?.();
    collected = null;
    if (effect.kind === 'unfollow' || follow === undefined) return;
    const { feed } = effect;
    stopFeed = follow(effect.query, effect.after, {
      onData: (news) => bufferNews(feed, news),
      onEnd(error) {
        flushNews();
        dispatch({ kind: 'feed-ended', feed, error });
      },
    });
  }

  function bufferNews(feed: number, news: T['news']): void {
    if (collected?.feed === feed) {
      collected = { ...collected, news: rules.merged(collected.news, news) };
      return;
    }
    // News collected from an earlier feed was dropped with it.
    collected = { feed, news };
    dropFrame = frames.next(flushNews);
  }

  function flushNews(): void {
    if (collected === null) return;
    const { feed, news } = collected;
    dropFrame?.();
    collected = null;
    dispatch({ kind: 'news', feed, news });
  }

  function open(query: T['query']): void {
    stopTicks ??= clock.everySecond(() => dispatch({ kind: 'tick' }));
    dispatch({ kind: 'open', query });
  }

  return {
    ...store,
    open,
    setQuery(query) {
      const { query: before } = store.getState();
      if (before === null || rules.queryKey(before) !== rules.queryKey(query)) open(query);
      else dispatch({ kind: 'changed', query });
    },
    close() {
      stopTicks?.();
      stopTicks = null;
      dispatch({ kind: 'close' });
    },
    changed: () => dispatch({ kind: 'changed', query: null }),
    stored: (newestSeq, resumed) => dispatch({ kind: 'stored', newestSeq, resumed }),
    attend: (attention) => dispatch({ kind: 'attend', attention }),
    pointerMoved() {
      // Called many times a second, so dispatches only if it matters.
      if (store.getState().isReleased) dispatch({ kind: 'pointer-moved' });
    },
    show: (end) => dispatch({ kind: 'show', end }),
    showAround: (cursor, offset) => dispatch({ kind: 'show-around', cursor, offset }),
    extend: (side) => dispatch({ kind: 'extend', side }),
    toggle: (key) => dispatch({ kind: 'toggle', key }),
    retry: () => dispatch({ kind: 'retry' }),
  };
}
