import type { Exchange } from '../http/exchange.ts';
import { burstOf, groupsOf, isOneProgram, NOTICE_MS, type Rule, seconds } from './rule.ts';

/** A program may restart a few times and each time lose its last token. */
const MAX_EARLY_TOKENS = 5;
const MAX_PERMISSIONS_PER_MINUTE = 6;
/** For requests over many connections, which can come from several threads or programs. */
const MAX_OF_MANY = 20;

function refusals(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(
    exchanges.flatMap(({ response, request }) =>
      response.status === 401 && request.bearer !== null ? [request.bearer] : [],
    ),
  );
}

/** A request may be on its way when the token ends. */
const EXPIRY_TOLERANCE_MS = 1_000;

/** A single further try is tolerated. */
const MAX_TRIES_AFTER_REFUSAL = 2;

export const signInRules: readonly Rule[] = [
  {
    id: 'token-kept',
    part: 'sign-in',
    severity: 'advice',
    rule: `The client uses a token until it nears its end: in a row it drops at most ${MAX_EARLY_TOKENS} with half of their life left, and ${MAX_OF_MANY} over many connections`,
    restsOn: 'RFC 6749 section 5.1 (expires_in); the number is our choice',
    putToTestBy: 'an issued token',
    byAccount: true,
    check(exchanges, findings, seen) {
      const refused = refusals(seen.exchanges);
      const lastUse = new Map(exchanges.map(({ request, started }) => [request.bearer, started.tick]));
      let early: Exchange[] = [];
      let last: Exchange | null = null;
      for (const next of exchanges) {
        if (next.issuedToken === null) continue;
        findings.markTested(next);
        // Several workers may sign in at the same time.
        if (last !== null && next.started.tick <= (last.response.started?.tick ?? 0)) continue;
        const isEarly =
          last?.issuedToken != null &&
          !refused.has(last.issuedToken.mark) &&
          (lastUse.get(last.issuedToken.mark) ?? 0) < next.started.tick &&
          seen.elapsedClientMs(last.started, next.started) < last.issuedToken.lifeMs / 2;
        early = isEarly ? [...early, next] : [];
        last = next;
        const [first, ...others] = early;
        if (first === undefined) continue;
        const isTooMany = early.length > MAX_EARLY_TOKENS && isOneProgram(early.slice(-MAX_EARLY_TOKENS - 1));
        if (isTooMany || early.length > MAX_OF_MANY) {
          findings.addViolation(
            `${early.length} tokens were requested in a row, each while most of the life of the one before was left.`,
            [first, ...others],
          );
          early = [];
        }
      }
    },
  },
  {
    id: 'expired-token-dropped',
    part: 'sign-in',
    severity: 'advice',
    rule: `The client uses a token at most ${EXPIRY_TOLERANCE_MS / 1000} s after its end`,
    restsOn: 'RFC 6749 section 5.1 (expires_in); the number is our choice',
    putToTestBy: 'a request with an issued token',
    check(exchanges, findings) {
      /** By the mark of the token. */
      const issues = new Map<string, { readonly answer: Exchange; readonly endsAt: number }>();
      for (const exchange of exchanges) {
        const issued = issues.get(exchange.request.bearer ?? '');
        if (issued !== undefined) {
          findings.markTested(exchange);
          const lateMs = exchange.started.at - issued.endsAt;
          if (lateMs > EXPIRY_TOLERANCE_MS) {
            findings.addViolation(`A token was used ${seconds(lateMs)} after its end.`, [issued.answer, exchange]);
            issues.delete(exchange.request.bearer ?? '');
          }
        }
        const { issuedToken, response, started } = exchange;
        if (issuedToken !== null)
          issues.set(issuedToken.mark, {
            answer: exchange,
            endsAt: (response.started ?? started).at + issuedToken.lifeMs,
          });
      }
    },
  },
  {
    id: 'permissions-kept',
    part: 'sign-in',
    severity: 'advice',
    rule: `The client caches permissions: at most ${MAX_PERMISSIONS_PER_MINUTE} requests for one token within a minute, and ${MAX_OF_MANY} over many connections`,
    restsOn: 'docs/service.md §2.4 (caching); the number is our choice',
    putToTestBy: 'a request for permissions',
    isAbout: ({ endpoint }) => endpoint === 'permissions',
    byAccount: true,
    check(exchanges, findings, seen) {
      for (const exchange of exchanges) findings.markTested(exchange);
      for (const row of groupsOf(exchanges, ({ request }) => request.bearer)) {
        const burst = burstOf(row, MAX_PERMISSIONS_PER_MINUTE, seen, isOneProgram) ?? burstOf(row, MAX_OF_MANY, seen);
        if (burst !== null)
          findings.addViolation(`Permissions were requested ${burst.length} times within a minute.`, burst);
      }
    },
  },
  {
    id: 'token-in-header',
    part: 'sign-in',
    severity: 'breach',
    rule: 'The client sends an access token in the Authorization header, never in an address',
    restsOn: 'docs/service.md §2.1; RFC 6750 section 2.3, RFC 9700 section 4.3.2',
    putToTestBy: 'a request with an access token',
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        if (exchange.request.bearer !== null) findings.markTested(exchange);
        if (exchange.request.tokenInAddress) findings.addViolation('An access token was in the address.', [exchange]);
      }
    },
  },
  {
    id: 'refused-token-dropped',
    part: 'sign-in',
    severity: 'breach',
    rule: 'The client does not keep using a token that was refused with 401',
    restsOn: 'docs/service.md §2.3 (401); RFC 6750 section 3.1 (invalid_token)',
    putToTestBy: 'a token that was refused with 401, and a later request of the same account with a token',
    check(exchanges, findings, seen) {
      /** The refusal of a token and the later tries with it, by the mark of the token. */
      const refused = new Map<string, [Exchange, ...Exchange[]]>();
      for (const exchange of exchanges) {
        const { bearer } = exchange.request;
        if (bearer === null) continue;
        if ([...refused.values()].some(([{ account }]) => account === exchange.account)) findings.markTested(exchange);
        const earlier = refused.get(bearer);
        if (earlier === undefined) {
          if (exchange.response.status === 401) refused.set(bearer, [exchange]);
          continue;
        }
        const [{ response }] = earlier;
        // A request that was sent before its thread could know of the refusal does not count.
        const { started } = response;
        if (started === null || exchange.started.tick <= started.tick) continue;
        if (seen.elapsedClientMs(started, exchange.started) < NOTICE_MS) continue;
        earlier.push(exchange);
        if (earlier.length === MAX_TRIES_AFTER_REFUSAL + 1)
          findings.addViolation('A token was used repeatedly after it was refused with 401.', earlier);
      }
    },
  },
  {
    id: 'client-authentication',
    part: 'sign-in',
    severity: 'breach',
    rule: 'The client sends its secret in one way in each request, and never in an address',
    restsOn: 'RFC 6749 sections 2.3 and 2.3.1',
    putToTestBy: 'a request with a client secret',
    check(exchanges, findings) {
      for (const exchange of exchanges) {
        const { secretPlaces } = exchange.request;
        if (secretPlaces.length > 0) findings.markTested(exchange);
        if (secretPlaces.length > 1 || secretPlaces.includes('address'))
          findings.addViolation(`The client secret was in: ${secretPlaces.join(', ')}.`, [exchange]);
      }
    },
  },
];
