/** Cases as a list. The backend's cursors lead down only, so the list keeps what it has read. */
import type { CaseList, CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import { hasFailureTime } from '../../../src-shared/domain/cases/case-search-terms.ts';
import { type Cause, type CauseKey, causeKey, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { LocalizationsAddress, RequestsAddress } from '../../address/screen-addresses.ts';
import type { BackendClient } from '../../backend/client.ts';
import type { ListSource } from '../../lists/list.ts';
import { type RowList, type RowPage, rowRules } from '../../lists/row-window.ts';

/** Limit of the backend's call. */
const MAX_CALL_ROWS = 500;

export type CaseQuery = Omit<CaseListQuery, 'after' | 'limit'>;
type ListedCases = Pick<CaseQuery, 'kind' | 'of' | 'cause' | 'find' | 'since'>;
type CasePage = RowPage<CaseSummary> & Pick<CaseList, 'outcomes'>;
export type Cases = RowList<CaseSummary, CaseQuery, CasePage>;

/** The cases that the screen lists at an address. Without a group and words, these are all open ones, by group. */
export function listedLocalizations({
  by,
  find,
  group,
}: Pick<LocalizationsAddress, 'by' | 'find' | 'group'>): ListedCases {
  const cause = by === 'eid' ? null : groupIn(group);
  if (find === '' || cause !== null) return listedOpen('localization', cause, find);
  return { kind: 'localization', of: 'all', cause: null, find, since: null };
}

/** A group means its open requests. */
export function listedRequests({ find, group }: Pick<RequestsAddress, 'find' | 'group'>): ListedCases {
  const cause = groupIn(group);
  if (cause !== null) return listedOpen('request', cause, find);
  return { kind: 'request', of: 'all', cause: null, find, since: null };
}

/** The open cases; with the time of a failure also those that have ended since. */
export function listedOpen(kind: Cause['kind'], cause: CauseKey | null, find: string): ListedCases {
  return { kind, of: hasFailureTime(find) ? 'all' : 'open', cause, find, since: null };
}

/** The key of a group in its usual spelling; null if there is none. */
export function groupIn(text: string): CauseKey | null {
  const cause = parseCauseKey(text);
  return cause === null ? null : causeKey(cause);
}

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
