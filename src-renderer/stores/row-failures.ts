/**
 * How many stored events say of a row that something failed: asked for the rows in view when scrolling rests, one question
 * at a time, and kept by row for as long as its search is shown. It is a look at what is stored, and never at the service.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failures } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient } from '../backend/client.ts';

export type RowFailures = Failures['of'][number];
export interface RowToLookUp {
  readonly ordinal: number;
  /** By which events may name it. */
  readonly identifiers: readonly string[];
}
/** By ordinal; what is not there was not looked up (yet). */
export type RowFailuresState = ReadonlyMap<number, RowFailures>;

export interface RowFailuresStore extends StoreApi<{ readonly of: RowFailuresState }> {
  /** The rows in view. Those that are known are not asked for again. */
  look(of: { readonly watch: WatchId; readonly search: string }, rows: readonly RowToLookUp[]): void;
}

export const FAILURE_DAYS = 7;
/** Of one question. */
const MOST_ROWS = 128;
/** Then all are forgotten: they are of other screens by then. */
const MOST_KEPT = 5_000;

export function createRowFailures({ subscriptions: backend }: Pick<BackendClient, 'subscriptions'>): RowFailuresStore {
  const store = createStore<{ readonly of: RowFailuresState }>(() => ({ of: new Map() }));
  let whose = '';
  let isAsking = false;
  let wanted: readonly RowToLookUp[] = [];

  async function askOn(watch: WatchId): Promise<void> {
    const mine = whose;
    const known = store.getState().of;
    const rows = wanted.filter(({ ordinal }) => !known.has(ordinal)).slice(0, MOST_ROWS);
    if (isAsking || rows.length === 0) return;
    isAsking = true;
    try {
      const { of } = await backend.failures({
        watch,
        of: rows.map(({ identifiers }) => [...identifiers]),
        days: FAILURE_DAYS,
      });
      if (mine === whose) {
        const all = known.size > MOST_KEPT ? new Map<number, RowFailures>() : new Map(known);
        for (const [index, { ordinal }] of rows.entries()) {
          const found = of[index];
          if (found !== undefined) all.set(ordinal, found);
        }
        store.setState({ of: all });
      }
    } catch {
      // The rows stay without a number: it is asked for again when scrolling rests the next time.
      if (mine === whose) wanted = [];
    }
    isAsking = false;
    if (wanted.length > 0) await askOn(watch);
  }

  return {
    ...store,
    look({ watch, search }, rows) {
      if (`${watch} ${search}` !== whose) store.setState({ of: new Map() });
      whose = `${watch} ${search}`;
      wanted = rows;
      void askOn(watch);
    },
  };
}
