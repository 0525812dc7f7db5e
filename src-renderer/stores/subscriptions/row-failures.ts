/**
 * Loads the failures of visible rows, one request at a time, when nothing moves. Keeps results while the watch is shown
 * and reloads them in a new period. Reads only stored events, never the service.
 */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { createStore } from 'zustand/vanilla';
import type { RowFailuresResult } from '../../../src-shared/api/searches.ts';
import { FAILURE_DAYS } from '../../../src-shared/domain/rows-find.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { PageClock } from '../../time/page-clock.ts';

export type RowFailures = RowFailuresResult['of'][number];

/** By `rowKey`; missing rows are not loaded. */
type RowFailuresState = ReadonlyMap<string, RowFailures>;

/** Rows that scroll past cause no request. */
const DEBOUNCE_MS = 250;
const MAX_QUERY_ROWS = 128;
/** Above this number all results are dropped, because most belong to rows that are no longer visible. */
const MAX_CACHED_ROWS = 5_000;
const UNKNOWN_FAILURES: RowFailures = { count: 0, isAtLeast: true, newest: [] };

export function rowKey(identifiers: readonly string[]): string {
  return JSON.stringify(identifiers);
}

interface VisibleRow {
  readonly key: string;
  readonly identifiers: readonly string[];
  readonly period: number;
}

export type RowFailuresStore = ReturnType<typeof createRowFailures>;

export function createRowFailures(
  { subscriptions: backend }: Pick<BackendClient, 'subscriptions'>,
  clock: Pick<PageClock, 'after'>,
) {
  const store = createStore<{ readonly byRow: RowFailuresState }>(() => ({ byRow: new Map() }));
  let watch: WatchId | null = null;
  let isLoading = false;
  let stopWaiting = (): void => undefined;
  const visibleRows = new Set<VisibleRow>();
  /** Period of each result, by key. */
  const periods = new Map<string, number>();

  async function loadNext(): Promise<void> {
    const shown = watch;
    const rows = [...visibleRows].filter(({ key, period }) => periods.get(key) !== period).slice(0, MAX_QUERY_ROWS);
    if (isLoading || shown === null || rows.length === 0) return;
    isLoading = true;
    const query = { watch: shown, of: rows.map(({ identifiers }) => [...identifiers]), days: FAILURE_DAYS };
    const result = await backend.failures.query(query).catch(() => null);
    isLoading = false;
    if (shown === watch) {
      // The rows stay without a number until another row is shown.
      if (result === null) return;
      const loaded = store.getState().byRow;
      const isFull = loaded.size > MAX_CACHED_ROWS;
      if (isFull) periods.clear();
      const byRow = new Map(isFull ? [] : loaded);
      for (const [index, { key, period }] of rows.entries()) {
        periods.set(key, period);
        byRow.set(key, result.of[index] ?? UNKNOWN_FAILURES);
      }
      store.setState({ byRow });
    }
    await loadNext();
  }
  function reset(shown: WatchId | null): void {
    watch = shown;
    periods.clear();
    store.setState({ byRow: new Map() });
  }
  return {
    ...store,
    /** The result must be called when the row is no longer visible. Earlier results stay until new ones arrive. */
    show(identifiers: readonly string[], period: number): () => void {
      const row = { key: rowKey(identifiers), identifiers, period };
      visibleRows.add(row);
      stopWaiting();
      stopWaiting = clock.after(DEBOUNCE_MS, () => void loadNext());
      return () => visibleRows.delete(row);
    },
    open: (shown: WatchSnapshot) => reset(shown.watch),
    close() {
      stopWaiting();
      reset(null);
    },
  };
}
