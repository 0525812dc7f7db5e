/** How a client pages through a search. */
import type { Exchange } from '../door/exchange.ts';
import { Findings, type Rule, type Seen, seconds } from './rule.ts';

/** `service-spec.md` "Limits". */
const PAGE_TOKEN_MS = 2 * 60_000;

/** One result that is paged through: who asked last, and with what filters and order it began. */
interface Passage {
  latest: Exchange;
  readonly first: Exchange;
}

/** Each later page, with the passage as it was before. */
function laterPages({ exchanges }: Seen): { page: Exchange; passage: Passage }[] {
  const passages = new Map<string, Passage>();
  const pages: { page: Exchange; passage: Passage }[] = [];
  for (const page of exchanges) {
    const { search } = page.request;
    if (search === null) continue;
    const passage = search.after === null ? { latest: page, first: page } : passages.get(search.after);
    if (passage === undefined) continue;
    if (search.after !== null) pages.push({ page, passage: { ...passage } });
    if (page.answer.status !== 200) continue;
    passage.latest = page;
    if (page.pageGiven !== null) passages.set(page.pageGiven, passage);
  }
  return pages;
}

const timely: Rule = {
  id: 'page-token-age',
  part: 'search',
  rule: 'A page token is used within two minutes after the last request of its passage',
  restsOn: 'Document, "1. Search subscriptions", rule 2, and "Limits"',
  putToTestBy: 'a search for a later page',
  judge(seen) {
    const findings = new Findings();
    for (const { page, passage } of laterPages(seen)) {
      findings.meet(page);
      const age = seen.passed(passage.latest.begun, page.begun);
      if (age > PAGE_TOKEN_MS) findings.add(`A page token was used after ${seconds(age)}.`, [passage.latest, page]);
    }
    return findings;
  },
};

const sameQuery: Rule = {
  id: 'page-token-query',
  part: 'search',
  rule: 'A later page repeats filters and order of the first, or leaves them out',
  restsOn: 'Document, "1. Search subscriptions", rule 3',
  putToTestBy: 'a search for a later page',
  judge(seen) {
    const findings = new Findings();
    for (const { page, passage } of laterPages(seen)) {
      findings.meet(page);
      const query = page.request.search?.query ?? null;
      const asked = passage.first.request.search?.query ?? NOTHING;
      if (query !== null && query !== asked)
        findings.add('A page token was used with other filters or another order than its search.', [
          passage.first,
          page,
        ]);
    }
    return findings;
  },
};

/** No filters, no order. */
const NOTHING = '[[],[]]';

export const searchRules: readonly Rule[] = [timely, sameQuery];
