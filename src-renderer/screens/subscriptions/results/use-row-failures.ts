/** Requests the failures of the rows in view when scrolling stops. */
import { useEffect, useLayoutEffect } from 'react';
import type { SubscriptionRow } from '../../../../src-shared/api/searches.ts';
import { identifiersOfItem } from '../../../../src-shared/service/subscription-item.ts';
import { firstVisibleKey, linesInView } from '../../../components/grid/grid-focus.ts';
import type { GridAnchor } from '../../../components/grid/grid-model.ts';
import { useNow, useStores, useSubscriptionRows } from '../../../stores/use-stores.ts';
import { isDocumented } from './chosen-columns.ts';
import { RESULTS_GRID } from './results-grid.ts';

/** Rows that scroll past cause no request. */
const DEBOUNCE_MS = 250;
/** Requests again after this time, because events arrive while the screen is open. */
const REFRESH_INTERVAL_MS = 300_000;

/**
 * @param anchor position at which scrolling stopped
 * @param isWanted true if the column is shown
 */
export function useVisibleRowFailures(anchor: GridAnchor | null, isWanted: boolean): void {
  const { rowFailures, clock } = useStores();
  const answered = useSubscriptionRows((state) => state.shownQuery);
  const period = Math.floor(useNow(REFRESH_INTERVAL_MS) / REFRESH_INTERVAL_MS);
  const rows = useSubscriptionRows((state) => state.window.rows);
  const of = answered === null ? null : `${answered.watch} ${answered.search}`;
  // An ordinal is unique only within its search, so failures must not survive a change of search.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `of` identifies the search of the rows
  useLayoutEffect(() => () => rowFailures.forget(), [rowFailures, of]);
  useEffect(() => {
    if (!isWanted || answered === null) return undefined;
    return clock.after(DEBOUNCE_MS, () => {
      const first = firstVisibleKey(RESULTS_GRID);
      const at = Math.max(
        0,
        rows.findIndex(({ ordinal }) => String(ordinal) === first),
      );
      const inView = rows.slice(at, at + linesInView(RESULTS_GRID) + 1);
      rowFailures.load(
        answered,
        inView.map((row) => ({ ordinal: row.ordinal, identifiers: identifiersOfRow(row, answered.columns) })),
        period,
      );
    });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `anchor` changes when other rows are in view
  }, [rowFailures, clock, answered, rows, anchor, isWanted, period]);
}

/** Uses only the loaded columns; the detail pane knows all fields. */
function identifiersOfRow(row: SubscriptionRow, columns: readonly string[]): readonly string[] {
  const fields = columns.flatMap((name, place) => {
    const value = row.values[place];
    return value === null || value === undefined
      ? []
      : [{ name, value, kind: 'text' as const, isDocumented: isDocumented(name) }];
  });
  const found = identifiersOfItem(fields);
  return row.id === null || found.includes(row.id) ? found : [row.id, ...found].slice(0, 8);
}
