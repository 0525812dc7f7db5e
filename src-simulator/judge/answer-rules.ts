/** How a client takes what HTTP itself tells it. */
import type { Exchange } from '../door/exchange.ts';
import { Findings, type Rule, seconds } from './rule.ts';

const TIMELY = 0.95;

const keepsRetryAfter: Rule = {
  id: 'retry-after',
  part: 'sign-in',
  rule: 'After an answer with Retry-After nothing is asked there sooner than it says',
  restsOn: 'RFC 9110 section 10.2.3',
  putToTestBy: 'an answer with Retry-After, and a later request of the same account to the same place',
  judge({ exchanges, waited }) {
    const findings = new Findings();
    const told = new Map<string, Exchange>();
    for (const exchange of exchanges) {
      const place = `${exchange.endpoint} ${exchange.account}`;
      const earlier = told.get(place);
      const { begun = null, retryAfterMs = null } = earlier?.answer ?? {};
      // Asked before the answer was there.
      const isLater = begun !== null && exchange.begun.tick > begun.tick;
      if (earlier !== undefined && isLater && retryAfterMs !== null) {
        findings.meet(exchange);
        told.delete(place);
        const after = waited(begun, exchange.begun);
        if (after < retryAfterMs * TIMELY)
          findings.add(`Retry-After said ${seconds(retryAfterMs)}; the client came after ${seconds(after)}.`, [
            earlier,
            exchange,
          ]);
      }
      if (exchange.answer.retryAfterMs !== null) told.set(place, exchange);
    }
    return findings;
  },
};

const keepsTokenAtHome: Rule = {
  id: 'redirect',
  part: 'sign-in',
  rule: 'A token does not follow a redirect to a place that the document does not name',
  restsOn: 'RFC 9110 section 15.4 (Authorization of a redirected request); RFC 6750 section 5.2',
  putToTestBy: 'a redirect as answer to a request with a token, and a later request of anybody',
  judge({ exchanges }) {
    const findings = new Findings();
    const redirects: { from: Exchange; to: URL }[] = [];
    for (const exchange of exchanges) {
      const { request } = exchange;
      for (const { from, to } of redirects) {
        findings.meet(from);
        const isThere = request.host === to.host && request.path === to.pathname;
        const isForeign = to.host !== from.request.host || exchange.endpoint === 'other';
        if (isThere && isForeign && request.authorized)
          findings.add(`A redirect to ${to.origin}${to.pathname} was followed with an Authorization header.`, [
            from,
            exchange,
          ]);
      }
      const { location } = exchange.answer;
      if (location !== null && request.authorized) redirects.push({ from: exchange, to: new URL(location) });
    }
    return findings;
  },
};

const contentTypes: Rule = {
  id: 'content-type',
  part: 'search',
  rule: 'A search is sent as application/json, a token request as a form, and what the service answers is accepted',
  restsOn: 'Document, "Endpoints" (request headers); RFC 6749 section 4.1.3; RFC 9110 section 12.5.1',
  putToTestBy: 'a search',
  judge({ exchanges }) {
    const findings = new Findings();
    for (const exchange of exchanges) {
      const { endpoint, request } = exchange;
      if (endpoint === 'search') findings.meet(exchange);
      const sent = expectedType(endpoint);
      const answered = endpoint === 'subscribe' ? 'text/event-stream' : 'application/json';
      if (sent !== null && request.method === 'POST' && mediaType(request.contentType) !== sent)
        findings.add(`${sent} was expected and ${request.contentType ?? 'no content type'} sent.`, [exchange]);
      if (isService(endpoint) && !accepts(request.accept, answered))
        findings.add(`The service answers with ${answered}, and the client accepts ${request.accept} only.`, [
          exchange,
        ]);
    }
    return findings;
  },
};

const isService = (endpoint: Exchange['endpoint']) =>
  endpoint === 'search' || endpoint === 'permissions' || endpoint === 'token' || endpoint === 'subscribe';

function expectedType(endpoint: Exchange['endpoint']): string | null {
  if (endpoint === 'search') return 'application/json';
  return endpoint === 'token' ? 'application/x-www-form-urlencoded' : null;
}

const mediaType = (value: string | null) => value?.split(';', 1)[0]?.trim().toLowerCase() ?? null;

/** No header accepts all. */
function accepts(accept: string | null, type: string): boolean {
  const ranges = (accept ?? '*/*').split(',').map(mediaType);
  return ranges.some((range) => range === type || range === '*/*' || range === `${type.split('/', 1)[0]}/*`);
}

export const answerRules: readonly Rule[] = [keepsRetryAfter, keepsTokenAtHome, contentTypes];
