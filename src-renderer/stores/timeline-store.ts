/**
 * The timeline as it is read: a window of rows, live at its top until the reader freezes it, paged at both ends.
 * No row twice and none missing between two shown ones, in whatever order pages and live batches arrive.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelinePage } from '../../src-shared/api/timeline.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import type { BackendClient, Stop } from '../backend-client.ts';
import { EMPTY_WINDOW, type TimelineWindow, withNewer, withOlder } from './timeline-window.ts';

/** About five screens: one request for each few flicks of a wheel. */
const PAGE_ROWS = 200;

export interface TimelineState {
  readonly phase:
    | { readonly kind: 'closed' }
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    | { readonly kind: 'failed'; readonly message: string };
  readonly window: TimelineWindow;
  /** Highest seq known to be stored. */
  readonly newestSeq: number;
  /** Highest seq that was ever in the window; newer ones wait. */
  readonly newestShownSeq: number;
  /** New rows wait, because the reader is reading. */
  readonly frozen: boolean;
  /** A page that could not be had; the rows that are there stay. */
  readonly pageError: string | null;
}

export interface TimelineStore extends StoreApi<TimelineState> {
  /** Begins anew with the newest rows; whatever was shown is forgotten. */
  open(): void;
  close(): void;
  setFrozen(frozen: boolean): void;
  showNewest(): Promise<void>;
  showOldest(): Promise<void>;
  loadOlder(): Promise<void>;
  loadNewer(): Promise<void>;
}

/** Rows that wait for the reader. `seq` has no holes, so that a difference is a count. */
export function waitingRows(state: Pick<TimelineState, 'newestSeq' | 'newestShownSeq'>): number {
  return Math.max(0, state.newestSeq - state.newestShownSeq);
}

const CLOSED: TimelineState = {
  phase: { kind: 'closed' },
  window: EMPTY_WINDOW,
  newestSeq: 0,
  newestShownSeq: 0,
  frozen: false,
  pageError: null,
};

export function createTimelineStore(backend: BackendClient): TimelineStore {
  const store = createStore<TimelineState>(() => CLOSED);
  const { getState, setState } = store;
  /** Counts openings: an answer to a question of an earlier one is thrown away. */
  let opening = 0;
  let stopFeed: Stop | null = null;
  /** Counts requests for pages: an answer to any but the last is thrown away. */
  let request = 0;
  let paging = false;
  /** Live rows that came while the newest page was on its way, oldest first; `null` when it is not. */
  let arrivals: EventSummary[] | null = null;

  function show(window: TimelineWindow, newestSeq = 0): void {
    const top = window.rows[0]?.seq ?? 0;
    setState((state) => ({
      phase: { kind: 'ready' },
      window,
      newestSeq: Math.max(state.newestSeq, newestSeq, top),
      newestShownSeq: Math.max(state.newestShownSeq, top),
      pageError: null,
    }));
  }

  function takeLive(rows: EventSummary[]): void {
    const newest = rows.at(-1)?.seq;
    if (newest === undefined) return;
    arrivals?.push(...rows);
    const state = getState();
    // Onto the window only what follows it at once: with rows waiting in between there would be a hole.
    const follows = state.window.reachesNewest && waitingRows(state) === 0;
    if (!state.frozen && arrivals === null && follows) show(withNewer(state.window, rows.toReversed()));
    else {
      setState({ newestSeq: Math.max(state.newestSeq, newest) });
      if (!state.frozen && arrivals === null) void showNewest();
    }
  }

  function follow(after: number): void {
    const mine = opening;
    stopFeed = backend.liveEvents(after, {
      onData: (rows) => {
        if (mine === opening) takeLive(rows);
      },
      onEnd(error) {
        if (mine !== opening) return;
        stopFeed?.();
        if (error !== null) setState({ phase: { kind: 'failed', message: error.message } });
        else open();
      },
    });
  }

  /**
   * One page at a time: two answers about the same end would have to agree on where that end is.
   * @param instead takes the place of a request under way; otherwise that one goes first and this one is dropped.
   */
  async function fetchPage(
    query: { before?: number },
    instead: boolean,
    apply: (page: TimelinePage) => void,
  ): Promise<void> {
    if (paging && !instead) return;
    paging = true;
    request += 1;
    const mine = request;
    try {
      const page = await backend.page({ ...query, limit: PAGE_ROWS });
      if (mine === request) apply(page);
    } catch (error) {
      if (mine === request) setState({ pageError: error instanceof Error ? error.message : String(error) });
    } finally {
      if (mine === request) paging = false;
    }
  }

  async function showNewest(): Promise<void> {
    const arrived: EventSummary[] = [];
    arrivals = arrived;
    await fetchPage({}, true, (page) => {
      const window = { rows: page.rows, reachesOldest: page.rows.length < PAGE_ROWS, reachesNewest: true };
      show(withNewer(window, arrived.toReversed()), page.newestSeq);
    });
    if (arrivals === arrived) arrivals = null;
  }

  async function begin(mine: number): Promise<void> {
    try {
      const page = await backend.page({ limit: PAGE_ROWS });
      if (mine !== opening) return;
      show({ rows: page.rows, reachesOldest: page.rows.length < PAGE_ROWS, reachesNewest: true }, page.newestSeq);
      follow(page.rows[0]?.seq ?? 0);
    } catch (error) {
      if (mine === opening)
        setState({ phase: { kind: 'failed', message: error instanceof Error ? error.message : String(error) } });
    }
  }

  function open(): void {
    close();
    setState({ ...CLOSED, frozen: getState().frozen, phase: { kind: 'loading' } });
    void begin(opening);
  }

  function close(): void {
    opening += 1;
    request += 1;
    paging = false;
    arrivals = null;
    stopFeed?.();
    stopFeed = null;
    setState({ ...CLOSED, frozen: getState().frozen });
  }

  return {
    ...store,
    open,
    close,
    showNewest,
    setFrozen(frozen) {
      if (frozen === getState().frozen) return;
      setState({ frozen });
      if (!frozen && (waitingRows(getState()) > 0 || !getState().window.reachesNewest)) void showNewest();
    },
    showOldest: () =>
      // Seqs count from 1, so that the oldest page is known by its number.
      fetchPage({ before: PAGE_ROWS + 1 }, true, (page) => {
        const { newestShownSeq } = getState();
        const reachesNewest = (page.rows[0]?.seq ?? 0) >= newestShownSeq;
        show({ rows: page.rows, reachesOldest: true, reachesNewest }, page.newestSeq);
      }),
    async loadOlder() {
      const bottom = getState().window.rows.at(-1)?.seq;
      if (bottom === undefined || getState().window.reachesOldest) return;
      await fetchPage({ before: bottom }, false, (page) => {
        const { window } = getState();
        // Live rows may have pushed the end out of the window meanwhile: this page would leave a hole.
        if (window.rows.at(-1)?.seq !== bottom) return;
        show(withOlder(window, page.rows, page.rows.length < PAGE_ROWS), page.newestSeq);
      });
    },
    async loadNewer() {
      const top = getState().window.rows[0]?.seq;
      if (top === undefined || getState().window.reachesNewest) return;
      await fetchPage({ before: top + 1 + PAGE_ROWS }, false, (page) => {
        const { window } = getState();
        if (window.rows[0]?.seq !== top) return;
        const newer = withNewer(window, page.rows);
        const newTop = newer.rows[0]?.seq ?? 0;
        show({ ...newer, reachesNewest: newTop >= getState().newestShownSeq }, page.newestSeq);
      });
    },
  };
}
