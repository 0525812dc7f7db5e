/**
 * Applies events and actions. Pure: the size of the batches does not change the result. Must never make a failure
 * milder than the received events or an operator's action make it.
 */
import { caseKeyOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import { reportsOutcome } from '../../../../src-shared/domain/event/event-class.ts';
import type { CaseKey } from '../../../../src-shared/domain/cases/case.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import type { Outcome } from '../../../../src-shared/domain/event/event.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import type { AttemptCount, CaseProjectionCommit, CaseState, GroupState } from '../../ports/case-projection.ts';
import type { RequestDigest } from '../../requests/request-digest.ts';
import { isBad, isFinal } from '../localization/attempt.ts';
import { caseStep } from './case-step.ts';
import { applyActionToCase, applyActionToGroup, touchGroup, seenThroughSeq, undoOnCase } from './apply-actions.ts';
import { failureCause } from './failure-cause.ts';
import { AttemptTally } from './attempt-tally.ts';
import { canReopen, closeCase, applyFailure, reopenCase, type CaseTransition } from './case-transitions.ts';

/** Raised when the same events and actions produce another projection. */
export const CASE_REDUCER_VERSION = 13;

type CaseChanges = Pick<CaseProjectionCommit, 'cases' | 'groups' | 'attempts' | 'stays' | 'resumedStays' | 'tallies'>;

export interface EndedAttempt extends Pick<AttemptCount, 'outcome' | 'country'> {
  readonly seq: number;
}

export class CaseReducer {
  readonly #cases: Map<string, CaseState>;
  /** Groups before the batch. Not copied, because there may be 60 000. */
  readonly #storedGroups: ReadonlyMap<string, GroupState>;
  readonly #groups = new Map<string, GroupState>();
  readonly #silenceMs: number;
  readonly #changedCases = new Set<CaseKey>();
  readonly #attempts: CaseChanges['attempts'][number][] = [];
  #stays: CaseChanges['stays'][number][] = [];
  readonly #resumedStays: CaseChanges['resumedStays'][number][] = [];
  readonly #tally: AttemptTally;
  /** Not stored: the figures of a process. */
  readonly ended: EndedAttempt[] = [];
  readonly #groupOf = (key: string) => this.#groups.get(key) ?? this.#storedGroups.get(key) ?? null;

  /** @param stored the stored cases that the events and actions name, all stored groups, and ended gaps near the events */
  constructor(stored: {
    cases: Iterable<CaseState>;
    groups: ReadonlyMap<string, GroupState>;
    silenceMs: number;
    gaps: readonly Gap[];
  }) {
    this.#cases = new Map(Array.from(stored.cases, (state) => [state.key, state]));
    this.#storedGroups = stored.groups;
    this.#silenceMs = stored.silenceMs;
    this.#tally = new AttemptTally(stored.gaps, stored.silenceMs);
  }

  applyEvent(event: CaseEvent, request: RequestDigest | null, key = caseKeyOf(event)): void {
    if (!reportsOutcome(event)) return;
    const known = this.#cases.get(key) ?? null;
    const { state, before, newOutcome } = caseStep(key, known, event, request, this.#silenceMs);
    if (before !== null) {
      const cause = isBad(before.outcome) ? (known?.cause ?? null) : null;
      this.#attempts.push({ key, attempt: before, cause });
    }
    this.#keep(state);
    if (newOutcome !== null) {
      this.#countEnd(known, state, event.seq);
      this.#applyOutcome(state, event, request, newOutcome);
    }
    this.#tally.add(known, this.#cases.get(key) ?? state);
  }

  /** An attempt whose success is undone ends once more, as failed. */
  #countEnd(before: CaseState | null, { kind, run }: CaseState, seq: number): void {
    const { outcome, number, countryCode: country } = run;
    if (kind !== 'localization' || !isFinal(outcome)) return;
    const isKnown = before?.run.number === number && before.run.outcome === outcome;
    if (!isKnown) this.ended.push({ seq, outcome, country });
  }

  #applyOutcome(state: CaseState, event: CaseEvent, request: RequestDigest | null, newOutcome: Outcome): void {
    if (newOutcome === 'succeeded') this.#open(closeCase(state, event.receivedAt, 'well', this.#groupOf));
    else if (newOutcome !== 'in-progress')
      this.#open(applyFailure(state, event, failureCause(event, request), newOutcome, this.#groupOf));
  }

  /** Skips unknown subjects: actions from several computers may be merged. */
  applyAction(action: StoredActionEntry): void {
    const subjects = new Set<string>(action.subjects);
    for (const subject of subjects) {
      const group = this.#groupOf(subject);
      if (group !== null) this.#keepGroup(applyActionToGroup(group, action));
    }
    for (const subject of subjects) {
      const state = this.#cases.get(subject);
      if (state !== undefined) this.#applyToCase(state, action, subjects);
    }
  }

  #applyToCase(state: CaseState, action: StoredActionEntry, subjects: ReadonlySet<string>): void {
    const { what } = action;
    const isUndone = what.kind === 'undo' && state.before?.action === what.of;
    if (what.kind === 'reopen' || (isUndone && canReopen(state))) return this.#reopen(state);
    if (isUndone && state.openedAt !== null) this.#keep(undoOnCase(state));
    if (what.kind === 'undo') return;
    const group = state.cause === null ? null : this.#groupOf(state.cause);
    if (group !== null && state.openedAt !== null) this.#keepGroup(touchGroup(group, action));
    const after = applyActionToCase(state, action, group, state.cause !== null && subjects.has(state.cause));
    this.#keep(after);
    // `done` closes the case only if the operator could have seen its latest failure.
    const isMeant = state.failedSeq !== null && state.failedSeq <= seenThroughSeq(action);
    if (what.kind === 'done' && isMeant) this.#open(closeCase(after, action.at, 'done', this.#groupOf));
  }

  #reopen(state: CaseState): void {
    const reopened = reopenCase(state, this.#groupOf);
    if (reopened === null) return;
    const { state: next, group, resumed } = reopened;
    this.#keep(next);
    this.#keepGroup(group);
    this.#stays = this.#stays.filter(({ key, stay }) => key !== resumed.key || stay.fromSeq !== resumed.fromSeq);
    this.#resumedStays.push(resumed);
  }

  #open({ state, groups, stay }: CaseTransition): void {
    this.#keep(state);
    for (const group of groups) this.#keepGroup(group);
    if (stay !== null) this.#stays.push({ key: state.key, stay });
  }

  #keep(state: CaseState): void {
    this.#cases.set(state.key, state);
    this.#changedCases.add(state.key);
  }

  #keepGroup(group: GroupState): void {
    this.#groups.set(group.key, group);
  }

  changes(): CaseChanges {
    return {
      cases: Array.from(this.#changedCases, (key) => this.#cases.get(key)).filter((state) => state !== undefined),
      groups: [...this.#groups.values()],
      attempts: this.#attempts,
      stays: this.#stays,
      resumedStays: this.#resumedStays,
      tallies: this.#tally.changes(),
    };
  }
}
