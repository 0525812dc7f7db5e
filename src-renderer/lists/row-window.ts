/**
 * News is the window, read again. Pure. A cursor that is a number is a rank: the number of rows above it. Such a list
 * is bounded at both ends and can start anywhere. Other cursors belong to the backend; such a list keeps what it has
 * read.
 */
import type { ListRules, ListTypes, ListWindow, PageRequest } from './list.ts';

/** Limit of the backend's calls. */
const MAX_CALL_ROWS = 500;
/** About 50 screens: enough to scroll back without waiting, small enough for any machine. */
const MAX_ROWS = 2_000;

type RowCursor = number | string;

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  /** Start of the next page on each side; null if the list cannot be read in that direction. */
  readonly startCursor: RowCursor | null;
  readonly endCursor: RowCursor | null;
  readonly total: number | null;
}

interface RowWindow<Row, Page> extends ListWindow<Row, RowCursor> {
  readonly total: number | null;
  /** Newest page that replaced the window or was read again, for what it contains besides its rows. */
  readonly page: Page | null;
}

export interface RowList<Row, Query extends object, Page extends RowPage<Row> = RowPage<Row>> extends ListTypes {
  readonly query: Query;
  readonly cursor: RowCursor;
  readonly page: Page;
  readonly news: Page;
  readonly window: RowWindow<Row, Page>;
}

interface RowRules<Row, Query> {
  readonly keyOf: (row: Row) => string;
  readonly queryKey: (query: Query) => string;
  /** Absent: the rows of the previous query are removed at once. */
  readonly keepsLines?: (before: Query, next: Query) => boolean;
  readonly pageRows?: number;
}

/** `read` returns rows from a rank on and the total. `knownTotal` saves a call when the last page is read. */
export async function readRanks<Row>(
  read: (from: number, limit: number) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
  { side, cursor, limit }: PageRequest<RowCursor>,
  knownTotal: number | null = null,
): Promise<RowPage<Row>> {
  const top = side === 'end' ? 0 : (knownTotal ?? (await read(0, 1)).total);
  const at = typeof cursor === 'number' ? cursor : top;
  const from = side === 'end' ? at : Math.max(0, at - limit);
  const to = side === 'end' ? at + limit : at;
  const rows: Row[] = [];
  let total = 0;
  do {
    const part = await read(from + rows.length, Math.min(MAX_CALL_ROWS, to - from - rows.length));
    rows.push(...part.rows);
    total = part.total;
    if (part.rows.length === 0) break;
  } while (from + rows.length < Math.min(to, total));
  return rankPage(rows, from, total);
}

function rankPage<Row>(rows: readonly Row[], from: number, total: number): RowPage<Row> {
  const to = from + rows.length;
  // An empty page ends the list, even if the total is higher. Otherwise it would be requested again and again.
  const hasAfter = rows.length > 0 && to < total;
  return { rows, hasBefore: from > 0, hasAfter, startCursor: from, endCursor: to, total: hasAfter ? total : to };
}

export function rowRules<Row, Query extends object, Page extends RowPage<Row> = RowPage<Row>>({
  keyOf,
  queryKey,
  keepsLines = () => false,
  pageRows = 200,
}: RowRules<Row, Query>): ListRules<RowList<Row, Query, Page>> {
  type Window = RowWindow<Row, Page>;
  const windowOf = (page: Page, lines: readonly Row[] = page.rows): Window => {
    const { hasBefore, hasAfter, startCursor, endCursor, total } = page;
    return { lines, hasBefore, hasAfter, startCursor, endCursor, total, page };
  };
  const keysOf = (rows: readonly Row[]) => new Set(rows.map(keyOf));

  /** Keeps the object of a row that did not change, so that it is not drawn again. */
  function inPlace(shown: readonly Row[], fresh: readonly Row[]): readonly Row[] {
    const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
    let hasChanged = false;
    const rows = shown.map((row) => {
      const now = byKey.get(keyOf(row));
      if (now === undefined || now === row || JSON.stringify(now) === JSON.stringify(row)) return row;
      hasChanged = true;
      return now;
    });
    return hasChanged ? rows : shown;
  }

  return {
    empty: {
      lines: [],
      hasBefore: false,
      hasAfter: false,
      startCursor: null,
      endCursor: null,
      total: null,
      page: null,
    },
    pageRows,
    queryKey,
    keepsLines,
    windowOf: (page) => windowOf(page),
    windowAround(above, below) {
      const { hasBefore, startCursor } = above;
      return { ...windowOf(below, [...above.rows, ...below.rows]), hasBefore, startCursor };
    },
    cursorAbove: ({ startCursor }) => startCursor ?? 0,
    extended(window, side, page) {
      const known = keysOf(window.lines);
      const fresh = page.rows.filter((row) => !known.has(keyOf(row)));
      const { startCursor, endCursor } = window;
      const { total, hasBefore, hasAfter } = page;
      const dropped = Math.max(0, window.lines.length + fresh.length - MAX_ROWS);
      if (side === 'start') {
        const lines = [...fresh, ...window.lines];
        const grown = { ...window, total, hasBefore, startCursor: page.startCursor };
        return dropped === 0 || typeof endCursor !== 'number'
          ? { ...grown, lines }
          : { ...grown, lines: lines.slice(0, MAX_ROWS), hasAfter: true, endCursor: endCursor - dropped };
      }
      const lines = [...window.lines, ...fresh];
      const grown = { ...window, total, hasAfter, endCursor: page.endCursor };
      return dropped === 0 || typeof startCursor !== 'number'
        ? { ...grown, lines }
        : { ...grown, lines: lines.slice(dropped), hasBefore: true, startCursor: startCursor + dropped };
    },
    isBlank: () => false,
    contains({ lines, startCursor }, cursor) {
      if (typeof startCursor !== 'number' || typeof cursor !== 'number') return false;
      return cursor >= startCursor && cursor < startCursor + lines.length;
    },
    describe({ lines }, { rows }) {
      const known = keysOf(lines);
      const last = rows.findLastIndex((row) => known.has(keyOf(row)));
      const above = last === -1 ? rows : rows.slice(0, last);
      const hasChanges = rows.length !== lines.length || rows.some((row, at) => keyOf(row) !== keyAt(lines[at]));
      return {
        isComplete: true,
        count: above.filter((row) => !known.has(keyOf(row))).length,
        arrivals: 0,
        hasChanges,
      };
    },
    asNews: (page) => page,
    followed(window, page) {
      const kept = new Map(inPlace(window.lines, page.rows).map((row) => [keyOf(row), row]));
      const next = windowOf(
        page,
        page.rows.map((row) => kept.get(keyOf(row)) ?? row),
      );
      const isSame =
        next.lines.length === window.lines.length && next.lines.every((row, at) => row === window.lines[at]);
      return isSame ? { ...next, lines: window.lines } : next;
    },
    held: (window, page) => ({ ...window, lines: inPlace(window.lines, page.rows), total: page.total, page }),
    merged: (_older, newer) => newer,
    through: () => 0,
    unfolding: () => null,
    unfolded: (window) => window,
  };

  function keyAt(row: Row | undefined): string | null {
    return row === undefined ? null : keyOf(row);
  }
}
