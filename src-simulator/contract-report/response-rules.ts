import type { Exchange } from '../http/exchange.ts';
import { MAX_CONNECTIONS_OF_ONE, NOTICE_MS, type Rule, seconds, TIMING_TOLERANCE } from './rule.ts';

export function hasWrongType({ endpoint, request }: Exchange): boolean {
  const expected = expectedType(endpoint);
  return expected !== null && request.method === 'POST' && mediaType(request.contentType) !== expected;
}

const isService = (endpoint: Exchange['endpoint']) =>
  endpoint === 'search' || endpoint === 'permissions' || endpoint === 'token' || endpoint === 'subscribe';

function expectedType(endpoint: Exchange['endpoint']): string | null {
  if (endpoint === 'search') return 'application/json';
  return endpoint === 'token' ? 'application/x-www-form-urlencoded' : null;
}

const mediaType = (value: string | null) => value?.split(';', 1)[0]?.trim().toLowerCase() ?? null;

/** A missing header accepts every type. */
function accepts(accept: string | null, type: string): boolean {
  const ranges = (accept ?? '*/*').split(',').map(mediaType);
  return ranges.some((range) => range === type || range === '*/*' || range === `${type.split('/', 1)[0]}/*`);
}

export const responseRules: readonly Rule[] = [
  {
    id: 'retry-after',
    part: 'sign-in',
    severity: 'breach',
    rule: 'After a response with Retry-After, the client waits at least that long before the next request there',
    restsOn: 'RFC 9110 section 10.2.3',
    putToTestBy: 'a response with Retry-After, and a later request of the same account to the same place',
    check(exchanges, findings, { elapsedClientMs }) {
      const lastRetryAfter = new Map<string, Exchange>();
      const workers = new Map<string, Set<number | null>>();
      for (const exchange of exchanges) {
        // Programs with tokens of their own do not know of each other.
        const target = `${exchange.endpoint} ${exchange.account} ${exchange.request.bearer}`;
        const connections = workers.get(target) ?? new Set();
        workers.set(target, connections);
        const { connection } = exchange.request;
        // Another thread, which has had its connection before, cannot know of the answer at once.
        const isOtherThread = connections.size > MAX_CONNECTIONS_OF_ONE && connections.has(connection);
        connections.add(connection);
        const earlier = lastRetryAfter.get(target);
        const { started = null, retryAfterMs = null } = earlier?.response ?? {};
        // A request that was sent before the answer does not count.
        const isLater = started !== null && exchange.started.tick > started.tick;
        const after = started === null ? 0 : elapsedClientMs(started, exchange.started);
        const canKnow = isLater && !(isOtherThread && after < NOTICE_MS);
        if (earlier !== undefined && canKnow && retryAfterMs !== null) {
          findings.markTested(exchange);
          lastRetryAfter.delete(target);
          if (after < retryAfterMs * TIMING_TOLERANCE)
            findings.addViolation(
              `Retry-After was ${seconds(retryAfterMs)}; the client came back after ${seconds(after)}.`,
              [earlier, exchange],
            );
        }
        if (exchange.response.retryAfterMs !== null) lastRetryAfter.set(target, exchange);
      }
    },
  },
  {
    id: 'redirect',
    part: 'sign-in',
    severity: 'breach',
    rule: 'The client sends no token when it follows a redirect to an undocumented place',
    restsOn: 'RFC 9110 section 15.4 (Authorization of a redirected request); RFC 6750 section 5.2',
    putToTestBy: 'a redirect in response to a request with a token, and any later request',
    check(exchanges, findings) {
      const redirects: { from: Exchange; to: URL }[] = [];
      for (const exchange of exchanges) {
        const { request } = exchange;
        for (const { from, to } of redirects) {
          findings.markTested(from);
          const isThere = request.host === to.host && request.path === to.pathname;
          const isOtherTarget = to.host !== from.request.host || exchange.endpoint === 'other';
          if (isThere && isOtherTarget && request.authorized)
            findings.addViolation(
              `A redirect to ${to.origin}${to.pathname} was followed with an Authorization header.`,
              [from, exchange],
            );
        }
        const { location } = exchange.response;
        if (location !== null && request.authorized) redirects.push({ from: exchange, to: new URL(location) });
      }
    },
  },
  {
    id: 'content-type',
    part: 'search',
    severity: 'breach',
    rule: "The client sends a search as application/json and a token request as a form, and accepts the service's response type",
    restsOn: 'docs/service.md §7.1, §2.3 (request headers); RFC 6749 section 4.1.3; RFC 9110 section 12.5.1',
    putToTestBy: 'a search',
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        const { endpoint, request } = exchange;
        if (endpoint === 'search') findings.markTested(exchange);
        const responseType = endpoint === 'subscribe' ? 'text/event-stream' : 'application/json';
        if (hasWrongType(exchange))
          findings.addViolation(
            `Expected ${expectedType(endpoint)}, received ${request.contentType ?? 'no content type'}.`,
            [exchange],
          );
        if (isService(endpoint) && !accepts(request.accept, responseType))
          findings.addViolation(
            `The service responds with ${responseType}, but the client accepts only ${request.accept}.`,
            [exchange],
          );
      }
    },
  },
];
