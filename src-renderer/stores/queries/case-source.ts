/** Cases as a list. The backend's cursors lead down only, so the list keeps what it has read. */
import type { CaseList, CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { ListSource } from '../../lists/list.ts';
import { type RowList, type RowPage, rowRules } from '../../lists/row-window.ts';

/** Limit of the backend's call. */
const MAX_CALL_ROWS = 500;

export type CaseQuery = Omit<CaseListQuery, 'after' | 'limit'>;
type CasePage = RowPage<CaseSummary> & Pick<CaseList, 'outcomes'>;
export type Cases = RowList<CaseSummary, CaseQuery, CasePage>;

export function caseSource({ cases: backend }: Pick<BackendClient, 'cases'>, pageRows: number): ListSource<Cases> {
  return {
    rules: rowRules({
      keyOf: ({ key }) => key,
      queryKey: (query) => JSON.stringify(query),
      keepsLines: (before, next) => before.watch === next.watch,
      pageRows,
    }),
    page: (query, { cursor, limit }) => readCases(backend, query, limit, typeof cursor === 'string' ? cursor : null),
  };
}

export async function readCases(
  cases: BackendClient['cases'],
  query: CaseQuery,
  limit: number,
  cursor: string | null = null,
): Promise<CasePage> {
  const rows: CaseSummary[] = [];
  let after = cursor;
  let outcomes: CaseList['outcomes'] = null;
  for (;;) {
    const page = await cases.list.query({ ...query, after, limit: Math.min(MAX_CALL_ROWS, limit - rows.length) });
    rows.push(...page.cases);
    outcomes ??= page.outcomes;
    after = page.next;
    if (after !== null && page.cases.length > 0 && rows.length < limit) continue;
    const hasAfter = after !== null;
    return { rows, hasBefore: false, hasAfter, startCursor: null, endCursor: after, total: page.total, outcomes };
  }
}
