/**
 * The one list of the page. A screen supplies a *source* (a query to a page), the *rules* of its window, and columns;
 * `row-window.ts` has the rules for plain rows. The list decides which page to read and when, holds still while the
 * user reads, counts what waits, and keeps the window bounded.
 *
 *     const people: ListSource<RowList<Person, PeopleQuery>> = {
 *       rules: rowRules({ keyOf: ({ id }) => id, pageRows: 200, queryKey: ({ find }) => find }),
 *       page: async (query, { cursor, limit }) => backend.people.list({ ...query, after: cursor, limit }),
 *     };
 *     const list = useList(people, query);        // state: `list.getState()`, inputs: `list.extend('end')` …
 *     <Grid … onNear={list.extend} onInteraction={…} isPaused={hold.kind === 'held'} />
 *
 * A source whose rows only ever appear at the start has a feed (`follow`). All others call `changed()` on any news; the
 * list then reads its window again, at most every 2 s.
 *
 * The start is the top of the list, such as the newest event; the end is its bottom. Cursors lie between rows.
 */
import type { FeedListener, Stop } from '../backend/client.ts';

export type Side = 'start' | 'end';

/** The lines that the page holds: consecutive, bounded. Adding lines at one end drops lines at the other. */
export interface ListWindow<Line = unknown, Cursor = unknown> {
  readonly lines: readonly Line[];
  /** True if lines above were dropped or skipped. Excludes pending rows. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  /** Start of the next page on that side; null before the first page, or if that side cannot be read. */
  readonly startCursor: Cursor | null;
  readonly endCursor: Cursor | null;
}

/** Types of one list. `News` is a page if the list has no feed. */
export interface ListTypes {
  readonly query: object;
  readonly cursor: unknown;
  readonly page: object;
  readonly news: object;
  readonly window: ListWindow;
}

/** Rows on one side of a cursor; null: from the start of the list towards the end, or from the end towards the start. */
export interface PageRequest<Cursor> {
  readonly side: Side;
  readonly cursor: Cursor | null;
  readonly limit: number;
}

/** How pages and news change the window. Pure. */
export interface ListRules<T extends ListTypes> {
  readonly empty: T['window'];
  readonly pageRows: number;
  /** Equal keys are the same list. */
  readonly queryKey: (query: T['query']) => string;
  /** True if the lines of `before` stay until the first answer to `next`. */
  readonly keepsLines: (before: T['query'], next: T['query']) => boolean;
  /** Null if no row of the page may be shown, because everything that was shown has been removed. */
  readonly windowOf: (page: T['page'], at: Side, query: T['query'], before: T['window']) => T['window'] | null;
  readonly windowAround: (above: T['page'], below: T['page'], query: T['query']) => T['window'];
  readonly cursorAbove: (below: T['page']) => T['cursor'];
  readonly extended: (window: T['window'], side: Side, page: T['page']) => T['window'];
  /** True if the page has no line to draw, so that the next one is read immediately. */
  readonly isBlank: (window: T['window'], page: T['page']) => boolean;
  readonly contains: (window: T['window'], cursor: T['cursor']) => boolean;
  /** `isComplete`: includes what is pending. `count`: rows that are new to the user; `arrivals`: those for the rate. */
  readonly describe: (
    window: T['window'],
    news: T['news'],
  ) => {
    readonly isComplete: boolean;
    readonly count: number;
    readonly arrivals: number;
    readonly hasChanges: boolean;
  };
  /** Returns the page of a window that was read again as news; null if the list has a feed. */
  readonly asNews: (page: T['page']) => T['news'] | null;
  readonly followed: (window: T['window'], news: T['news']) => T['window'];
  /** Applies news to a held list: lines change in place, and none moves. */
  readonly held: (window: T['window'], news: T['news']) => T['window'];
  /** Joins news that arrived in the same frame. */
  readonly merged: (older: T['news'], newer: T['news']) => T['news'];
  /** Position that the feed has reached, or starts from. */
  readonly through: (of: T['window'] | T['news']) => number;
  /** Page that unfolds a line; null if the line cannot be unfolded, 'fold' if it is unfolded. */
  readonly unfolding: (window: T['window'], key: string) => PageRequest<T['cursor']> | 'fold' | null;
  /** @param page its content; null folds the line */
  readonly unfolded: (window: T['window'], key: string, page: T['page'] | null) => T['window'];
}

export interface ListSource<T extends ListTypes> {
  readonly rules: ListRules<T>;
  readonly page: (query: T['query'], request: PageRequest<T['cursor']>) => Promise<T['page']>;
  /** Reports what is new after a position. Absent: `changed()` makes the list read its window again. */
  readonly follow?: (query: T['query'], after: number, listener: FeedListener<T['news']>) => Stop;
}
