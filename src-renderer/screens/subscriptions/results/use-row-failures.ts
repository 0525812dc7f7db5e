/** Has the failures of the rows in view looked up, when scrolling has come to rest. */
import { useEffect, useLayoutEffect } from 'react';
import type { SubscriptionRow } from '../../../../src-shared/api/searches.ts';
import { identifiersOfItem } from '../../../../src-shared/service/subscription-item.ts';
import { firstVisibleKey, linesInView } from '../../../components/grid/grid-focus.ts';
import type { GridAnchor } from '../../../components/grid/grid-model.ts';
import { useNow, useStores, useSubscriptionRows } from '../../../stores/use-stores.ts';
import { isDocumented } from './chosen-columns.ts';
import { RESULTS_GRID } from './results-grid.ts';

/** Whoever scrolls on looks at none of them. */
const DEBOUNCE_MS = 250;
/** Events go on coming while a screen stands open for days: then they are looked up anew. */
const REFRESH_INTERVAL_MS = 300_000;

/** @param anchor where the list came to rest @param isWanted the column is there */
export function useVisibleRowFailures(anchor: GridAnchor | null, isWanted: boolean): void {
  const { rowFailures, clock } = useStores();
  const answered = useSubscriptionRows((state) => state.shownQuery);
  const period = Math.floor(useNow(REFRESH_INTERVAL_MS) / REFRESH_INTERVAL_MS);
  const rows = useSubscriptionRows((state) => state.window.rows);
  const of = answered === null ? null : `${answered.watch} ${answered.search}`;
  // An ordinal is of one search: what another one's row with it failed in is never seen beside this one.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `of` says whose rows they are
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
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `anchor` says that others are in view
  }, [rowFailures, clock, answered, rows, anchor, isWanted, period]);
}

/** Of what was read of the row; its detail knows all of it. */
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
