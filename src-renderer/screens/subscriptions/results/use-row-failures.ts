/** Requests the failures of the rows in view when scrolling stops. */
import { useLayoutEffect, useMemo } from 'react';
import type { SubscriptionRow } from '../../../../src-shared/api/searches.ts';
import { identifiersOfItem } from '../../../../src-shared/service/subscription-item.ts';
import { firstVisibleKey, linesInView } from '../../../lists/grid/grid-focus.ts';
import type { GridAnchor } from '../../../lists/grid/grid-model.ts';
import { useDebounced } from '../../../stores/queries/use-debounced.ts';
import { useNow, useStores, useSubscriptionRows } from '../../../stores/use-stores.ts';
import { isDocumented } from './chosen-columns.ts';
import { RESULTS_GRID } from './results-grid.ts';

/** Rows that scroll past cause no request. */
const DEBOUNCE_MS = 250;
/** Requests again after this time, because events arrive while the screen is open. */
const REFRESH_INTERVAL_MS = 300_000;

/**
 * @param anchor position at which scrolling stopped
 * @param isShown true if the column is shown
 */
export function useVisibleRowFailures(anchor: GridAnchor | null, isShown: boolean): void {
  const { rowFailures } = useStores();
  const shownQuery = useSubscriptionRows((state) => state.shownQuery);
  const period = Math.floor(useNow(REFRESH_INTERVAL_MS) / REFRESH_INTERVAL_MS);
  const rows = useSubscriptionRows((state) => state.window.rows);
  const searchKey = shownQuery === null ? null : `${shownQuery.watch} ${shownQuery.search}`;
  // An ordinal is unique only within its search, so failures must not survive a change of search.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `searchKey` identifies the search of the rows
  useLayoutEffect(() => () => rowFailures.forget(), [rowFailures, searchKey]);
  const inView = useMemo(() => ({ shownQuery, rows, anchor, period }), [shownQuery, rows, anchor, period]);
  useDebounced(isShown && shownQuery !== null ? inView : null, DEBOUNCE_MS, () => {
    if (shownQuery === null) return;
    const first = firstVisibleKey(RESULTS_GRID);
    const at = Math.max(
      0,
      rows.findIndex(({ ordinal }) => String(ordinal) === first),
    );
    rowFailures.load(
      shownQuery,
      rows
        .slice(at, at + linesInView(RESULTS_GRID) + 1)
        .map((row) => ({ ordinal: row.ordinal, identifiers: identifiersOfRow(row, shownQuery.columns) })),
      period,
    );
  });
}

/** Uses only the loaded columns; the detail pane knows all fields. */
function identifiersOfRow(row: SubscriptionRow, columns: readonly string[]): readonly string[] {
  const fields = columns.flatMap((name, index) => {
    const value = row.values[index];
    return value === null || value === undefined
      ? []
      : [{ name, value, kind: 'text' as const, isDocumented: isDocumented(name) }];
  });
  const found = identifiersOfItem(fields);
  return row.id === null || found.includes(row.id) ? found : [row.id, ...found].slice(0, 8);
}
