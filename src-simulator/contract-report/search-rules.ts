import type { Exchange } from '../http/exchange.ts';
import { type Rule, seconds } from './rule.ts';

/** `docs/service.md` §9.1. */
const PAGE_TOKEN_MS = 2 * 60_000;

/** A search with its later pages: the latest request, and the first one with the filters and the order. */
interface PagedSearch {
  latest: Exchange;
  readonly first: Exchange;
  /** Empty pages in a row. */
  emptyPages: number;
  /** Complete answers in a row to the same page token. */
  answers: { readonly after: string | null; readonly count: number };
}

/** The document does not show the end of a search, so a client may ask once more to see that a page stays empty. */
const MAX_EMPTY_PAGES = 2;
/** A page may be fetched again, for example after an answer that the client lost. */
const MAX_SAME_PAGE = 3;

function laterPages(exchanges: readonly Exchange[]): { page: Exchange; passage: PagedSearch }[] {
  const passages = new Map<string, PagedSearch>();
  const pages: { page: Exchange; passage: PagedSearch }[] = [];
  for (const page of exchanges) {
    const { search } = page.request;
    if (search === null) continue;
    const passage = search.after === null ? newSearch(page) : passages.get(search.after);
    if (passage === undefined) continue;
    if (search.after !== null) pages.push({ page, passage: { ...passage } });
    if (page.response.status !== 200) continue;
    passage.latest = page;
    passage.emptyPages = page.isEmptyPage ? passage.emptyPages + 1 : 0;
    const isAgain = passage.answers.after === search.after;
    passage.answers = { after: search.after, count: isAgain ? passage.answers.count + 1 : 1 };
    if (page.issuedPageToken !== null) passages.set(page.issuedPageToken, passage);
  }
  return pages;
}

const newSearch = (first: Exchange): PagedSearch => ({
  latest: first,
  first,
  emptyPages: 0,
  answers: { after: null, count: 0 },
});

/** Page tokens that the service issued. */
export function issuedPageTokens(exchanges: readonly Exchange[]): ReadonlySet<string | null> {
  return new Set(exchanges.map(({ issuedPageToken }) => issuedPageToken));
}

const UTC_WITH_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const isDocumentedTime = (time: string) => UTC_WITH_MS.test(time);

const EMPTY_QUERY = '[[],[]]';

export const searchRules: readonly Rule[] = [
  {
    id: 'page-token-age',
    part: 'search',
    severity: 'breach',
    rule: 'The client uses a page token within two minutes of the last request of its search',
    restsOn: 'docs/service.md §7.4 (2 minutes)',
    putToTestBy: 'a search for a later page',
    check(exchanges, findings, seen) {
      for (const { page, passage } of laterPages(exchanges)) {
        findings.markTested(page);
        const age = seen.elapsedServiceMs(passage.latest.started, page.started);
        if (age > PAGE_TOKEN_MS)
          findings.addViolation(`A page token was used after ${seconds(age)}.`, [passage.latest, page]);
      }
    },
  },
  {
    id: 'page-token-query',
    part: 'search',
    severity: 'breach',
    rule: 'A request for a later page repeats filters and order of the first, or leaves them out',
    restsOn: 'docs/service.md §7.4 (later pages)',
    putToTestBy: 'a search for a later page',
    check(exchanges, findings) {
      for (const { page, passage } of laterPages(exchanges)) {
        findings.markTested(page);
        const query = page.request.search?.query ?? null;
        const firstQuery = passage.first.request.search?.query ?? EMPTY_QUERY;
        if (query !== null && query !== firstQuery)
          findings.addViolation('A page token was used with other filters or another order than its search.', [
            passage.first,
            page,
          ]);
      }
    },
  },
  {
    id: 'paging-ends',
    part: 'search',
    severity: 'advice',
    rule: `The client stops after the last page: it requests no more after ${MAX_EMPTY_PAGES} empty pages, and no page more than ${MAX_SAME_PAGE} times in a row`,
    restsOn: 'docs/service.md §7.4 (every response has a `next`); the numbers are our choice',
    putToTestBy: 'a search for a later page',
    check(exchanges, findings) {
      for (const { page, passage } of laterPages(exchanges)) {
        findings.markTested(page);
        const { emptyPages, answers, latest } = passage;
        if (emptyPages === MAX_EMPTY_PAGES)
          findings.addViolation(`Another page was requested after ${emptyPages} empty ones.`, [latest, page]);
        if (answers.count === MAX_SAME_PAGE && answers.after === page.request.search?.after)
          findings.addViolation(`The same page token was used ${answers.count + 1} times in a row.`, [latest, page]);
      }
    },
  },
  {
    id: 'utc-times',
    part: 'search',
    severity: 'breach',
    rule: 'The client sends the times of a filter as ISO 8601 UTC with milliseconds',
    restsOn: 'docs/service.md §7.2, §1.2 (values; timestamps)',
    putToTestBy: 'a search with a filter of times',
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        const { times = [] } = exchange.request.search ?? {};
        if (times.length > 0) findings.markTested(exchange);
        if (!times.every(isDocumentedTime))
          findings.addViolation('A filter has a time that is not UTC with milliseconds.', [exchange]);
      }
    },
  },
  {
    id: 'one-or-more',
    part: 'search',
    severity: 'breach',
    rule: 'The client sends `filters` and `sortBy` with one or more entries, or leaves them out',
    restsOn: 'docs/service.md §7.1 (at least one filter; one or more fields)',
    putToTestBy: 'a search with a filter or an order',
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        const { search } = exchange.request;
        if (search !== null && search.query !== null) findings.markTested(exchange);
        if (search?.hasEmptyList === true)
          findings.addViolation('A search has an empty list of filters or of sort fields.', [exchange]);
      }
    },
  },
];
