/**
 * How many stored events say of a row that something failed: asked for the rows in view when scrolling rests, one question
 * at a time, and kept by row for as long as its search is shown; asked anew in another period. It is a look at what is stored, and never at the service.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failures } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend/client.ts';

export type RowFailures = Failures['of'][number] & Pick<RowToLookUp, 'identifiers'>;
interface RowToLookUp {
  readonly ordinal: number;
  /** By which events may name it. */
  readonly identifiers: readonly string[];
}
/** By ordinal; what is not there was not looked up (yet). */
type RowFailuresState = ReadonlyMap<number, RowFailures>;

export interface RowFailuresStore extends StoreApi<{ readonly of: RowFailuresState }> {
  /**
   * The rows in view. Those that are known of this period are not asked for again; what is known of an earlier one stays
   * until there is a newer answer.
   */
  look(of: RowsOf, rows: readonly RowToLookUp[], period?: number): void;
  /** Others take their place, or nobody sees them any more. */
  forget(): void;
}

interface RowsOf {
  readonly watch: WatchId;
  readonly search: string;
}

export const FAILURE_DAYS = 7;
/** Of one question. */
const MOST_ROWS = 128;
/** Then all are forgotten: they are of other screens by then. */
const MOST_KEPT = 5_000;
const NOT_TOLD: Failures['of'][number] = { count: 0, isAtLeast: true, newest: [] };

export function createRowFailures({ subscriptions: backend }: Pick<BackendClient, 'subscriptions'>): RowFailuresStore {
  const store = createStore<{ readonly of: RowFailuresState }>(() => ({ of: new Map() }));
  let whose: RowsOf | null = null;
  let isAsking = false;
  let wanted: readonly RowToLookUp[] = [];
  let present = 0;
  /** By ordinal, of which period what is known of it is. */
  const periods = new Map<number, number>();

  async function askOn(): Promise<void> {
    const mine = whose;
    const known = store.getState().of;
    const period = present;
    const rows = wanted
      .filter(({ ordinal }) => !known.has(ordinal) || periods.get(ordinal) !== period)
      .slice(0, MOST_ROWS);
    if (isAsking || mine === null || rows.length === 0) return;
    isAsking = true;
    try {
      const of = rows.map(({ identifiers }) => [...identifiers]);
      const answer = await backend.failures({ watch: mine.watch, of, days: FAILURE_DAYS });
      if (mine === whose) {
        const all = known.size > MOST_KEPT ? new Map<number, RowFailures>() : new Map(known);
        for (const [index, { ordinal, identifiers }] of rows.entries()) {
          all.set(ordinal, { ...(answer.of[index] ?? NOT_TOLD), identifiers });
          periods.set(ordinal, period);
        }
        store.setState({ of: all });
      }
    } catch {
      // The rows stay without a number: it is asked for again when scrolling rests the next time.
      if (mine === whose) wanted = [];
    }
    isAsking = false;
    await askOn();
  }

  function forget(): void {
    whose = null;
    wanted = [];
    periods.clear();
    store.setState({ of: new Map() });
  }

  return {
    ...store,
    look(of, rows, period = 0) {
      if (whose?.watch !== of.watch || whose.search !== of.search) {
        forget();
        whose = of;
      }
      wanted = rows;
      present = period;
      void askOn();
    },
    forget,
  };
}
