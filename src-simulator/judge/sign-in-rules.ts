/** How a client treats its tokens and permissions. */
import type { Exchange } from '../door/exchange.ts';
import { byAccount, Findings, type Rule } from './rule.ts';

/** A program may be started anew a few times, each time without the token of the last one. */
const EARLY_TOKENS = 5;

const keepsToken: Rule = {
  id: 'token-kept',
  part: 'sign-in',
  rule: `A token is used until it nears its end: at most ${EARLY_TOKENS} new ones come while half of the last one's life is left`,
  restsOn: 'RFC 6749 section 5.1 (expires_in); the number: ours',
  putToTestBy: 'a token that was given',
  judge(seen) {
    const findings = new Findings();
    const refused = refusals(seen.exchanges);
    for (const mine of byAccount(seen.exchanges)) {
      let early: Exchange[] = [];
      let last: Exchange | null = null;
      for (const next of mine) {
        if (next.tokenGiven === null) continue;
        findings.meet(next);
        const isEarly =
          last?.tokenGiven != null &&
          !refused.has(last.tokenGiven.mark) &&
          seen.waited(last.begun, next.begun) < last.tokenGiven.lifeMs / 2;
        early = isEarly ? [...early, next] : [];
        last = next;
        const [first, ...others] = early;
        if (first !== undefined && early.length === EARLY_TOKENS + 1)
          findings.add(
            `${early.length} tokens were asked for in a row, each while the one before had most of its life left.`,
            [first, ...others],
          );
      }
    }
    return findings;
  },
};

function refusals(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(
    exchanges.flatMap(({ answer, request }) =>
      answer.status === 401 && request.bearer !== null ? [request.bearer] : [],
    ),
  );
}

const PERMISSIONS_A_MINUTE = 6;
const MINUTE_MS = 60_000;

const keepsPermissions: Rule = {
  id: 'permissions-kept',
  part: 'sign-in',
  rule: `Permissions are kept for a while: at most ${PERMISSIONS_A_MINUTE} requests within a minute`,
  restsOn: 'Document, "2. Get permissions of an access token", rule 4 (caching); the number: ours',
  putToTestBy: 'a request for permissions',
  judge(seen) {
    const findings = new Findings();
    for (const mine of byAccount(seen.exchanges.filter(({ endpoint }) => endpoint === 'permissions')))
      for (const [place, first] of mine.entries()) {
        findings.meet(first);
        const last = mine[place + PERMISSIONS_A_MINUTE];
        if (last === undefined || seen.passed(first.begun, last.begun) > MINUTE_MS) continue;
        const within = mine.slice(place + 1, place + PERMISSIONS_A_MINUTE + 1);
        findings.add(`Permissions were asked ${PERMISSIONS_A_MINUTE + 1} times within a minute.`, [first, ...within]);
        break;
      }
    return findings;
  },
};

const tokenInHeader: Rule = {
  id: 'token-in-header',
  part: 'sign-in',
  rule: 'An access token travels in the Authorization header, never in an address',
  restsOn: 'Document, "Authentication" 1; RFC 6750 section 2.3, RFC 9700 section 4.3.2',
  putToTestBy: 'a request with an access token',
  judge({ exchanges }) {
    const findings = new Findings();
    for (const exchange of exchanges) {
      if (exchange.request.bearer !== null) findings.meet(exchange);
      if (exchange.request.tokenInAddress) findings.add('An access token stood in the address.', [exchange]);
    }
    return findings;
  },
};

/** One more try may be a doubt; two are a habit. */
const TRIES_AFTER_REFUSAL = 2;

const dropsRefused: Rule = {
  id: 'refused-token-dropped',
  part: 'sign-in',
  rule: 'A token that was refused with 401 is not used again and again',
  restsOn: 'Document, "2. Get permissions of an access token" (401); RFC 6750 section 3.1 (invalid_token)',
  putToTestBy: 'a token that was refused with 401, and a later request of the same account with a token',
  judge({ exchanges }) {
    const findings = new Findings();
    /** By the mark of a token: its refusal, then the later tries with it. */
    const refused = new Map<string, [Exchange, ...Exchange[]]>();
    for (const exchange of exchanges) {
      const { bearer } = exchange.request;
      if (bearer === null) continue;
      if ([...refused.values()].some(([{ account }]) => account === exchange.account)) findings.meet(exchange);
      const earlier = refused.get(bearer);
      if (earlier === undefined) {
        if (exchange.answer.status === 401) refused.set(bearer, [exchange]);
        continue;
      }
      const [{ answer }] = earlier;
      // Asked before the refusal was there.
      if (answer.begun === null || exchange.begun.tick <= answer.begun.tick) continue;
      earlier.push(exchange);
      if (earlier.length === TRIES_AFTER_REFUSAL + 1)
        findings.add('A token was used again and again after it had been refused with 401.', earlier);
    }
    return findings;
  },
};

export const signInRules: readonly Rule[] = [keepsToken, keepsPermissions, tokenInHeader, dropsRefused];
