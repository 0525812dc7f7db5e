import type { Exchange } from '../http/exchange.ts';
import { type Rule, seconds } from './rule.ts';

/** `service-spec.md` "Limits". */
const PAGE_TOKEN_MS = 2 * 60_000;

/** A search with its later pages: the latest request, and the first one with the filters and the order. */
interface PagedSearch {
  latest: Exchange;
  readonly first: Exchange;
}

function laterPages(exchanges: readonly Exchange[]): { page: Exchange; passage: PagedSearch }[] {
  const passages = new Map<string, PagedSearch>();
  const pages: { page: Exchange; passage: PagedSearch }[] = [];
  for (const page of exchanges) {
    const { search } = page.request;
    if (search === null) continue;
    const passage = search.after === null ? { latest: page, first: page } : passages.get(search.after);
    if (passage === undefined) continue;
    if (search.after !== null) pages.push({ page, passage: { ...passage } });
    if (page.response.status !== 200) continue;
    passage.latest = page;
    if (page.issuedPageToken !== null) passages.set(page.issuedPageToken, passage);
  }
  return pages;
}

const EMPTY_QUERY = '[[],[]]';

export const searchRules: readonly Rule[] = [
  {
    id: 'page-token-age',
    part: 'search',
    rule: 'The client uses a page token within two minutes of the last request of its search',
    restsOn: 'Document, "1. Search subscriptions", rule 2, and "Limits"',
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
    rule: 'A request for a later page repeats filters and order of the first, or leaves them out',
    restsOn: 'Document, "1. Search subscriptions", rule 3',
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
];
