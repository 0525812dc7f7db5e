/** The stored rows of one search, as a list. Their cursors are ranks. New rows follow the last one. */
import type { RowsView, SubscriptionRow } from '../../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import type { BackendClient } from '../../../backend/client.ts';
import type { ListSource } from '../../../lists/list.ts';
import { readRanks, type RowList, rowRules } from '../../../lists/row-window.ts';

export interface ResultQuery extends RowsView {
  readonly watch: WatchId;
  readonly search: string;
  /** Other columns are read for the same rows. */
  readonly columns: readonly string[];
}

export interface ResultRow extends SubscriptionRow {
  readonly columns: readonly string[];
}

export type ResultList = RowList<ResultRow, ResultQuery>;

/** True if the view has all rows in load order; a row's rank is then its ordinal − 1. */
export function isUnfiltered({ find, sort }: Pick<RowsView, 'find' | 'sort'>): boolean {
  return find === '' && sort === null;
}

export function resultSource({ subscriptions }: Pick<BackendClient, 'subscriptions'>): ListSource<ResultList> {
  const rules = rowRules<ResultRow, ResultQuery>({
    keyOf: ({ ordinal }) => String(ordinal),
    queryKey: ({ watch, search, find, sort }) => JSON.stringify([watch, search, find, sort]),
    keepsLines: (before, next) => before.search === next.search && before.watch === next.watch,
  });
  return {
    rules: {
      ...rules,
      // Rows are only added at the end, which moves nothing, so a held list grows, too.
      describe: () => ({ isComplete: true, count: 0, arrivals: 0, hasChanges: false }),
      held: rules.followed,
    },
    page: ({ watch, search, columns, ...view }, request) =>
      readRanks(async (from, limit) => {
        const page = await subscriptions.rows.query({ watch, id: search, view, from, limit, columns: [...columns] });
        return { rows: page.rows.map((row) => ({ ...row, columns })), total: page.total };
      }, request),
  };
}
