/** Rules for clients of the notification stream, from the contract and from the standard of server-sent events. */
import type { Exchange } from '../http/exchange.ts';
import type { Moment } from '../clock.ts';
import { HEARTBEAT_MS } from '../service/notification-stream.ts';
import {
  burstOf,
  constantWaits,
  floodOf,
  LONG_WAIT,
  type Observations,
  type Rule,
  type RuleFindings,
  seconds,
  TIMING_TOLERANCE,
} from './rule.ts';
import { endOf, isFailedTry, isStream, isStreamRequest, nextAfter, STEADY_MS } from './streams.ts';

const isOpened = (exchange: Exchange) => isStream(exchange) && exchange.response.status === 200;

/** The end of a connection may be noticed shortly after a new one starts. */
const CLOSING_MS = 1000;

/** If each stream is cut immediately, a client that waits `retry` (3 s) each time asks 20 times a minute. */
const MAX_STREAMS_PER_MINUTE = 30;
/** Number of failures in a row. */
const FAILURES = 7;

/** A stream is dead after this many missed heartbeats. The client has at least 5 s of its own time. */
const MISSED_HEARTBEATS = 3;
const SILENCE_CLIENT_MS = 5_000;

const MAX_SHORT_STREAMS = 5;

const MIN_IDLE_LIMIT_MS = 10_000;
/** Proxies check their limits about once a second. */
const SAME_SILENCE_MS = 1_500;

/** Answers with Retry-After break the row, because the service chose that wait. */
function addConstantRetries(mine: readonly Exchange[], findings: RuleFindings, seen: Observations): void {
  let row: Exchange[] = [];
  for (const attempt of mine) {
    const failed = attempt.ended !== null && attempt.response.status !== 200 && attempt.response.retryAfterMs === null;
    row = failed ? [...row, attempt].slice(-FAILURES) : [];
    const [first, ...later] = row;
    if (first === undefined || row.length < FAILURES) continue;
    const fault = constantWaits(row, seen);
    if (fault !== null)
      return findings.addViolation(`${FAILURES} tries failed in a row, but ${fault}.`, [first, ...later]);
  }
}

/** A client's or network's end of a connection may be noticed late; the end by the service is exact. */
function overlaps(first: Exchange, second: Exchange, seen: Observations): boolean {
  const { ended, stream } = first;
  if (stream.closing !== null) return second.started.tick < stream.closing.tick;
  return ended === null || seen.elapsedClientMs(second.started, ended.moment) >= CLOSING_MS;
}

const lastSentOf = ({ stream, response, started }: Exchange): Moment => stream.lastSent ?? response.started ?? started;

function longestSilence(
  stream: Exchange,
  until: Moment,
  { elapsedServiceMs }: Observations,
): readonly [Moment, Moment] {
  const last = lastSentOf(stream);
  const [from, to] = stream.stream.longestSilence ?? [last, last];
  const earlier = [from, to.tick < until.tick ? to : until] as const;
  return elapsedServiceMs(last, until) > elapsedServiceMs(...earlier) ? [last, until] : earlier;
}

/** True if the client had a reason to leave `first`. Something on the way may still keep the connection open. */
function isGivenUp(first: Exchange, second: Exchange, findings: RuleFindings, seen: Observations): boolean {
  const silence = seen.elapsedServiceMs(...longestSilence(first, second.started, seen));
  const isSilent = first.account === second.account && silence > HEARTBEAT_MS / TIMING_TOLERANCE;
  if (isSilent)
    findings.unseen.add(
      'A stream was requested while another was open, which had missed a heartbeat: the client, or a proxy on the way, had kept that one.',
    );
  return isSilent;
}

/** Returns the common time without an event before these were closed. A limit below 10 s would end slow answers. */
function idleLimitOf(streams: readonly Exchange[], seen: Observations): number | null {
  const silences = streams.map((stream) => seen.elapsedClientMs(lastSentOf(stream), endOf(stream) ?? seen.now));
  const [shortest, longest] = [Math.min(...silences), Math.max(...silences)];
  return shortest >= MIN_IDLE_LIMIT_MS && longest - shortest <= SAME_SILENCE_MS ? shortest : null;
}

export const streamRules: readonly Rule[] = [
  {
    id: 'one-stream',
    part: 'stream',
    severity: 'breach',
    rule: 'The client opens one stream at a time for a domain',
    restsOn: 'docs/service.md §3.2 (one subscriber per domain)',
    putToTestBy: 'a stream that opened',
    isAbout: isStream,
    onlyDirect: true,
    check(exchanges, findings, seen) {
      let open: Exchange[] = [];
      for (const second of exchanges) {
        open = open.filter((first) => overlaps(first, second, seen) && !isGivenUp(first, second, findings, seen));
        const first = open.find(({ domainId }) => domainId !== null && domainId === second.domainId);
        if (first !== undefined)
          findings.addViolation('A second stream was requested while the first was open.', [first, second]);
        if (second.response.status !== 200) continue;
        findings.markTested(second);
        open.push(second);
      }
    },
  },
  {
    id: 'retry',
    part: 'stream',
    severity: 'breach',
    rule: 'After the service breaks a stream, the client waits for its last `retry` before it opens a new one; once may be sooner, not twice in a row',
    restsOn:
      'docs/service.md §3.4 (retry); WHATWG HTML 9.2.3 "reestablish the connection"; our choice: one early reconnect is allowed, and another after a minute of steady stream',
    putToTestBy:
      'a stream that the service broke without SUBSCRIPTION_ENDED after a `retry`, and a new one that waited, or two that did not',
    isAbout: isStream,
    byAccount: true,
    check(mine, findings, seen) {
      /** The last early reconnect: the broken stream and the one that followed. */
      let hasty: readonly [Exchange, Exchange] | null = null;
      for (const [index, broken] of mine.entries()) {
        const { stream, ended, response } = broken;
        const next = nextAfter(index, mine);
        if (next === undefined || ended?.by !== 'service' || response.status !== 200) continue;
        if (seen.elapsedServiceMs(broken.started, ended.moment) >= STEADY_MS) hasty = null;
        if (stream.sessionEnded || stream.retryMs === null) continue;
        const waited = seen.elapsedClientMs(ended.moment, next.started);
        if (waited >= stream.retryMs * TIMING_TOLERANCE) {
          findings.markTested(next);
          hasty = null;
          continue;
        }
        if (hasty !== null)
          findings.addViolation(
            `The stream set a retry of ${seconds(stream.retryMs)}; the client came back after ${seconds(waited)}, for the second time in a row.`,
            [...hasty, next],
          );
        hasty = [broken, next];
      }
    },
  },
  {
    id: 'no-storm',
    part: 'stream',
    severity: 'advice',
    rule: `The client requests at most ${MAX_STREAMS_PER_MINUTE} streams within a minute, and waits longer after each failure, up to ${LONG_WAIT}`,
    restsOn: 'WHATWG HTML 9.2.3 (exponential backoff); the numbers are our choice',
    putToTestBy: 'a second try to open a stream',
    isAbout: isStream,
    byAccount: true,
    check(mine, findings, seen) {
      const [, second] = mine;
      if (second !== undefined) findings.markTested(second);
      const burst = burstOf(mine, MAX_STREAMS_PER_MINUTE, seen);
      // no-flood reports these.
      if (floodOf(mine.filter(isFailedTry), seen) !== null) return;
      if (burst === null) addConstantRetries(mine, findings, seen);
      else findings.addViolation(`${burst.length} streams were requested within a minute.`, burst);
    },
  },
  {
    id: 'stream-method',
    part: 'stream',
    severity: 'breach',
    rule: 'The client requests the stream with GET only',
    restsOn: 'docs/service.md §1.2 (method and path)',
    putToTestBy: 'a request to the address of the stream',
    isAbout: isStreamRequest,
    check(exchanges, findings) {
      for (const request of exchanges) {
        findings.markTested(request);
        if (request.request.method !== 'GET')
          findings.addViolation(`The stream was requested with ${request.request.method}.`, [request]);
      }
    },
  },
  {
    id: 'stale-stream',
    part: 'stream',
    severity: 'advice',
    rule: `The client leaves a stream after at most ${MISSED_HEARTBEATS} missed heartbeats`,
    restsOn:
      'docs/service.md §3.3 (a heartbeat every 30 s); the number, and at least 5 s of the client, are our choice',
    putToTestBy: 'a stream that opened and was silent for longer',
    isAbout: isStream,
    onlyDirect: true,
    byAccount: true,
    check(mine, findings, seen) {
      for (const [index, exchange] of mine.entries()) {
        if (!isOpened(exchange)) continue;
        // A client that requests another stream has left this one, also if a proxy on the way keeps it.
        const next = mine[index + 1]?.started ?? seen.now;
        const end = endOf(exchange);
        const silence = longestSilence(exchange, end !== null && end.tick < next.tick ? end : next, seen);
        const serviceMs = seen.elapsedServiceMs(...silence);
        if (serviceMs > HEARTBEAT_MS * TIMING_TOLERANCE * 2) findings.markTested(exchange);
        if (serviceMs > HEARTBEAT_MS * (MISSED_HEARTBEATS + 1) && seen.elapsedClientMs(...silence) > SILENCE_CLIENT_MS)
          findings.addViolation(
            `A stream was silent for ${seconds(serviceMs)} of the service, and the client kept it.`,
            [exchange],
          );
      }
    },
  },
  {
    id: 'stream-kept',
    part: 'stream',
    severity: 'advice',
    rule: `The client keeps a stream open: with one token it closes at most ${MAX_SHORT_STREAMS} before their first heartbeat`,
    restsOn: 'docs/service.md §3.1 (a response that goes on); the number is our choice',
    putToTestBy: 'a stream that opened',
    isAbout: isOpened,
    onlyDirect: true,
    check(exchanges, findings, seen) {
      const shortStreams = new Map<string | null, [Exchange, ...Exchange[]]>();
      for (const exchange of exchanges) {
        const { ended, started, request } = exchange;
        findings.markTested(exchange);
        if (ended?.by !== 'client' || seen.elapsedServiceMs(started, ended.moment) >= HEARTBEAT_MS) continue;
        const closed = shortStreams.get(request.bearer);
        if (closed === undefined) shortStreams.set(request.bearer, [exchange]);
        else if (closed.push(exchange) === MAX_SHORT_STREAMS + 1) {
          const limit = idleLimitOf(closed, seen);
          if (limit === null)
            findings.addViolation(`The client closed ${closed.length} streams before their first heartbeat.`, [
              ...closed,
            ]);
          else
            findings.unseen.add(
              `Several streams ended ${seconds(limit)} after their last event: the client, or a proxy on the way, has this limit.`,
            );
        }
      }
    },
  },
];
