/** Rules for what a request contains, and for clients that repeat a refused one. */
import type { Exchange } from '../http/exchange.ts';
import { parseUrl } from '../http/parse-url.ts';
import { hasWrongType } from './response-rules.ts';
import {
  constantWaits,
  FLOOD,
  floodOf,
  groupsOf,
  inSequence,
  isOneProgram,
  LONG_WAIT,
  type Observations,
  type Rule,
  seconds,
} from './rule.ts';
import { isFailedTry, isStream } from './streams.ts';
import { isDocumentedTime, issuedPageTokens } from './search-rules.ts';

/** Refusals of the token endpoint that the flows and the scope explain: `docs/service.md` §2.2. */
const UNDOCUMENTED_SIGN_IN = ['invalid_scope', 'unsupported_grant_type'];

const REPEATS = 10;
const FEW_MINUTES_MS = 60_000;

/** Refusals by the service itself that no other rule judges. */
function ownRefusals(exchanges: readonly Exchange[]): Exchange[] {
  const redirects = new Set(exchanges.map(({ response }) => placeOf(response.location)));
  const issued = issuedPageTokens(exchanges);
  return exchanges.filter((exchange) => {
    const { request, response, endpoint, isPlanned } = exchange;
    const { search, secretPlaces } = request;
    const isJudgedElsewhere =
      hasWrongType(exchange) ||
      redirects.has(`${request.host}${request.path}`) ||
      secretPlaces.includes('address') ||
      secretPlaces.length > 1 ||
      search?.hasEmptyList === true ||
      search?.times.some((time) => !isDocumentedTime(time)) === true ||
      (search !== null && search.after !== null && issued.has(search.after)) ||
      (endpoint === 'subscribe' && response.status === 405);
    return !isPlanned && response.status !== null && response.status >= 400 && !isJudgedElsewhere;
  });
}

function placeOf(location: string | null): string | null {
  const url = location === null ? null : parseUrl(location);
  return url === null ? null : url.host + url.pathname;
}

const isRefused = ({ response: { status } }: Exchange) => status !== null && status >= 400;

/** Returns the flood in the repetitions of one request, or null. Several programs may be refused together. */
function floodOfRepeats(requests: readonly Exchange[], seen: Observations) {
  const flood = floodOf(requests.filter(isRefused), seen);
  return flood !== null && isOneProgram(flood) ? flood : null;
}

const repeatedRequests = (exchanges: readonly Exchange[]) =>
  groupsOf(exchanges, ({ request }) => `${request.fingerprint} ${request.bearer}`);

/** Returns what the contract has differently, or null. Repeats nothing of the request, which can contain secrets. */
function documentedDifference({ endpoint, request, response, tokenError }: Exchange): string | null {
  const { method, search, authorized, client } = request;
  // A browser asks for an icon, and a monitor for the root, without credentials.
  const isClient = authorized || client !== null;
  if (response.status === 404 && endpoint === 'other' && isClient) return 'its address is not in the contract';
  if (response.status === 405 && method !== 'OPTIONS') return `${endpoint} does not accept ${method}`;
  if (response.status === 415) return 'its body has the wrong type';
  if (tokenError !== null && UNDOCUMENTED_SIGN_IN.includes(tokenError)) return `sign-in with ${tokenError}`;
  const redirectError = response.location === null ? null : parseUrl(response.location)?.searchParams.get('error');
  if (redirectError != null && UNDOCUMENTED_SIGN_IN.includes(redirectError)) return `sign-in with ${redirectError}`;
  if (response.status === 400 && search !== null && search.after !== null) return 'it does not know the page token';
  return null;
}

export const requestRules: readonly Rule[] = [
  {
    id: 'request-fits',
    part: 'sign-in',
    severity: 'breach',
    rule: 'The client uses the addresses, methods, types, flows, scope and page tokens of the contract',
    restsOn: 'docs/service.md §1.2, §2.2, §7.4 (method and path; flows and scope; `after`)',
    putToTestBy: 'a request with credentials',
    check(exchanges, findings) {
      for (const exchange of exchanges) if (exchange.request.authorized) findings.markTested(exchange);
      for (const exchange of [...ownRefusals(exchanges), ...exchanges.filter(({ response }) => response.location)]) {
        const difference = exchange.isPlanned ? null : documentedDifference(exchange);
        if (difference !== null) findings.addViolation(`The service refused a request: ${difference}.`, [exchange]);
      }
    },
  },
  {
    id: 'request-accepted',
    part: 'sign-in',
    severity: 'advice',
    rule: 'The client sends nothing that this simulator refuses as malformed (400, 413)',
    restsOn:
      'docs/service.md §1.2; our judgement: it is not described what the service refuses, for example other filters and larger limits',
    putToTestBy: 'a request with credentials',
    check(exchanges, findings) {
      for (const exchange of exchanges) if (exchange.request.authorized) findings.markTested(exchange);
      for (const exchange of ownRefusals(exchanges)) {
        const { endpoint, response, tokenError } = exchange;
        const isOfService = endpoint !== 'authorize' && endpoint !== 'other' && endpoint !== 'revoke';
        // A refresh token or code that has ended is not the client's mistake.
        const isMalformed = tokenError === null || tokenError === 'invalid_request';
        const isRejected = (response.status === 400 && isMalformed) || response.status === 413;
        if (isOfService && isRejected && documentedDifference(exchange) === null)
          findings.addViolation(`The service answered ${response.status} to ${endpoint}.`, [exchange]);
      }
    },
  },
  {
    id: 'accept-header',
    part: 'search',
    severity: 'breach',
    rule: 'The client sends an Accept header with a search and with a request for permissions',
    restsOn: 'docs/service.md §7.1, §2.3 (request headers)',
    putToTestBy: 'a search or a request for permissions',
    isAbout: ({ endpoint }) => endpoint === 'search' || endpoint === 'permissions',
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        findings.markTested(exchange);
        if (exchange.request.accept === null)
          findings.addViolation(`A request to ${exchange.endpoint} has no Accept header.`, [exchange]);
      }
    },
  },
  {
    id: 'no-body',
    part: 'sign-in',
    severity: 'breach',
    rule: 'The client sends no body with requests for permissions and streams, and no query with one for permissions',
    restsOn: 'docs/service.md §2.3, §3.1 (no query and no body; no body)',
    putToTestBy: 'a request for permissions or for a stream',
    isAbout: ({ endpoint, request }) =>
      endpoint === 'permissions' || (endpoint === 'subscribe' && request.method === 'GET'),
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        const { hasBody, hasQuery, tokenInAddress } = exchange.request;
        findings.markTested(exchange);
        const hasForbiddenQuery = hasQuery && !tokenInAddress && exchange.endpoint === 'permissions';
        if (hasBody || hasForbiddenQuery)
          findings.addViolation(`A request to ${exchange.endpoint} has a ${hasBody ? 'body' : 'query'}.`, [exchange]);
      }
    },
  },
  {
    id: 'no-flood',
    part: 'sign-in',
    severity: 'breach',
    rule: `The client requests fewer than ${FLOOD} failing streams within a second, and repeats no other refused request as fast`,
    restsOn: 'RFC 9110 section 9.2.2 (no automatic retry of a failed automatic retry); the number is our choice',
    putToTestBy: 'a failed request that the client repeats',
    isAbout: ({ endpoint }) => endpoint !== 'authorize',
    byAccount: true,
    check(mine, findings, seen) {
      const failedTries = mine.filter((exchange) => isStream(exchange) && isFailedTry(exchange));
      const repeats = repeatedRequests(mine.filter((exchange) => !isStream(exchange)));
      for (const [, second] of [failedTries, ...repeats.map((requests) => requests.filter(isRefused))])
        if (second !== undefined) findings.markTested(second);
      for (const flood of [floodOf(failedTries, seen), ...repeats.map((requests) => floodOfRepeats(requests, seen))])
        if (flood !== null)
          findings.addViolation(`A request was repeated ${FLOOD} times within a second, without success.`, flood);
    },
  },
  {
    id: 'no-hammering',
    part: 'sign-in',
    severity: 'advice',
    rule: `The client does not repeat a refused request ${REPEATS} times without waits that grow up to ${LONG_WAIT}`,
    restsOn: 'Our judgement: no rate limits are described; `no-storm` judges the stream',
    putToTestBy: 'a refused request that the client repeats',
    isAbout: ({ endpoint }) => endpoint !== 'subscribe' && endpoint !== 'authorize',
    byAccount: true,
    check(mine, findings, seen) {
      for (const requests of repeatedRequests(mine)) {
        // no-flood reports these.
        if (floodOfRepeats(requests, seen) !== null) continue;
        let row: Exchange[] = [];
        for (const request of inSequence(requests)) {
          const { status } = request.response;
          if (isRefused(request) && row.length > 0) findings.markTested(request);
          const isSame = row.at(-1)?.response.status === status;
          row = isRefused(request) ? [...(isSame ? row : []), request].slice(-REPEATS) : [];
          const [first, ...later] = row;
          if (first === undefined || row.length < REPEATS) continue;
          const fault = constantWaits(row, seen);
          if (fault === null) continue;
          findings.addViolation(`The same request was refused ${REPEATS} times with ${status}, but ${fault}.`, [
            first,
            ...later,
          ]);
          break;
        }
      }
    },
  },
  {
    id: 'localize-retry',
    part: 'triggers',
    severity: 'advice',
    rule: 'The client repeats a localization once at once, and then only after a few minutes',
    restsOn: 'docs/service.md §5.6 (advice); at least one minute is our choice',
    putToTestBy: 'an accepted localization',
    isAbout: ({ endpoint, response }) => endpoint === 'localize' && response.status === 202,
    check(exchanges, findings, seen) {
      for (const exchange of exchanges) findings.markTested(exchange);
      for (const tries of repeatedRequests(exchanges))
        for (const [index, third] of tries.entries()) {
          const [first, second] = tries.slice(index - 2, index);
          if (index < 2 || first === undefined || second === undefined) continue;
          const wait = seen.elapsedServiceMs(second.started, third.started);
          // Two waits of a few minutes ago belong to an earlier failure.
          if (wait >= FEW_MINUTES_MS || seen.elapsedServiceMs(first.started, second.started) >= FEW_MINUTES_MS)
            continue;
          findings.addViolation(`The same localization was requested a third time after ${seconds(wait)}.`, [
            first,
            second,
            third,
          ]);
        }
    },
  },
];
