import type { Database } from 'better-sqlite3';
import { appError } from '../../../../src-shared/api/errors.ts';
import { searchEnds } from '../../../../src-shared/domain/saved-search.ts';
import type { StoredGapCheck, StoredSearch } from '../../../core/ports/inventory-store.ts';

export interface SearchRow extends Omit<StoredSearch, 'end' | 'gapCheck'> {
  readonly number: number;
  readonly end: string | null;
  readonly gapCheck: string | null;
  readonly lastPage: string | null;
  readonly lastAdded: number;
  readonly lastFresh: number;
}

const SEARCH = `
  SELECT number, id, body, begun_at AS begunAt, asked_at AS askedAt, row_count AS rows, total_hits AS totalHits,
    first_total_hits AS firstTotalHits, pages, passes, doubled, earlier, without_id AS withoutId, end,
    gap_check AS gapCheck, last_page AS lastPage, last_added AS lastAdded, last_fresh AS lastFresh
  FROM search WHERE is_removed = 0`;
const BY_ID = `${SEARCH} AND id = ?`;
/** Without searches that have no page yet. */
const NEWEST_FIRST = `${SEARCH} AND pages > 0 ORDER BY number DESC`;

export type SearchRows = ReturnType<typeof createSearchRows>;

export function createSearchRows(database: Database) {
  const byId = database.prepare<[string], SearchRow>(BY_ID);
  const newestFirst = database.prepare<[], SearchRow>(NEWEST_FIRST);
  return {
    get(id: string): SearchRow {
      const row = byId.get(id);
      if (row === undefined) throw appError('NO_SEARCH', { id });
      return row;
    },
    newestFirst: (): SearchRow[] => newestFirst.all(),
  };
}

export function storedSearch(row: SearchRow): StoredSearch {
  const { number: _number, lastPage: _page, lastAdded: _added, lastFresh: _fresh, end, gapCheck, ...stored } = row;
  return {
    ...stored,
    end: searchEnds.find((known) => known === end) ?? null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the writer writes it
    gapCheck: gapCheck === null ? null : (JSON.parse(gapCheck) as StoredGapCheck),
  };
}

/** Newest search first. `after`: position at which an earlier walk stopped; null starts at the first row. */
export function* rowRanges(searches: readonly SearchRow[], after: string | null, rowsPerRange: number) {
  const [number = Number.POSITIVE_INFINITY, ordinal = 0] = after?.split(' ').map(Number) ?? [];
  for (const search of searches.filter((each) => each.number <= number))
    for (let from = search.number === number ? ordinal : 0; from < search.rows; from += rowsPerRange)
      yield { search, from, to: Math.min(search.rows, from + rowsPerRange), position: `${search.number} ${from}` };
}

/** Limit of the ordinals of one search, exclusive. */
const ORDINALS = 2 ** 32;

export function placeOf(search: number, ordinal: number): number {
  return search * ORDINALS + ordinal;
}

export function ordinalAt(place: number): number {
  return place % ORDINALS;
}
