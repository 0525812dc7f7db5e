import type { CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { Cases } from './create-cases.ts';

/** Cases per page, which is also the most that are in memory. Each page looks through all open cases. */
const PAGE_ROWS = 5_000;

/** Yields all matching cases page by page, newest first. @throws the signal's reason */
export async function* casePages(
  cases: Pick<Cases, 'list'>,
  query: Pick<CaseListQuery, 'kind' | 'of'> & Partial<Pick<CaseListQuery, 'cause' | 'find'>>,
  signal?: AbortSignal,
  pageRows = PAGE_ROWS,
): AsyncGenerator<readonly CaseSummary[], void, undefined> {
  const limit = Math.min(PAGE_ROWS, Math.max(1, pageRows));
  for (let after: string | null = null; ;) {
    signal?.throwIfAborted();
    const page: Awaited<ReturnType<Cases['list']>> = await cases.list(
      { cause: null, find: '', since: null, ...query, sort: 'newest', after, limit },
      signal,
    );
    yield page.cases;
    if (page.next === null) return;
    after = page.next;
  }
}
