/** Starts at most one count a second; full recounts use at most a tenth of the time. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SharedView } from '../../src-shared/api/views.ts';
import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { withoutFoldedHeartbeats } from './timeline/folded-heartbeats.ts';
import { nextAllowedAt } from './loading/paced-query.ts';
import { nextCount, type ViewCount } from './timeline/view-counts.ts';
import { createSavedList, EMPTY_SAVED_LIST, type SavedList, type SavedListState } from './loading/saved-list.ts';
import { createWatchFeed } from './loading/watch-feed.ts';
import type { SnapshotFollower } from './loading/watch-scoped.ts';
import { countAllEvents } from './timeline/count-all-events.ts';

interface ViewsState extends SavedListState<SavedView, ViewsDialog> {
  readonly counts: ReadonlyMap<string, ViewCount>;
  /** The views that members of the team share, also this one; empty without a team. */
  readonly shared: readonly SharedView[];
}

export type ViewsDialog = { readonly kind: 'save'; readonly filter: Filter } | { readonly kind: 'manage' };

export interface ViewsStore extends StoreApi<ViewsState>, SavedList<SavedView, ViewsDialog>, SnapshotFollower {
  share(id: string): Promise<void>;
  unshare(id: string): Promise<void>;
}

interface Opened {
  readonly watch: WatchId;
  newestSeq: number;
  isCounting: boolean;
  readonly failed: Map<string, number>;
  mayRecountAt: number;
  readonly stop: Stop;
}

export function createViewsStore(
  { views: backend, timeline }: Pick<BackendClient, 'views' | 'timeline'>,
  clock: PageClock,
  now: () => number,
): ViewsStore {
  const store = createStore<ViewsState>(() => ({ ...EMPTY_SAVED_LIST, counts: new Map(), shared: [] }));
  const saved = createSavedList(
    store,
    {
      subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
      put: (watch, views) => backend.put.mutate({ watch, views: [...views] }),
      remove: (watch, id) => backend.remove.mutate({ watch, id }),
      reorder: (watch, ids) => backend.reorder.mutate({ watch, ids: [...ids] }),
    },
    withSameFilters,
  );
  const team = createWatchFeed<readonly SharedView[]>({
    subscribe: (watch, listener) => backend.sharedFeed.subscribe({ watch }, listener),
    onData: (shared) => store.setState({ shared }),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState({ shared: [] }),
  });
  let opened: Opened | null = null;

  async function countNext(session: Opened): Promise<void> {
    const { savedItems, counts } = store.getState();
    if (session.isCounting || session !== opened) return;
    const { newestSeq } = session;
    const at = clock.read().monotonic;
    const step = nextCount(savedItems ?? [], counts, newestSeq, at, session);
    if (step === null) return;
    const { view, base } = step;
    session.isCounting = true;
    try {
      const query = {
        watch: session.watch,
        filter: withoutFoldedHeartbeats(view.filter),
        at: now(),
        after: base?.countedThrough ?? 0,
        to: newestSeq,
      };
      const isEmpty = newestSeq === 0;
      const count = isEmpty ? 0 : await countAllEvents(timeline, query, () => session === opened);
      if (count === null) return;
      const counted = {
        filter: view.filter,
        count: (base?.count ?? 0) + count,
        countedThrough: newestSeq,
        fullCountAt: base?.fullCountAt ?? at,
        at,
      };
      store.setState((state) => ({ counts: new Map(state.counts).set(view.id, counted) }));
    } catch {
      // Keeps the old count; tries again after the other views.
      session.failed.set(view.id, at);
    } finally {
      session.isCounting = false;
      if (base === null)
        session.mayRecountAt = Math.max(session.mayRecountAt, nextAllowedAt(at, clock.read().monotonic));
    }
  }

  function close(): void {
    opened?.stop();
    opened = null;
    saved.close();
    team.close();
    store.setState({ counts: new Map() });
  }

  return {
    ...store,
    ...saved.list,
    share: (id) => team.send((watch) => backend.share.mutate({ watch, id })),
    unshare: (id) => team.send((watch) => backend.unshare.mutate({ watch, id })),
    open({ watch, extent }) {
      close();
      const session: Opened = {
        watch,
        newestSeq: extent.newestSeq,
        isCounting: false,
        failed: new Map(),
        mayRecountAt: 0,
        stop: clock.everySecond(() => void countNext(session)),
      };
      opened = session;
      saved.open({ watch });
      team.open({ watch });
    },
    onSnapshot({ extent }) {
      if (opened !== null) opened.newestSeq = extent.newestSeq;
    },
    close,
  };
}

/** Keeps the filter object if it is equal, so that its count stays valid. */
function withSameFilters(views: readonly SavedView[], before: readonly SavedView[]): SavedView[] {
  return views.map((view) => {
    const previous = before.find(({ id }) => id === view.id);
    const isSame = previous !== undefined && JSON.stringify(previous.filter) === JSON.stringify(view.filter);
    return isSame ? { ...view, filter: previous.filter } : view;
  });
}
