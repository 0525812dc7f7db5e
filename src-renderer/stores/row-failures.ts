/**
 * How many stored events say of a row that something failed: asked for the rows in view when scrolling rests, one question
 * at a time, and kept by row for as long as its search is shown; asked anew in another period. It is a look at what is stored, and never at the service.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RowFailuresResult } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend/client.ts';

export type RowFailures = RowFailuresResult['of'][number] & Pick<RowToLookUp, 'identifiers'>;
interface RowToLookUp {
  readonly ordinal: number;
  /** By which events may name it. */
  readonly identifiers: readonly string[];
}
/** By ordinal; what is not there was not looked up (yet). */
type RowFailuresState = ReadonlyMap<number, RowFailures>;

export interface RowFailuresStore extends StoreApi<{ readonly byOrdinal: RowFailuresState }> {
  /**
   * The rows in view. Those that are known of this period are not asked for again; what is known of an earlier one stays
   * until there is a newer answer.
   */
  load(of: SearchRef, rows: readonly RowToLookUp[], period?: number): void;
  /** Others take their place, or nobody sees them any more. */
  forget(): void;
}

interface SearchRef {
  readonly watch: WatchId;
  readonly search: string;
}

export const FAILURE_DAYS = 7;
/** Of one question. */
const MAX_QUERY_ROWS = 128;
/** Then all are forgotten: they are of other screens by then. */
const MAX_CACHED_ROWS = 5_000;
const UNKNOWN_FAILURES: RowFailuresResult['of'][number] = { count: 0, isAtLeast: true, newest: [] };

export function createRowFailures({ subscriptions: backend }: Pick<BackendClient, 'subscriptions'>): RowFailuresStore {
  const store = createStore<{ readonly byOrdinal: RowFailuresState }>(() => ({ byOrdinal: new Map() }));
  let whose: SearchRef | null = null;
  let isAsking = false;
  let requestedRows: readonly RowToLookUp[] = [];
  let currentPeriod = 0;
  /** By ordinal, of which period what is known of it is. */
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
      // The rows stay without a number: it is asked for again when scrolling rests the next time.
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
