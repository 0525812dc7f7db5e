/**
 * The rows of the search that is shown, read from what is stored: a window that goes with the reader. What is loaded
 * meanwhile is added behind the last row, and moves nothing; where the reader has sorted or looked for something, it waits
 * until they ask for it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RowsPage, RowsView } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient } from '../backend/client.ts';
import type { GridLanding } from '../components/grid/grid-model.ts';
import {
  endOf,
  grownTo,
  hasRoom,
  NO_ROWS,
  pieceAround,
  pieceBeside,
  piecesOf,
  type RowsPiece,
  type RowsWindow,
  withPage,
} from './rows-window.ts';

export interface RowsQuestion extends Pick<RowsView, 'find' | 'sort'> {
  readonly watch: WatchId;
  /** Id of the search. */
  readonly search: string;
  readonly columns: readonly string[];
}
/** What is told of the search meanwhile. */
export interface RowsNews {
  readonly rows: number;
  /** Where it is another, rows that were read may be others by now: a later pass brought them again, or did not. */
  readonly revision: string;
}

export interface SubscriptionRowsState {
  /** What was asked for last; `null`: no rows are shown. */
  readonly question: RowsQuestion | null;
  /** Whose rows stand in `window`: those of the question before, until it is answered. */
  readonly answered: RowsQuestion | null;
  readonly window: RowsWindow;
  /** Rows up to this ordinal are in the view. */
  readonly upTo: number;
  /** Loaded since, and not in the view. */
  readonly waiting: number;
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly landing: GridLanding | null;
}

export interface SubscriptionRowsStore extends StoreApi<SubscriptionRowsState> {
  /** The same question again brings the news alone. @param rank where another search begins, so far from the top */
  ask(question: RowsQuestion | null, news: RowsNews, rank?: number, offset?: number | null): void;
  /** Few rows are left on that side. */
  near(side: 'start' | 'end'): void;
  toStart(): void;
  toEnd(): void;
  toRank(rank: number): void;
  /** What was loaded since is in the view, too. */
  showWaiting(): void;
  retry(): void;
}

const NOTHING: SubscriptionRowsState = {
  question: null,
  answered: null,
  window: NO_ROWS,
  upTo: 0,
  waiting: 0,
  isReading: false,
  error: null,
  landing: null,
};

export function createSubscriptionRows({
  subscriptions: backend,
}: Pick<BackendClient, 'subscriptions'>): SubscriptionRowsStore {
  const store = createStore<SubscriptionRowsState>(() => NOTHING);
  let news: RowsNews = { rows: 0, revision: '' };
  /** The reading that counts; a later one takes its place, and its answers are nobody's. */
  let reading: { readonly landing: GridLanding | null } | null = null;
  let again: () => void = () => undefined;

  /** @param merge what the answers make of the window. */
  async function read(
    pieces: readonly RowsPiece[],
    merge: (window: RowsWindow, pages: readonly RowsPage[]) => RowsWindow,
    landing: GridLanding | null,
  ): Promise<void> {
    const { question, upTo } = store.getState();
    if (question === null) return;
    const { revision } = news;
    const mine = { landing };
    reading = mine;
    again = () => void read(pieces, merge, landing);
    store.setState({ isReading: true, error: null });
    const { watch, search, find, sort, columns } = question;
    const view = { find, sort, upTo };
    try {
      const pages: RowsPage[] = [];
      for (const { from, limit } of pieces) {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        const page = await backend.rows({ watch, id: search, view, from, limit, columns: [...columns] });
        if (reading !== mine) return;
        pages.push(page);
      }
      reading = null;
      store.setState(({ window, landing: before }) => ({
        answered: question,
        window: merge(window, pages),
        isReading: false,
        landing: landing ?? before,
      }));
      if (revision === news.revision) takeNews();
      else takeOthers();
    } catch (error) {
      if (reading !== mine) return;
      reading = null;
      store.setState({ isReading: false, error: asError(error) });
    }
  }

  function readAt(piece: RowsPiece, landing: GridLanding | null): void {
    void read([piece], (_, [page]) => (page === undefined ? NO_ROWS : withPage(NO_ROWS, piece.from, page)), landing);
  }
  function readAnew(): void {
    const pieces = piecesOf(store.getState().window);
    const from = pieces[0]?.from ?? 0;
    const whole = (_: RowsWindow, pages: readonly RowsPage[]) => ({
      from,
      rows: pages.flatMap(({ rows }) => rows),
      total: pages.at(-1)?.total ?? 0,
    });
    void read(pieces, whole, null);
  }
  function readBeside(side: 'start' | 'end'): void {
    const piece = pieceBeside(store.getState().window, side);
    if (piece === null || reading !== null || store.getState().error !== null) return;
    void read([piece], (window, [page]) => (page === undefined ? window : withPage(window, piece.from, page)), null);
  }

  /** Of the search whose rows are there. */
  function takeNews(): void {
    const { question, answered, window, upTo } = store.getState();
    if (question === null || answered?.search !== question.search) return;
    if (!isPlain(question)) {
      store.setState({ waiting: Math.max(0, news.rows - upTo) });
      return;
    }
    const touchesEnd = endOf(window) >= window.total;
    const grown = grownTo(window, news.rows);
    if (grown === window) return;
    store.setState({ window: grown, upTo: news.rows, waiting: 0 });
    // Where it is full, a reader who is at its end says so (`near`).
    if (touchesEnd && hasRoom(grown)) readBeside('end');
  }

  /** Rows that are there may be others by now. A reading that is under way comes to its end, or none ever would. */
  function takeOthers(): void {
    const { question } = store.getState();
    if (question === null || reading !== null) return;
    if (isPlain(question)) store.setState({ upTo: news.rows });
    readAnew();
  }

  return {
    ...store,
    ask(question, told, rank = 0, offset = null) {
      const { question: before, answered } = store.getState();
      const isOther = news.revision !== told.revision;
      news = told;
      if (question === null) {
        reading = null;
        store.setState(NOTHING);
      } else if (before === null || before.search !== question.search || before.watch !== question.watch) {
        store.setState({ ...NOTHING, question, upTo: told.rows });
        readAt(pieceAround(rank, told.rows), rank === 0 ? { at: 'start' } : landingAt(rank, offset));
      } else if (before.find !== question.find || !isSameSort(before, question)) {
        store.setState({ question, upTo: told.rows, waiting: 0 });
        readAt(pieceAround(0, told.rows), { at: 'start' });
      } else if (before.columns.join('\n') !== question.columns.join('\n')) {
        store.setState({ question });
        // On the way to other rows it is those that are read.
        if (reading === null || reading.landing === null) readAnew();
        else again();
      } else if (isOther && answered !== null) takeOthers();
      else takeNews();
    },
    near: readBeside,
    toStart() {
      const { window } = store.getState();
      if (window.from === 0) store.setState({ landing: { at: 'start' } });
      else readAt(pieceAround(0, window.total), { at: 'start' });
    },
    toEnd() {
      const { window } = store.getState();
      if (endOf(window) >= window.total) store.setState({ landing: { at: 'end' } });
      else readAt(pieceAround(window.total, window.total), { at: 'end' });
    },
    toRank(rank) {
      const { window } = store.getState();
      const row = window.rows[rank - window.from];
      if (row !== undefined) store.setState({ landing: { at: 'key', key: String(row.ordinal), offset: null } });
      else readAt(pieceAround(rank, window.total), landingAt(rank));
    },
    showWaiting() {
      store.setState({ upTo: news.rows, waiting: 0 });
      readAnew();
    },
    retry() {
      if (store.getState().error !== null) again();
    },
  };
}

/** All rows, in the order in which they came: the rank of a row is its ordinal − 1. */
export function isPlain({ find, sort }: Pick<RowsView, 'find' | 'sort'>): boolean {
  return find === '' && sort === null;
}

function isSameSort({ sort: one }: RowsQuestion, { sort: other }: RowsQuestion): boolean {
  return one?.field === other?.field && one?.direction === other?.direction;
}

/** Of a plain view, the only one in which a row's rank is known before it was read. */
function landingAt(rank: number, offset: number | null = null): GridLanding {
  return { at: 'key', key: String(rank + 1), offset };
}
