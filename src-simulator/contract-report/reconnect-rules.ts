/** Rules for a client that has lost its stream, or got none: it must ask for one again. */
import type { Moment } from '../clock.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Observations, Rule } from './rule.ts';
import { isStream, nextAfter, STEADY_MS } from './streams.ts';

/** After a planned end the client has both: a minute of the service and 10 s of its own time. */
const PLANNED_SERVICE_MS = 60_000;
const PLANNED_CLIENT_MS = 10_000;
/** Common backoffs wait for at most a minute. Includes the request for a new token. */
const RECONNECT_MS = 90_000;
/** A client that meets the same failure again may double that. Includes the request. */
const LATER_RECONNECT_MS = 125_000;

const OUR_CHOICE = 'our choice: within 90 s of the client, or two minutes if the same happened before';

const isBroken = ({ ended, response }: Exchange) => ended?.by === 'service' && response.status === 200;
const isPassing = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;
/** A service that ends the second stream at once refuses the seat with an empty answer. */
const isWithoutSeat = ({ stream, response, isPlanned }: Exchange) =>
  stream.seatTaken ||
  (isPlanned
    ? response.status === 409 || response.status === 423
    : response.status === 200 && stream.lastSent === null && stream.closing !== null);

const wasSteady = ({ started, ended }: Exchange, seen: Observations) =>
  seen.elapsedServiceMs(started, ended?.moment ?? seen.now) >= STEADY_MS;

const plus = ({ at, tick }: Moment, ms: number): Moment => ({ at: at + ms, tick: tick + ms });

/** Returns from when on the client can come back. Null if the seat is taken. */
function possibleFrom(stream: Exchange, end: Moment, { seatFreedAfter }: Observations): Moment | null {
  if (isWithoutSeat(stream) && !stream.isPlanned && stream.domainId !== null)
    return seatFreedAfter(stream.domainId, stream.started);
  if (stream.stream.sessionEnded) return end;
  return plus(end, Math.max(stream.response.retryAfterMs ?? 0, stream.stream.retryMs ?? 0));
}

/** Returns when the last sign-in between two moments failed, or `refused` if it is the user who must act. */
function failedSignIn(account: string, [from, until]: readonly [Moment, Moment], seen: Observations) {
  const clients = new Set([account]);
  for (const { issuedToken, account: owner, request } of seen.exchanges)
    if (issuedToken !== null && owner === account && request.client !== null) clients.add(request.client);
  let last: Moment | 'refused' | null = null;
  for (const { endpoint, request, response, issuedToken, started, ended } of seen.exchanges) {
    const isItsSignIn = endpoint === 'token' && issuedToken === null && clients.has(request.client ?? '');
    if (!isItsSignIn || ended === null || started.tick < from.tick || started.tick > until.tick) continue;
    if (response.status !== null && !isPassing(response.status)) return 'refused';
    last = plus(ended.moment, response.retryAfterMs ?? 0);
  }
  return last;
}

interface ReconnectRule extends Pick<Rule, 'id' | 'rule' | 'restsOn' | 'putToTestBy'> {
  /** Begins the sentence of a finding. */
  readonly what: string;
  readonly isIt: (exchange: Exchange) => boolean;
  readonly isLate?: (from: Moment, until: Moment, seen: Observations) => boolean;
}

const reconnectRule = ({ what, isIt, isLate, ...rule }: ReconnectRule): Rule => ({
  ...rule,
  part: 'stream',
  severity: 'breach',
  isAbout: isStream,
  byAccount: true,
  check(mine, findings, seen) {
    for (const [index, stream] of mine.entries()) {
      const { account, ended } = stream;
      // An unknown account may come back with the token of a known one.
      if (ended === null || account === null || !isIt(stream)) continue;
      const next = nextAfter(index, mine);
      const until = next?.started ?? seen.now;
      const before = mine[index - 1];
      const isRepeated = before !== undefined && isIt(before) && !wasSteady(before, seen);
      const maxMs = isRepeated ? LATER_RECONNECT_MS : RECONNECT_MS;
      const isOverdue = (from: Moment | null) =>
        from !== null && (isLate?.(from, until, seen) ?? seen.elapsedClientMs(from, until) > maxMs);
      if (!isOverdue(possibleFrom(stream, ended.moment, seen))) {
        if (next !== undefined) findings.markTested(next);
        continue;
      }
      const signIn = failedSignIn(account, [ended.moment, until], seen);
      if (signIn === 'refused' || (signIn !== null && !isOverdue(signIn))) continue;
      findings.addViolation(`${what}, and the client did not come back in time.`, [
        stream,
        ...(next === undefined ? [] : [next]),
      ]);
    }
  },
});

export const reconnectRules: readonly Rule[] = [
  reconnectRule({
    id: 'reconnect-after-end',
    rule: 'After SUBSCRIPTION_ENDED the client connects again',
    restsOn: 'docs/service.md §3.3; within a minute of the service and 10 s of the client is our choice',
    putToTestBy: 'a session that ended with SUBSCRIPTION_ENDED, and a minute or a new stream after it',
    what: 'The session ended',
    isIt: ({ stream }) => stream.sessionEnded,
    isLate: (from, until, seen) =>
      seen.elapsedServiceMs(from, until) > PLANNED_SERVICE_MS && seen.elapsedClientMs(from, until) > PLANNED_CLIENT_MS,
  }),
  reconnectRule({
    id: 'reconnect-after-close',
    rule: 'After the stream was closed without SUBSCRIPTION_ENDED the client connects again',
    restsOn: `docs/service.md §3.1 (a response that goes on); WHATWG HTML 9.2.3 "reestablish the connection"; ${OUR_CHOICE}`,
    putToTestBy: 'a stream that was closed in order, and 90 s or a new request after it',
    what: 'The stream was closed without SUBSCRIPTION_ENDED',
    isIt: (exchange) =>
      isBroken(exchange) &&
      exchange.ended?.isComplete === true &&
      !exchange.stream.sessionEnded &&
      !isWithoutSeat(exchange),
  }),
  reconnectRule({
    id: 'reconnect-after-cut',
    rule: 'After the stream broke off the client connects again',
    restsOn: `docs/service.md §3.1 (a response that goes on); WHATWG HTML 9.2.3 "reestablish the connection"; ${OUR_CHOICE}`,
    putToTestBy: 'a stream that was cut, and 90 s or a new request after it',
    what: 'The stream broke off',
    isIt: (exchange) => isBroken(exchange) && exchange.ended?.isComplete === false && !exchange.stream.sessionEnded,
  }),
  reconnectRule({
    id: 'reconnect-after-seat-taken',
    rule: 'A client that was refused because another one has the stream asks again',
    restsOn: `docs/service.md §3.2, §3.1 (one subscriber; a response that goes on); ${OUR_CHOICE}, from when the seat is free`,
    putToTestBy: 'a refusal because the seat was taken, and a new request, or 90 s after the seat became free',
    what: 'The seat became free',
    isIt: isWithoutSeat,
  }),
  reconnectRule({
    id: 'reconnect-after-401',
    rule: 'After 401 to a request for the stream the client comes back, with a new token',
    restsOn: `docs/service.md §2.3 (401: revoked or expired); RFC 6750 section 3.1 (invalid_token); ${OUR_CHOICE}`,
    putToTestBy: 'a request for the stream that got 401, and 90 s or a new request after it',
    what: 'The stream was refused with 401',
    isIt: ({ response }) => response.status === 401,
  }),
  reconnectRule({
    id: 'reconnect-after-failure',
    rule: 'After 408, 425, 429, 5xx or no answer to a request for the stream the client asks again',
    restsOn: `RFC 9110 section 15.6.4 (503 is a temporary condition); ${OUR_CHOICE}, after Retry-After`,
    putToTestBy: 'a request for the stream that failed, and 90 s or a new request after it',
    what: 'The service failed to answer',
    isIt: ({ response: { status }, ended }) => (status === null ? ended?.by === 'service' : isPassing(status)),
  }),
];
