/**
 * The saved views of the profile that is shown, and how many events each pinned one has. Views are the backend's: what
 * is changed here is asked for there, and stands here when the feed says so. One count a second at most, and
 * what was counted whole is counted whole again for a tenth of the time at most.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Filter } from '../../src-shared/domain/filter.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { PageClock } from '../time/page-clock.ts';
import { withoutFolded } from './folded-beats.ts';
import { mayAskAt } from './paced-reading.ts';
import { nextCount, type ViewCount } from './view-counts.ts';
import type { WatchScoped } from './watch-scoped.ts';
import { wholeCount } from './whole-count.ts';

export interface ViewsState {
  /** In the order of people; `null` until the backend told them. */
  readonly views: readonly SavedView[] | null;
  /** By id of the view, of pinned ones. */
  readonly counts: ReadonlyMap<string, ViewCount>;
  /** Why they cannot be read; `null` where they can. */
  readonly trouble: Error | null;
  /** What the last thing that was asked for here failed with. */
  readonly refusal: Error | null;
  /** The view that was deleted last, and where it stood: it can be had back while the dialog is open. */
  readonly deleted: { readonly view: SavedView; readonly order: readonly string[] } | null;
  /** What is open over the page. */
  readonly dialog: ViewsDialog | null;
}

type ViewsDialog = { readonly kind: 'save'; readonly filter: Filter } | { readonly kind: 'manage' };

export interface ViewsStore extends StoreApi<ViewsState>, WatchScoped {
  show(dialog: ViewsDialog | null): void;
  /** Adds them, or takes the place of those with their ids. @returns whether it was done */
  put(views: readonly SavedView[]): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** What was deleted last is there again, where it stood. */
  restore(): Promise<void>;
  order(ids: readonly string[]): Promise<void>;
}

interface Opened {
  readonly watch: WatchId;
  newestSeq: number;
  isCounting: boolean;
  /** By id of the view, when it could not be counted last. */
  readonly failed: Map<string, number>;
  /** Nothing is counted whole again before. */
  mayRecountAt: number;
  stop: Stop;
}

const NOTHING: ViewsState = {
  views: null,
  counts: new Map(),
  trouble: null,
  refusal: null,
  deleted: null,
  dialog: null,
};

/** @param now the backend's wall clock. */
export function createViewsStore(
  { views: backend, timeline }: Pick<BackendClient, 'views' | 'timeline'>,
  clock: PageClock,
  now: () => number,
): ViewsStore {
  const store = createStore<ViewsState>(() => NOTHING);
  let opened: Opened | null = null;

  function listen(of: Opened): void {
    const stopFeed = backend.follow(of.watch, {
      onData(views) {
        if (of !== opened) return;
        store.setState(({ views: before }) => ({ views: withSameFilters(views, before ?? []), trouble: null }));
      },
      onEnd(error) {
        if (of === opened && error !== null) store.setState({ trouble: error });
      },
    });
    const stopTicks = clock.everySecond(() => void countOn(of));
    of.stop = () => {
      stopFeed();
      stopTicks();
    };
  }

  async function countOn(of: Opened): Promise<void> {
    const { views, counts } = store.getState();
    if (of.isCounting || of !== opened) return;
    const { newestSeq } = of;
    const at = clock.read().monotonic;
    const step = nextCount(views ?? [], counts, newestSeq, at, of);
    if (step === null) return;
    const { view, base } = step;
    of.isCounting = true;
    try {
      const query = {
        watch: of.watch,
        filter: withoutFolded(view.filter),
        at: now(),
        after: base?.upTo ?? 0,
        to: newestSeq,
      };
      const isEmpty = newestSeq === 0;
      const count = isEmpty ? 0 : await wholeCount(timeline, query, () => of === opened);
      if (count === null) return;
      const counted = {
        filter: view.filter,
        count: (base?.count ?? 0) + count,
        upTo: newestSeq,
        wholeAt: base?.wholeAt ?? at,
        at,
      };
      store.setState((state) => ({ counts: new Map(state.counts).set(view.id, counted) }));
    } catch {
      // What was counted stays; it is asked for again when the others have been.
      of.failed.set(view.id, at);
    } finally {
      of.isCounting = false;
      if (base === null) of.mayRecountAt = Math.max(of.mayRecountAt, mayAskAt(at, clock.read().monotonic));
    }
  }

  async function ask(call: (watch: WatchId) => Promise<void>): Promise<boolean> {
    if (opened === null) return false;
    const { watch } = opened;
    store.setState({ refusal: null });
    try {
      await call(watch);
      return true;
    } catch (error) {
      if (opened?.watch === watch) store.setState({ refusal: asError(error) });
      return false;
    }
  }

  function close(): void {
    opened?.stop();
    opened = null;
    store.setState(NOTHING);
  }

  return {
    ...store,
    show: (dialog) => store.setState({ dialog, refusal: null, deleted: null }),
    put: (views) => ask((watch) => backend.put(watch, views)),
    async remove(id) {
      const views = store.getState().views ?? [];
      const view = views.find((each) => each.id === id);
      if (view !== undefined && (await ask((watch) => backend.remove(watch, id))))
        store.setState({ deleted: { view, order: views.map((each) => each.id) } });
    },
    async restore() {
      const { deleted } = store.getState();
      if (deleted === null) return;
      const isBack = await ask(async (watch) => {
        await backend.put(watch, [deleted.view]);
        await backend.order(watch, deleted.order);
      });
      if (isBack) store.setState({ deleted: null });
    },
    async order(ids) {
      await ask((watch) => backend.order(watch, ids));
    },
    open({ watch, extent }) {
      close();
      opened = {
        watch,
        newestSeq: extent.newestSeq,
        isCounting: false,
        failed: new Map(),
        mayRecountAt: 0,
        stop: () => undefined,
      };
      listen(opened);
    },
    follow({ extent }) {
      if (opened !== null) opened.newestSeq = extent.newestSeq;
    },
    close,
  };
}

/** A feed tells all of them anew: one whose filter says the same goes on being counted. */
function withSameFilters(views: readonly SavedView[], before: readonly SavedView[]): SavedView[] {
  return views.map((view) => {
    const known = before.find(({ id }) => id === view.id);
    const isSame = known !== undefined && JSON.stringify(known.filter) === JSON.stringify(view.filter);
    return isSame ? { ...view, filter: known.filter } : view;
  });
}
