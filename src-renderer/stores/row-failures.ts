/**
 * Loads how many stored failures each row of a search has. Requests the visible rows after scrolling stops, one request
 * at a time. Keeps results while the search is shown and reloads them in a new period. Reads only stored events, never
 * the service.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RowFailuresResult } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend/client.ts';

export type RowFailures = RowFailuresResult['of'][number] & Pick<RowToLookUp, 'identifiers'>;
interface RowToLookUp {
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
  load(of: SearchRef, rows: readonly RowToLookUp[], period?: number): void;
  /** Call when other rows are shown, or none. */
  forget(): void;
}

interface SearchRef {
  readonly watch: WatchId;
  readonly search: string;
}

export const FAILURE_DAYS = 7;
/** Max rows per request. */
const MAX_QUERY_ROWS = 128;
/** Above this number all results are dropped, because most belong to rows that are no longer visible. */
const MAX_CACHED_ROWS = 5_000;
const UNKNOWN_FAILURES: RowFailuresResult['of'][number] = { count: 0, isAtLeast: true, newest: [] };

export function createRowFailures({ subscriptions: backend }: Pick<BackendClient, 'subscriptions'>): RowFailuresStore {
  const store = createStore<{ readonly byOrdinal: RowFailuresState }>(() => ({ byOrdinal: new Map() }));
  let whose: SearchRef | null = null;
  let isAsking = false;
  let requestedRows: readonly RowToLookUp[] = [];
  let currentPeriod = 0;
  /** Period of each result, by ordinal. */
  const periods = new Map<number, number>();

  async function askOn(): Promise<void> {
    const mine = whose;
    const known = store.getState().byOrdinal;
    const period = currentPeriod;
    const rows = requestedRows
      .filter(({ ordinal }) => !known.has(ordinal) || periods.get(ordinal) !== period)
      .slice(0, MAX_QUERY_ROWS);
    if (isAsking || mine === null || rows.length === 0) return;
    isAsking = true;
    try {
      const of = rows.map(({ identifiers }) => [...identifiers]);
      const answer = await backend.failures({ watch: mine.watch, of, days: FAILURE_DAYS });
      if (mine === whose) {
        const all = known.size > MAX_CACHED_ROWS ? new Map<number, RowFailures>() : new Map(known);
        for (const [index, { ordinal, identifiers }] of rows.entries()) {
          all.set(ordinal, { ...(answer.of[index] ?? UNKNOWN_FAILURES), identifiers });
          periods.set(ordinal, period);
        }
        store.setState({ byOrdinal: all });
      }
    } catch {
      // The rows stay without a number until scrolling stops again.
      if (mine === whose) requestedRows = [];
    }
    isAsking = false;
    await askOn();
  }

  function forget(): void {
    whose = null;
    requestedRows = [];
    periods.clear();
    store.setState({ byOrdinal: new Map() });
  }

  return {
    ...store,
    load(of, rows, period = 0) {
      if (whose?.watch !== of.watch || whose.search !== of.search) {
        forget();
        whose = of;
      }
      requestedRows = rows;
      currentPeriod = period;
      void askOn();
    },
    forget,
  };
}
