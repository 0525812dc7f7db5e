/** Collects the contents of a pack in batches, so that complete events are never all in memory. */
import { readDifferences } from '../timeline/differences.ts';
import { readStatusPage } from '../status-page/stored-status-page.ts';
import { walkEvents } from '../timeline/walk.ts';
import { casesByKey } from '../cases/cases-by-key.ts';
import { caseKeyOf, parseCauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { causeFilter } from '../../../src-shared/domain/cases/cause-filter.ts';
import { reportsOutcome } from '../../../src-shared/domain/event/event-class.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import type { PackQuery } from '../../../src-shared/api/reports.ts';
import type { ActionEntry } from '../../../src-shared/domain/cases/action.ts';
import type { CaseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import type { StatusPageReport } from '../../../src-shared/domain/coverage/provider-incident.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { LATE_WORDS_MS } from '../../../src-shared/domain/coverage/incident-span.ts';
import { EVERYTHING } from '../../../src-shared/domain/filter/filter.ts';
import { casePages } from '../cases/case-pages.ts';
import type { Cases } from '../cases/create-cases.ts';
import type { CaseProjectionReader, CaseState } from '../ports/case-projection.ts';
import type { EventReader } from '../ports/event-store.ts';
import { allActions } from '../cases/all-actions.ts';

export interface ContentParts {
  readonly cases: Pick<Cases, 'waitUntilCaughtUp' | 'detail' | 'list' | 'requestDetail' | 'resources'>;
  readonly projection: Pick<CaseProjectionReader, 'position' | 'cases' | 'attempts'>;
  readonly scanner: Pick<
    EventReader,
    'extent' | 'event' | 'events' | 'combinations' | 'coverage' | 'actions' | 'projectionRecords'
  >;
}

export interface PackContents {
  readonly kind: PackQuery['of']['kind'];
  readonly cases: readonly CaseState[];
  readonly seqs: readonly number[];
  readonly actions: readonly ActionEntry[];
  readonly moreActions: number;
  /** UTC epoch ms. From 30 min before the first event to 30 min after the last one, but not after now. */
  readonly span: { readonly from: number; readonly to: number };
  readonly coverage: Coverage;
  /** Incidents from the first event to an hour after the last one; null if the profile names no status page. */
  readonly statusPage: StatusPageReport | null;
  /** Sentence about several cases with one cause, if there are other events; otherwise null. Values are as received. */
  readonly difference: string | null;
}

export const AROUND_MS = 30 * 60_000;
const MAX_ATTEMPTS = 200;
const MAX_ACTIONS = 2_000;
const MAX_CASES = 10_000;
/** More at once would delay other work of the host. */
const CASES_PER_PAGE = 500;
/** Events whose seqs are this close are read together with the events between them. */
const NEAR = 64;

/** @throws AppError NO_CASE, STORE_… */
export async function packContents(
  parts: ContentParts,
  of: PackQuery['of'],
  now: number,
  signal: AbortSignal | undefined,
): Promise<PackContents> {
  const keys = await keysOf(parts, of, signal);
  const found = await casesByKey(parts.projection, keys, signal);
  const cases = keys.flatMap((key) => found.get(key) ?? []);
  if (of.kind !== 'events' && cases.length === 0)
    throw appError('NO_CASE', { key: of.kind === 'group' ? of.cause : (of.keys[0] ?? '') });
  const seqs = of.kind === 'events' ? ascending(of.seqs) : await seqsOf(parts.projection, cases, signal);
  const times =
    of.kind === 'events'
      ? await timesOf(parts.scanner, seqs, signal)
      : cases.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt]);
  const [first, last] = bounds(times, now);
  const span = { from: first - AROUND_MS, to: Math.max(first, Math.min(now, last + AROUND_MS)) };
  const { actions, moreActions } = await actionsOf(parts.scanner, cases, signal);
  const coverage = await parts.scanner.coverage(span);
  const statusPage = await readStatusPage(parts.scanner, { from: first, to: last + LATE_WORDS_MS });
  const difference = await differenceOf(parts.scanner, cases, first, now, signal);
  return { kind: of.kind, cases, seqs, actions, moreActions, span, coverage, statusPage, difference };
}

async function differenceOf(
  scanner: ContentParts['scanner'],
  cases: readonly CaseState[],
  since: number,
  now: number,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const causes = new Set(cases.map(({ cause }) => cause));
  const [key] = causes;
  const cause = causes.size === 1 && key != null && cases.length > 1 ? parseCauseKey(key) : null;
  if (cause === null) return null;
  const query = { filter: causeFilter(cause, since), at: now, against: null };
  const { there, sentence } = await readDifferences(scanner, query, { signal });
  return there.events === 0 ? null : sentence;
}

async function keysOf(
  { cases, scanner }: ContentParts,
  of: PackQuery['of'],
  signal: AbortSignal | undefined,
): Promise<CaseKey[]> {
  if (of.kind === 'cases') return [...new Set(of.keys)];
  const keys = new Set<CaseKey>();
  if (of.kind === 'events') {
    for await (const event of storedEventsOf(scanner, ascending(of.seqs), signal))
      if (reportsOutcome(event)) keys.add(caseKeyOf(event));
    return [...keys];
  }
  const kind = of.cause.startsWith('cause:request') ? 'request' : 'localization';
  for await (const page of casePages(cases, { kind, of: 'open', cause: of.cause }, signal, CASES_PER_PAGE)) {
    for (const { key } of page) keys.add(key);
    if (keys.size >= MAX_CASES) break;
  }
  return [...keys].slice(0, MAX_CASES);
}

async function seqsOf(
  projection: ContentParts['projection'],
  cases: readonly CaseState[],
  signal: AbortSignal | undefined,
) {
  const seqs = new Set<number>();
  for (const { key, run } of cases) {
    signal?.throwIfAborted();
    const before = run.number > 1 ? await projection.attempts(key, MAX_ATTEMPTS) : [];
    for (const attempt of [run, ...before]) for (const seq of attempt.seqs) seqs.add(seq);
  }
  return ascending(seqs);
}

async function timesOf(scanner: ContentParts['scanner'], seqs: readonly number[], signal: AbortSignal | undefined) {
  const times: number[] = [];
  for await (const { receivedAt } of storedEventsOf(scanner, seqs, signal)) times.push(receivedAt);
  return times;
}

function bounds(times: readonly number[], now: number): [number, number] {
  let [first, last] = [Infinity, -Infinity];
  for (const at of times) [first, last] = [Math.min(first, at), Math.max(last, at)];
  return times.length === 0 ? [now, now] : [first, last];
}

async function actionsOf(
  scanner: ContentParts['scanner'],
  cases: readonly CaseState[],
  signal: AbortSignal | undefined,
) {
  // An action on a group also names its cases at that time. For cases that joined later, only the group is named.
  const since = new Map<string, number>(cases.map(({ key }) => [key, -Infinity]));
  for (const { cause, stay } of cases)
    if (cause !== null && stay !== null) since.set(cause, Math.min(stay.from, since.get(cause) ?? Infinity));
  const actions: ActionEntry[] = [];
  let moreActions = 0;
  for await (const { id, at, author, subjects, what, text } of allActions(scanner, signal)) {
    const named = subjects.filter((subject) => at >= (since.get(subject) ?? Infinity));
    if (named.length === 0) continue;
    actions.push({ id, at, author, subjects: named, what, text });
    if (actions.length > MAX_ACTIONS) {
      actions.shift();
      moreActions += 1;
    }
  }
  return { actions: actions.toSorted((one, other) => one.at - other.at), moreActions };
}

export async function* storedEventsOf(
  scanner: Pick<EventReader, 'event' | 'events'>,
  seqs: readonly number[],
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredEvent, void, undefined> {
  for (const run of nearRuns(seqs)) {
    const [first = 0] = run;
    const to = run.at(-1) ?? first;
    if (run.length === 1) {
      signal?.throwIfAborted();
      const event = await scanner.event(first);
      if (event !== null) yield event;
      continue;
    }
    const requested = new Set(run);
    const query = { filter: EVERYTHING, direction: 'newer', from: first - 1, to, batchRows: NEAR } as const;
    for await (const event of walkEvents(scanner, query, signal)) if (requested.has(event.seq)) yield event;
  }
}

function nearRuns(seqs: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const seq of seqs) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && seq - last <= NEAR) run.push(seq);
    else runs.push([seq]);
  }
  return runs;
}

function ascending(seqs: Iterable<number>): number[] {
  return [...new Set(seqs)].toSorted((one, other) => one - other);
}
