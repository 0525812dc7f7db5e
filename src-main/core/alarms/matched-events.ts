/**
 * Which of the stored events somebody wants to be alarmed of, with what the case book says of each: its cause, and whether
 * somebody muted it. Where the book does not come along in time it goes on without: rather an alarm too many than silence.
 */
import type { CaseKey, CauseKey } from '../../../src-shared/domain/case.ts';
import type { EventSummary } from '../../../src-shared/domain/event.ts';
import { resolveTimes } from '../../../src-shared/domain/filter.ts';
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../src-shared/service/event-vocabulary.ts';
import { failureCause } from '../cases/failure-cause.ts';
import type { CaseProjector } from '../cases/remote-case-projector.ts';
import { caseOperatorState } from '../cases/operator-state.ts';
import { caseKeyOf } from '../cases/case-reducer.ts';
import { isBad } from '../localization/attempt.ts';
import type { CaseProjectionReader, CaseState } from '../ports/case-projection.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { CompiledRule } from './alarm-rules.ts';
import type { MatchedEvent } from './alarm-reducer.ts';

/** Of one watch. */
export interface ProjectionWait {
  /** Where the book stood when it was waited for in vain: until it moves on, it is not waited for again. */
  timedOutAt: number | null;
}

interface MatchedEventsParts {
  readonly scanner: Pick<EventReader, 'summaries'>;
  readonly projection: Pick<CaseProjectionReader, 'cases'>;
  /** How far the case book is. */
  readonly progress: Pick<CaseProjector, 'changes' | 'processedThrough' | 'groups'>;
  readonly projectionWait: ProjectionWait;
  /** Whether what a rule finds could be read; not told where the store itself cannot be. */
  readonly onRead: (rule: string, isReadable: boolean) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A piece of a walk. */
const BATCH_ROWS = 500;
/** Cases that are asked for at once: an answer that holds nobody up. */
const MAX_CASES_PER_QUERY = 500;
const PROJECTION_TIMEOUT_MS = 5_000;
/** A lock or a repair is over by then, as a rule. */
const TRIES = 3;
const RETRY_MS = 1_000;

interface Named {
  readonly event: EventSummary;
  rules: MatchedEvent['rules'];
}

/** Those with `from` < seq ≤ `to`, in order of arrival. */
export async function matchedEvents(
  parts: MatchedEventsParts,
  rules: readonly CompiledRule[],
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<MatchedEvent[]> {
  const named = new Map<number, Named>();
  let failed: readonly CompiledRule[] = [];
  for (const made of rules) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that others have their turns
    const found = await eventsMatching(made, parts, { from, to }, signal);
    if (found === null) failed = [...failed, made];
    const { id, name, notify } = made;
    const rule = { id, name, how: { banner: notify.banner, sound: notify.sound, badge: notify.badge } };
    for (const event of found ?? []) {
      const known = named.get(event.seq);
      if (known === undefined) named.set(event.seq, { event, rules: [rule] });
      else known.rules = [...known.rules, rule];
    }
  }
  // Where even the plainest cannot be asked it is the store, and nothing is passed over.
  const isStore = failed.length === rules.length || failed.some(({ standard }) => standard !== null);
  if (failed.length > 0 && isStore) throw new Error('what is stored cannot be read for alarms');
  for (const made of rules) parts.onRead(made.id, !failed.includes(made));
  if (named.size === 0) return [];
  const inOrder = [...named.values()].toSorted((one, other) => one.event.seq - other.event.seq);
  const states = await statesOf(parts, inOrder, to, signal);
  const { groups } = parts.progress;
  const now = parts.clock.now();
  return inOrder.map(({ event, rules: why }) => {
    const state = states.get(caseKeyOf(event)) ?? null;
    const cause = causeOf(event, state);
    const group = cause === null ? null : (groups.get(cause) ?? null);
    // An ended case has no mute: what holds of its group is of those that are open.
    const isMuted =
      state !== null && caseOperatorState(state, state.openedAt === null ? null : group, now).mute !== null;
    return { event, rules: why, cause, isMuted };
  });
}

/** `null`: it cannot be asked, also not when it is asked again; that of the others is not held up by it. */
async function eventsMatching(
  { id, filter }: CompiledRule,
  { scanner, clock, log }: MatchedEventsParts,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<readonly EventSummary[] | null> {
  const query = { filter: resolveTimes(filter, clock.now()), direction: 'newer', to, limit: BATCH_ROWS } as const;
  /* oxlint-disable no-await-in-loop -- one piece after the other */
  for (let tries = 1; ; tries += 1) {
    try {
      const found: EventSummary[] = [];
      for (let at: number | null = from; at !== null;) {
        const { rows, next } = await scanner.summaries({ ...query, from: at }, signal);
        found.push(...rows);
        at = next;
      }
      return found;
    } catch (error) {
      signal.throwIfAborted();
      log.error('what a rule alarms of could not be read', { rule: id, from, to, tries, error });
      if (tries === TRIES) return null;
      await clock.sleep(RETRY_MS, signal);
    }
  }
  /* oxlint-enable no-await-in-loop */
}

/** What the book knows of their cases after them; empty where it did not come along. */
async function statesOf(
  parts: MatchedEventsParts,
  events: readonly Named[],
  to: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<CaseKey, CaseState>> {
  const states = new Map<CaseKey, CaseState>();
  const keys = [...new Set(events.filter(({ event }) => isOfCase(event)).map(({ event }) => caseKeyOf(event)))];
  if (keys.length === 0) return states;
  if (!(await waitUntilProcessed(parts, events.at(-1)?.event.seq ?? to, signal))) return states;
  try {
    for (let first = 0; first < keys.length; first += MAX_CASES_PER_QUERY)
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      for (const state of await parts.projection.cases(keys.slice(first, first + MAX_CASES_PER_QUERY)))
        states.set(state.key, state);
  } catch (error) {
    signal.throwIfAborted();
    parts.log.warn('what needs somebody cannot be read: it alarms, muted or not', { error });
  }
  return states;
}

/** Waits until the book took everything up to there. */
async function waitUntilProcessed(
  { progress, projectionWait, clock }: MatchedEventsParts,
  seq: number,
  signal: AbortSignal,
): Promise<boolean> {
  const cursor = () => progress.processedThrough?.cursor ?? 0;
  if (projectionWait.timedOutAt === cursor()) return cursor() >= seq;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const late = clock.sleep(PROJECTION_TIMEOUT_MS, either).then(
    () => true,
    () => true,
  );
  try {
    for (;;) {
      const { revision } = progress.changes;
      if (cursor() >= seq) return true;
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      const isLate = await Promise.race([late, progress.changes.changedSince(revision, either).then(() => false)]);
      signal.throwIfAborted();
      if (!isLate) continue;
      projectionWait.timedOutAt = cursor();
      return cursor() >= seq;
    }
  } finally {
    over.abort(new Error('the book is not waited for any more'));
  }
}

function isOfCase({ kind }: EventSummary): boolean {
  return kind === LOCALIZATION_KIND || kind === REQUEST_KIND;
}

/** The case's, where this event is what it failed with last; else what the event alone says. */
function causeOf(event: EventSummary, state: CaseState | null): CauseKey | null {
  if (!isOfCase(event) || event.outcome === null || !isBad(event.outcome)) return null;
  if (state?.cause != null && state.failedSeq === event.seq) return state.cause;
  return failureCause(event, null).key;
}
