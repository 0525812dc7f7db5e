/**
 * The rows of the shown search, read from the store in a window around the user's position. New rows are appended after
 * the last one. In a sorted or filtered view they wait until the user asks for them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RowsPage, RowsView } from '../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { GridLanding } from '../../lists/grid/grid-model.ts';
import {
  windowEnd,
  withTotal,
  hasRoom,
  EMPTY_ROWS,
  rangeAround,
  adjacentRange,
  windowRanges,
  type RowsRange,
  type RowsWindow,
  withRowsPage,
} from './rows-window.ts';

export interface RowsRequest extends Pick<RowsView, 'find' | 'sort'> {
  readonly watch: WatchId;
  readonly search: string;
  readonly columns: readonly string[];
}
export interface RowsUpdate {
  readonly rows: number;
  /** Changes if loaded rows may have changed, for example after a later pass. */
  readonly revision: string;
}

interface SubscriptionRowsState {
  readonly query: RowsRequest | null;
  /** Query of the rows in `window`; the previous one until `query` is answered. */
  readonly shownQuery: RowsRequest | null;
  readonly window: RowsWindow;
  /** The view contains rows up to this ordinal. */
  readonly upTo: number;
  /** Rows loaded since that are not in the view. */
  readonly pendingCount: number;
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly landing: GridLanding | null;
}

export interface SubscriptionRowsStore extends StoreApi<SubscriptionRowsState> {
  /**
   * Starts a query. The same query again only applies `news`. @param rank start position for a new search, at `offset`
   * from the top
   */
  setQuery(question: RowsRequest | null, news: RowsUpdate, rank?: number, offset?: number | null): void;
  loadMore(side: 'start' | 'end'): void;
  toStart(): void;
  toEnd(): void;
  toRank(rank: number): void;
  showPending(): void;
  retry(): void;
}

const NOTHING: SubscriptionRowsState = {
  query: null,
  shownQuery: null,
  window: EMPTY_ROWS,
  upTo: 0,
  pendingCount: 0,
  isReading: false,
  error: null,
  landing: null,
};

export function createSubscriptionRows({
  subscriptions: backend,
}: Pick<BackendClient, 'subscriptions'>): SubscriptionRowsStore {
  const store = createStore<SubscriptionRowsState>(() => NOTHING);
  let latestUpdate: RowsUpdate = { rows: 0, revision: '' };
  let reading: { readonly landing: GridLanding | null } | null = null;
  let again: () => void = () => undefined;

  /** @param merge combines the answers with the window */
  async function read(
    ranges: readonly RowsRange[],
    merge: (window: RowsWindow, pages: readonly RowsPage[]) => RowsWindow,
    landing: GridLanding | null,
  ): Promise<void> {
    const { query, upTo } = store.getState();
    if (query === null) return;
    const { revision } = latestUpdate;
    const current = { landing };
    reading = current;
    again = () => void read(ranges, merge, landing);
    store.setState({ isReading: true, error: null });
    const { watch, search, find, sort, columns } = query;
    const view = { find, sort, upTo };
    try {
      const pages: RowsPage[] = [];
      for (const { from, limit } of ranges) {
        const page = await backend.rows.query({ watch, id: search, view, from, limit, columns: [...columns] });
        if (reading !== current) return;
        pages.push(page);
      }
      reading = null;
      store.setState(({ window, landing: before }) => ({
        shownQuery: query,
        window: merge(window, pages),
        isReading: false,
        landing: landing ?? before,
      }));
      if (revision === latestUpdate.revision) applyUpdate();
      else reloadRows();
    } catch (error) {
      if (reading !== current) return;
      reading = null;
      store.setState({ isReading: false, error: asError(error) });
    }
  }

  function readAt(range: RowsRange, landing: GridLanding | null): void {
    void read(
      [range],
      (_, [page]) => (page === undefined ? EMPTY_ROWS : withRowsPage(EMPTY_ROWS, range.from, page)),
      landing,
    );
  }
  function rereadWindow(): void {
    const ranges = windowRanges(store.getState().window);
    const from = ranges[0]?.from ?? 0;
    const replaceRows = (_: RowsWindow, pages: readonly RowsPage[]) => ({
      from,
      rows: pages.flatMap(({ rows }) => rows),
      total: pages.at(-1)?.total ?? 0,
    });
    void read(ranges, replaceRows, null);
  }
  function readAdjacent(side: 'start' | 'end'): void {
    const range = adjacentRange(store.getState().window, side);
    if (range === null || reading !== null || store.getState().error !== null) return;
    void read(
      [range],
      (window, [page]) => (page === undefined ? window : withRowsPage(window, range.from, page)),
      null,
    );
  }

  /** Applies the progress if the window already shows this search. */
  function applyUpdate(): void {
    const { query, shownQuery, window, upTo } = store.getState();
    if (query === null || shownQuery?.search !== query.search) return;
    if (!isUnfiltered(query)) {
      store.setState({ pendingCount: Math.max(0, latestUpdate.rows - upTo) });
      return;
    }
    const touchesEnd = windowEnd(window) >= window.total;
    const grown = withTotal(window, latestUpdate.rows);
    if (grown === window) return;
    store.setState({ window: grown, upTo: latestUpdate.rows, pendingCount: 0 });
    // If the window is full, `loadMore` is called when the user reaches its end.
    if (touchesEnd && hasRoom(grown)) readAdjacent('end');
  }

  /** Reloads rows that may have changed. Lets a running reading finish; restarting it each time might never end. */
  function reloadRows(): void {
    const { query } = store.getState();
    if (query === null || reading !== null) return;
    if (isUnfiltered(query)) store.setState({ upTo: latestUpdate.rows });
    rereadWindow();
  }

  return {
    ...store,
    setQuery(query, reported, rank = 0, offset = null) {
      const { query: before, shownQuery } = store.getState();
      const isOther = latestUpdate.revision !== reported.revision;
      latestUpdate = reported;
      if (query === null) {
        reading = null;
        store.setState(NOTHING);
      } else if (before === null || before.search !== query.search || before.watch !== query.watch) {
        store.setState({ ...NOTHING, query, upTo: reported.rows });
        readAt(rangeAround(rank, reported.rows), rank === 0 ? { at: 'start' } : landingAt(rank, offset));
      } else if (before.find !== query.find || !isSameSort(before, query)) {
        store.setState({ query, upTo: reported.rows, pendingCount: 0 });
        readAt(rangeAround(0, reported.rows), { at: 'start' });
      } else if (before.columns.join('\n') !== query.columns.join('\n')) {
        store.setState({ query });
        // If a jump to other rows is under way, repeats that instead.
        if (reading === null || reading.landing === null) rereadWindow();
        else again();
      } else if (isOther && shownQuery !== null) reloadRows();
      else applyUpdate();
    },
    loadMore: readAdjacent,
    toStart() {
      const { window } = store.getState();
      if (window.from === 0) store.setState({ landing: { at: 'start' } });
      else readAt(rangeAround(0, window.total), { at: 'start' });
    },
    toEnd() {
      const { window } = store.getState();
      if (windowEnd(window) >= window.total) store.setState({ landing: { at: 'end' } });
      else readAt(rangeAround(window.total, window.total), { at: 'end' });
    },
    toRank(rank) {
      const { window } = store.getState();
      const row = window.rows[rank - window.from];
      if (row !== undefined) store.setState({ landing: { at: 'key', key: String(row.ordinal), offset: null } });
      else readAt(rangeAround(rank, window.total), landingAt(rank));
    },
    showPending() {
      store.setState({ upTo: latestUpdate.rows, pendingCount: 0 });
      rereadWindow();
    },
    retry() {
      if (store.getState().error !== null) again();
    },
  };
}

/** True if the view has all rows in load order; a row's rank is then its ordinal − 1. */
export function isUnfiltered({ find, sort }: Pick<RowsView, 'find' | 'sort'>): boolean {
  return find === '' && sort === null;
}

function isSameSort({ sort: one }: RowsRequest, { sort: other }: RowsRequest): boolean {
  return one?.field === other?.field && one?.direction === other?.direction;
}

/** Works only in an unfiltered view, where a row's rank is known before it is read. */
function landingAt(rank: number, offset: number | null = null): GridLanding {
  return { at: 'key', key: String(rank + 1), offset };
}
