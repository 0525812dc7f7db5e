/**
 * Finds the stored events that match an alarm rule, and adds the cause and the mute from the case projection. If the
 * projection does not catch up in time, the events alarm without it: an extra alarm is better than a missing one.
 */
import { walk } from '../timeline/walk.ts';
import { casesByKey } from '../cases/cases-by-key.ts';
import { reportsOutcome } from '../../../src-shared/domain/event/event-class.ts';
import { caseKeyOf } from '../../../src-shared/domain/cases/case-keys.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/cases/case.ts';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { type Filter, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import { matchesFilter } from '../../../src-shared/domain/filter/filter-match.ts';
import { failureCause } from '../cases/projection/failure-cause.ts';
import type { FollowedCases } from '../cases/projection/followed-cases.ts';
import { caseOperatorState } from '../cases/projection/operator-state.ts';
import { isBad } from '../cases/localization/attempt.ts';
import { firstChange } from '../lib/first-change.ts';
import type { AlarmedCase, CaseProjectionReader, GroupState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { CompiledRule } from './alarm-rules.ts';
import type { MatchedEvent } from './alarm-step.ts';

export interface ProjectionWait {
  /** Cursor when a wait timed out. The next wait happens only after it has moved. */
  timedOutAt: number | null;
}

/** `from` is exclusive, `to` inclusive. */
interface SeqSpan {
  readonly from: number;
  readonly to: number;
}

interface MatchedEventsParts {
  readonly reader: Pick<EventReader, 'summaries'>;
  readonly projection: Pick<CaseProjectionReader, 'alarmedCases'>;
  readonly progress: Pick<FollowedCases, 'changes' | 'processedThrough' | 'groups'>;
  readonly projectionWait: ProjectionWait;
  /** Reports if the events of a rule could be read. Not called if the store itself cannot be read. */
  readonly onRead: (rule: string, isReadable: boolean) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const PROJECTION_TIMEOUT_MS = 5_000;
/** A lock or a repair is usually over within these tries. */
const TRIES = 3;
const RETRY_MS = 1_000;

export interface NamedEvent {
  readonly event: EventSummary;
  readonly rules: readonly CompiledRule[];
}

type EventParts = Pick<MatchedEventsParts, 'reader' | 'onRead' | 'clock' | 'log'>;

export async function matchedEvents(
  parts: MatchedEventsParts,
  rules: readonly CompiledRule[],
  span: SeqSpan,
  signal: AbortSignal,
): Promise<MatchedEvent[]> {
  const inOrder = await eventsOfRules(parts, rules, span, signal);
  if (inOrder.length === 0) return [];
  const states = await statesOf(parts, inOrder, span.to, signal);
  const { groups } = parts.progress;
  const now = parts.clock.now();
  return inOrder.map((named) => matchedEvent(named, states.get(caseKeyOf(named.event)) ?? null, groups, now));
}

/** The events that at least one of the rules matches, in order. @throws if the store cannot be read */
export async function eventsOfRules(
  parts: EventParts,
  rules: readonly CompiledRule[],
  { from, to }: SeqSpan,
  signal: AbortSignal,
): Promise<NamedEvent[]> {
  const named = new Map<number, { readonly event: EventSummary; readonly rules: CompiledRule[] }>();
  let failed: readonly CompiledRule[] = [];
  for (const read of readsFor(rules)) {
    const found = await eventsMatching(read, parts, { from, to }, signal);
    if (found === null) failed = [...failed, ...read.rules];
    for (const event of found ?? []) {
      for (const made of read.rules) {
        if (read.rules.length > 1 && !matchesFilter(made.filter, event, () => '')) continue;
        const known = named.get(event.seq);
        if (known === undefined) named.set(event.seq, { event, rules: [made] });
        else known.rules.push(made);
      }
    }
  }
  // If all rules or a standard rule cannot be read, the store itself has failed, so no event may be skipped.
  const isStore = failed.length === rules.length || failed.some(({ standard }) => standard !== null);
  if (failed.length > 0 && isStore) throw new Error('stored events cannot be read for alarms');
  for (const made of rules) parts.onRead(made.id, !failed.includes(made));
  return [...named.values()].toSorted((one, other) => one.event.seq - other.event.seq);
}

/** @param state the case after this event; null if it is not known */
export function matchedEvent(
  { event, rules }: NamedEvent,
  state: AlarmedCase | null,
  groups: Pick<ReadonlyMap<string, GroupState>, 'get'>,
  now: number,
): MatchedEvent {
  const cause = causeOf(event, state);
  const group = cause === null ? null : (groups.get(cause) ?? null);
  // A closed case has no mute: the mute of its group applies only to open cases.
  const isMuted = state !== null && caseOperatorState(state, state.openedAt === null ? null : group, now).mute !== null;
  const named = rules.map(({ id, name, notify: { banner, sound, badge } }) => ({
    id,
    name,
    how: { banner, sound, badge },
  }));
  return { event, rules: named, cause, isMuted };
}

interface RuleRead {
  readonly filter: Filter;
  readonly rules: readonly CompiledRule[];
}

/** Rules that ask only for outcomes, as the standard ones, share a read: mostly no event matches any of them. */
function readsFor(rules: readonly CompiledRule[]): readonly RuleRead[] {
  const [shared, values]: [CompiledRule[], string[]] = [[], []];
  const reads: RuleRead[] = [];
  for (const rule of rules) {
    const outcomes = rule.standard === null ? null : outcomesOf(rule.filter);
    if (outcomes === null) reads.push({ filter: rule.filter, rules: [rule] });
    else {
      shared.push(rule);
      values.push(...outcomes);
    }
  }
  const filter: Filter = { terms: [{ kind: 'value', field: 'outcome', values, negated: false }] };
  return shared.length === 0 ? reads : [{ filter, rules: shared }, ...reads];
}

/** Returns null if the filter asks for anything else. */
function outcomesOf({ terms: [term, ...others] }: Filter): readonly string[] | null {
  const isOutcome = term?.kind === 'value' && term.field === 'outcome' && !term.negated && others.length === 0;
  return isOutcome ? term.values : null;
}

async function eventsMatching(
  { filter, rules }: RuleRead,
  { reader, clock, log }: Pick<MatchedEventsParts, 'reader' | 'clock' | 'log'>,
  { from, to }: SeqSpan,
  signal: AbortSignal,
): Promise<readonly EventSummary[] | null> {
  const query = { filter: resolveTimes(filter, clock.now()), direction: 'newer', from, to } as const;
  for (let tries = 1; ; tries += 1) {
    try {
      const found: EventSummary[] = [];
      for await (const event of walk(reader, query, signal)) found.push(event);
      return found;
    } catch (error) {
      signal.throwIfAborted();
      const ids = rules.map(({ id }) => id);
      log.error('the events of alarm rules could not be read', { rules: ids, from, to, tries, error });
      if (tries === TRIES) return null;
      await clock.sleep(RETRY_MS, signal);
    }
  }
}

/** Returns the states of the cases after these events; empty if the case projection did not catch up. */
async function statesOf(
  parts: MatchedEventsParts,
  events: readonly NamedEvent[],
  to: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<CaseKey, AlarmedCase>> {
  const keys = [...new Set(events.filter(({ event }) => reportsOutcome(event)).map(({ event }) => caseKeyOf(event)))];
  if (keys.length === 0) return new Map();
  if (!(await waitUntilProcessed(parts, events.at(-1)?.event.seq ?? to, signal))) return new Map();
  const found = new Map<CaseKey, AlarmedCase>();
  try {
    await casesByKey({ cases: (some) => parts.projection.alarmedCases(some) }, keys, signal, found);
  } catch (error) {
    signal.throwIfAborted();
    parts.log.warn('cases cannot be read; alarms ignore mutes', { error });
  }
  return found;
}

/** Waits until the case projection has applied everything up to `seq`. Returns false if that takes longer than 5 s. */
async function waitUntilProcessed(
  { progress, projectionWait, clock }: MatchedEventsParts,
  seq: number,
  signal: AbortSignal,
): Promise<boolean> {
  const cursor = () => progress.processedThrough?.cursor ?? 0;
  if (projectionWait.timedOutAt === cursor()) return cursor() >= seq;
  const endsAt = clock.monotonic() + PROJECTION_TIMEOUT_MS;
  while (cursor() < seq) {
    const { revision } = progress.changes;
    if (clock.monotonic() >= endsAt) {
      projectionWait.timedOutAt = cursor();
      return false;
    }
    await firstChange(clock, [[progress.changes, revision]], endsAt - clock.monotonic(), signal);
    signal.throwIfAborted();
  }
  return true;
}

/** Returns the cause of the case if this event is its last failure; otherwise the cause from the event alone. */
function causeOf(event: EventSummary, state: AlarmedCase | null): CauseKey | null {
  if (!reportsOutcome(event) || event.outcome === null || !isBad(event.outcome)) return null;
  if (state?.cause != null && state.failedSeq === event.seq) return state.cause;
  return failureCause(event, null).key;
}
