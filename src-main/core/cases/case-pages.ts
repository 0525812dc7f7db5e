import type { CaseListQuery, CaseSummary } from '../../../src-shared/api/cases.ts';
import type { Cases } from './create-cases.ts';

/** Max cases per page, which are in memory together. Each page looks through all open cases. */
const MAX_PAGE_ROWS = 10_000;

/** Yields all matching cases page by page, newest first. @throws the signal's reason */
export async function* casePages(
  cases: Pick<Cases, 'list'>,
  query: Pick<CaseListQuery, 'kind' | 'of'> & Partial<Pick<CaseListQuery, 'cause' | 'find'>>,
  signal?: AbortSignal,
  pageRows = MAX_PAGE_ROWS,
): AsyncGenerator<readonly CaseSummary[], void, undefined> {
  const limit = Math.min(MAX_PAGE_ROWS, Math.max(1, pageRows));
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
