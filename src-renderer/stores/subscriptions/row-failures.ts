/**
 * Loads how many stored failures each row of a search has. Requests the visible rows after scrolling stops, one request
 * at a time. Keeps results while the search is shown and reloads them in a new period. Reads only stored events, never
 * the service.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RowFailuresResult } from '../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';

export type RowFailures = RowFailuresResult['of'][number] & Pick<FailuresRow, 'identifiers'>;
interface FailuresRow {
  readonly ordinal: number;
  /** Identifiers by which events may name the row. */
  readonly identifiers: readonly string[];
}
/** By ordinal; missing rows are not loaded. */
type RowFailuresState = ReadonlyMap<number, RowFailures>;

export interface RowFailuresStore extends StoreApi<{ readonly byOrdinal: RowFailuresState }> {
  /**
   * Loads the visible rows. Skips rows loaded in this period; results of an earlier period stay until the new ones
   * arrive.
   */
  load(search: SearchRef, rows: readonly FailuresRow[], period?: number): void;
  forget(): void;
}

interface SearchRef {
  readonly watch: WatchId;
  readonly search: string;
}

export const FAILURE_DAYS = 7;
const MAX_QUERY_ROWS = 128;
/** Above this number all results are dropped, because most belong to rows that are no longer visible. */
const MAX_CACHED_ROWS = 5_000;
const UNKNOWN_FAILURES: RowFailuresResult['of'][number] = { count: 0, isAtLeast: true, newest: [] };

export function createRowFailures({ subscriptions: backend }: Pick<BackendClient, 'subscriptions'>): RowFailuresStore {
  const store = createStore<{ readonly byOrdinal: RowFailuresState }>(() => ({ byOrdinal: new Map() }));
  let currentSearch: SearchRef | null = null;
  let isLoading = false;
  let requestedRows: readonly FailuresRow[] = [];
  let currentPeriod = 0;
  /** Period of each result, by ordinal. */
  const periods = new Map<number, number>();

  async function loadNext(): Promise<void> {
    const search = currentSearch;
    const loaded = store.getState().byOrdinal;
    const period = currentPeriod;
    const rows = requestedRows
      .filter(({ ordinal }) => !loaded.has(ordinal) || periods.get(ordinal) !== period)
      .slice(0, MAX_QUERY_ROWS);
    if (isLoading || search === null || rows.length === 0) return;
    isLoading = true;
    try {
      const identifierGroups = rows.map(({ identifiers }) => [...identifiers]);
      const result = await backend.failures.query({ watch: search.watch, of: identifierGroups, days: FAILURE_DAYS });
      if (search === currentSearch) {
        const all = loaded.size > MAX_CACHED_ROWS ? new Map<number, RowFailures>() : new Map(loaded);
        for (const [index, { ordinal, identifiers }] of rows.entries()) {
          all.set(ordinal, { ...(result.of[index] ?? UNKNOWN_FAILURES), identifiers });
          periods.set(ordinal, period);
        }
        store.setState({ byOrdinal: all });
      }
    } catch {
      // The rows stay without a number until scrolling stops again.
      if (search === currentSearch) requestedRows = [];
    }
    isLoading = false;
    await loadNext();
  }

  function forget(): void {
    currentSearch = null;
    requestedRows = [];
    periods.clear();
    store.setState({ byOrdinal: new Map() });
  }

  return {
    ...store,
    load(search, rows, period = 0) {
      if (currentSearch?.watch !== search.watch || currentSearch.search !== search.search) {
        forget();
        currentSearch = search;
      }
      requestedRows = rows;
      currentPeriod = period;
      void loadNext();
    },
    forget,
  };
}
