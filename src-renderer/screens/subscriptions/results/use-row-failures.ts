/** Requests the failures of the rows in view when scrolling stops. */
import { useLayoutEffect, useMemo } from 'react';
import { identifiersOfItem } from '../../../../src-shared/service/subscription-item.ts';
import { firstVisibleKey, linesInView } from '../../../lists/grid/grid-focus.ts';
import type { GridAnchor } from '../../../lists/grid/grid-model.ts';
import { useDebounced } from '../../../stores/queries/use-debounced.ts';
import { useNow, useStores } from '../../../stores/use-stores.ts';
import { isDocumented } from './chosen-columns.ts';
import type { ResultRow } from './result-list.ts';
import { RESULTS_GRID } from './results-grid.ts';
import type { ResultRows } from './use-rows.ts';

/** Rows that scroll past cause no request. */
const DEBOUNCE_MS = 250;
/** Requests again after this time, because events arrive while the screen is open. */
const REFRESH_INTERVAL_MS = 300_000;

/**
 * @param anchor position at which scrolling stopped
 * @param isShown true if the column is shown
 */
export function useVisibleRowFailures(
  { rows, state: { linesOf } }: ResultRows,
  anchor: GridAnchor | null,
  isShown: boolean,
): void {
  const { rowFailures } = useStores();
  const period = Math.floor(useNow(REFRESH_INTERVAL_MS) / REFRESH_INTERVAL_MS);
  const searchKey = linesOf === null ? null : `${linesOf.watch} ${linesOf.search}`;
  // An ordinal is unique only within its search, so failures must not survive a change of search.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `searchKey` identifies the search of the rows
  useLayoutEffect(() => () => rowFailures.forget(), [rowFailures, searchKey]);
  const inView = useMemo(() => ({ linesOf, rows, anchor, period }), [linesOf, rows, anchor, period]);
  useDebounced(isShown && linesOf !== null ? inView : null, DEBOUNCE_MS, () => {
    if (linesOf === null) return;
    const first = firstVisibleKey(RESULTS_GRID);
    const at = Math.max(
      0,
      rows.findIndex(({ ordinal }) => String(ordinal) === first),
    );
    rowFailures.load(
      linesOf,
      rows
        .slice(at, at + linesInView(RESULTS_GRID) + 1)
        .map((row) => ({ ordinal: row.ordinal, identifiers: identifiersOfRow(row) })),
      period,
    );
  });
}

/** Uses only the loaded columns; the detail pane knows all fields. */
function identifiersOfRow(row: ResultRow): readonly string[] {
  const fields = row.columns.flatMap((name, index) => {
    const value = row.values[index];
    return value === null || value === undefined
      ? []
      : [{ name, value, kind: 'text' as const, isDocumented: isDocumented(name) }];
  });
  const found = identifiersOfItem(fields);
  return row.id === null || found.includes(row.id) ? found : [row.id, ...found].slice(0, 8);
}
