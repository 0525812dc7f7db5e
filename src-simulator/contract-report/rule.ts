import type { Moment } from '../clock.ts';
import type { Exchange } from '../http/exchange.ts';
import { MINUTE_MS } from '../../src-shared/lib/durations.ts';

export const ruleParts = ['sign-in', 'stream', 'search', 'triggers'] as const;
/** `breach`: a document forbids it. `advice`: only our judgement. */
export const severities = ['breach', 'advice'] as const;

export interface Rule {
  readonly id: string;
  readonly part: (typeof ruleParts)[number];
  readonly severity: (typeof severities)[number];
  readonly rule: string;
  /** Section of `docs/service.md` or of an RFC; "ours" for a number that is a judgement. */
  readonly restsOn: string;
  /** Event that must happen before the rule can be checked. */
  readonly putToTestBy: string;
  readonly isAbout?: (exchange: Exchange) => boolean;
  /** Checks the requests of each account separately. */
  readonly byAccount?: true;
  /** Leaves out requests that a proxy passed on: it decides itself when it closes or keeps a connection. */
  readonly onlyDirect?: true;
  readonly check: (exchanges: readonly Exchange[], findings: RuleFindings, seen: Observations) => void;
}

export interface Observations {
  /** Ordered by start. */
  readonly exchanges: readonly Exchange[];
  readonly now: Moment;
  /** Real ms of the client between two times, or the ms of a manual clock if those are more. */
  readonly elapsedClientMs: (from: Moment, to: Moment) => number;
  /** Ms of the service between two times; its time may be scaled. */
  readonly elapsedServiceMs: (from: Moment, to: Moment) => number;
  /** Returns the first moment after the given one at which the domain's seat became free, or null. */
  readonly seatFreedAfter: (domainId: string, moment: Moment) => Moment | null;
}

export interface RuleViolation {
  readonly account: string | null;
  readonly sentence: string;
  readonly exchanges: readonly [Exchange, ...Exchange[]];
}

export class RuleFindings {
  readonly met = new Set<string | null>();
  readonly violations: RuleViolation[] = [];
  /** Sentences about what these requests do not show. */
  readonly unseen = new Set<string>();

  markTested(exchange: Exchange): void {
    this.met.add(exchange.account);
  }

  addViolation(sentence: string, exchanges: readonly [Exchange, ...Exchange[]]): void {
    const account = exchanges[exchanges.length - 1]?.account ?? null;
    this.met.add(account);
    this.violations.push({ account, sentence, exchanges });
  }
}

export function checkRule({ isAbout, byAccount, onlyDirect, check }: Rule, seen: Observations): RuleFindings {
  const findings = new RuleFindings();
  const exchanges = seen.exchanges.filter(
    (exchange) => isAbout?.(exchange) !== false && !(onlyDirect === true && exchange.request.isForwarded),
  );
  if (byAccount === undefined) check(exchanges, findings, seen);
  else for (const ofOne of groupsOf(exchanges, ({ account }) => account)) check(ofOne, findings, seen);
  return findings;
}

/** Does what `Map.groupBy` does, which Node 20 does not have. */
export function groupsOf(exchanges: readonly Exchange[], keyOf: (exchange: Exchange) => string | null): Exchange[][] {
  const groups = new Map<string | null, Exchange[]>();
  for (const exchange of exchanges) {
    const key = keyOf(exchange);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exchange]);
    else group.push(exchange);
  }
  return [...groups.values()];
}

/** Other threads of a client learn about an answer a little later. */
export const NOTICE_MS = 250;

/** Tolerates timers that fire a little early. */
export const TIMING_TOLERANCE = 0.95;

/** Returns the first `max` + 1 requests that started within one minute of the service, or null. */
export function burstOf(
  exchanges: readonly Exchange[],
  max: number,
  seen: Observations,
  isBurst: (burst: readonly Exchange[]) => boolean = () => true,
): readonly [Exchange, ...Exchange[]] | null {
  return firstRow(
    exchanges,
    max + 1,
    ([first, ...others]) =>
      seen.elapsedServiceMs(first.started, (others.at(-1) ?? first).started) <= MINUTE_MS &&
      isBurst([first, ...others]),
  );
}

/** Returns the first `count` requests in a row of which `matches` is true, or null. */
function firstRow(
  exchanges: readonly Exchange[],
  count: number,
  matches: (row: readonly [Exchange, ...Exchange[]]) => boolean,
): readonly [Exchange, ...Exchange[]] | null {
  for (let index = 0; index + count <= exchanges.length; index++) {
    const [first, ...others] = exchanges.slice(index, index + count);
    if (first !== undefined && matches([first, ...others])) return [first, ...others];
  }
  return null;
}

/** No backoff requests that much. */
export const FLOOD = 10;
const FLOOD_CLIENT_MS = 1_000;
/** If time is scaled, a client that waits for each `retry` (3 s of the service) takes longer for as many requests. */
const FLOOD_SERVICE_MS = 20_000;

export function floodOf(
  failed: readonly Exchange[],
  { elapsedClientMs, elapsedServiceMs }: Observations,
): readonly [Exchange, ...Exchange[]] | null {
  return firstRow(failed, FLOOD, ([{ started: from }, ...later]) => {
    const to = later.at(-1)?.started ?? from;
    return elapsedClientMs(from, to) <= FLOOD_CLIENT_MS && elapsedServiceMs(from, to) <= FLOOD_SERVICE_MS;
  });
}

/** A client without threads has one connection, or two if it does not wait for the end of an answer. */
export const MAX_CONNECTIONS_OF_ONE = 2;

/** Returns false for requests of several threads or programs, or of a client that closes each connection. */
export function isOneProgram(exchanges: readonly Exchange[]): boolean {
  // A proxy shares its connections between its clients.
  if (exchanges.some(({ request }) => request.isForwarded)) return false;
  return new Set(exchanges.map(({ request }) => request.connection)).size <= MAX_CONNECTIONS_OF_ONE;
}

/** Leaves out requests that started before the answer to the one before, as those of several threads do. */
export function inSequence(exchanges: readonly Exchange[]): Exchange[] {
  const row: Exchange[] = [];
  for (const exchange of exchanges) {
    const last = row.at(-1);
    const answered = last?.response.started ?? last?.ended?.moment;
    if (last === undefined || (answered !== undefined && exchange.started.tick > answered.tick)) row.push(exchange);
  }
  return row;
}

/** Waits of this mean need not grow: a poll, or a cap of 30 s with jitter. One of both is enough: time can be scaled. */
const LONG_CLIENT_MS = 10_000;
const LONG_SERVICE_MS = 20_000;
export const LONG_WAIT = `${LONG_CLIENT_MS / 1000} s of the client or ${LONG_SERVICE_MS / 1000} s of the service`;
/** Shorter waits are noise and never count as grown. */
const MIN_GROWN_MS = 100;
const GROWTH = 1.5;

/** Says how the waits before each try after the first fail to grow, or returns null if they grow or are long. */
export function constantWaits(tries: readonly Exchange[], seen: Observations): string | null {
  const pairs = tries
    .slice(1)
    .map((next, index) => [tries[index]?.ended?.moment ?? next.started, next.started] as const);
  const half = Math.floor(pairs.length / 2);
  const mean = (some: typeof pairs, elapsed: Observations['elapsedClientMs']) =>
    some.reduce((sum, [from, to]) => sum + elapsed(from, to), 0) / some.length;
  const early = mean(pairs.slice(0, half), seen.elapsedClientMs);
  const late = mean(pairs.slice(-half), seen.elapsedClientMs);
  const lateService = mean(pairs.slice(-half), seen.elapsedServiceMs);
  const isLong = late >= LONG_CLIENT_MS * TIMING_TOLERANCE || lateService >= LONG_SERVICE_MS * TIMING_TOLERANCE;
  if (isLong || late >= Math.max(MIN_GROWN_MS, early * GROWTH)) return null;
  return `the waits between them did not grow (${seconds(early)}, then ${seconds(late)})`;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
