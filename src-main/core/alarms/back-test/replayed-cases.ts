/**
 * Cases and groups as they were at each moment, from their stays, failures and actions. Uses the transitions of the case
 * projection. Attempts are not derived again: the stays say when a case opened, moved and ended.
 */
import {
  type CaseKey,
  caseKeyOf,
  type CauseKey,
  consequenceKinds,
  consequenceRank,
  isCauseKey,
  parseCauseKey,
} from '../../../../src-shared/domain/cases/case-keys.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { emptyEvent } from '../../../../src-shared/domain/event/decode-event.ts';
import { reportsOutcome } from '../../../../src-shared/domain/event/event-class.ts';
import type { EventSummary, Outcome } from '../../../../src-shared/domain/event/event.ts';
import { LOCALIZATION_KIND, REQUEST_KIND } from '../../../../src-shared/service/event-vocabulary.ts';
import type { TimedGroup } from '../../cases/deadlines.ts';
import { CaseReducer } from '../../cases/projection/case-reducer.ts';
import { caseStep } from '../../cases/projection/case-step.ts';
import { applyFailure, closeCase, type CaseTransition } from '../../cases/projection/case-transitions.ts';
import { caseOperatorState, groupOperatorState } from '../../cases/projection/operator-state.ts';
import { isBad } from '../../cases/localization/attempt.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import type { CaseState, CaseStay, GroupState, KeyedStay } from '../../ports/case-projection.ts';

export interface ReplayedGroup extends TimedGroup {
  readonly outcome: Outcome;
  /** When a mute ends by time next, UTC epoch ms; `Infinity` if none does. */
  readonly muteEndsAt: number;
}

interface OpenCases {
  readonly byConsequence: number[];
  /** Cases whose owner or mute is not that of the group. */
  readonly apart: Set<CaseKey>;
  outcome: Outcome;
}

export class ReplayedCases {
  readonly groups = new Map<string, GroupState>();
  /** Causes whose groups changed since the caller last cleared it. */
  readonly changed = new Set<CauseKey>();
  readonly #cases = new Map<CaseKey, CaseState>();
  readonly #open = new Map<CauseKey, OpenCases>();
  readonly #groupOf = (key: CauseKey) => this.groups.get(key) ?? null;

  case(key: CaseKey): CaseState | null {
    return this.#cases.get(key) ?? null;
  }

  /** Opens the case, or moves it to the cause of the stay. `event`: null if it is not stored any more. */
  begin({ key, stay }: KeyedStay, event: EventSummary | null): void {
    this.#fail(key, stay.cause, event ?? eventOf(stay));
  }

  /** A further failure of an open case. */
  failAgain(event: EventSummary): void {
    const key = caseKeyOf(event);
    const state = this.case(key);
    const isFailure = reportsOutcome(event) && event.outcome !== null && isBad(event.outcome);
    if (isFailure && state?.openedAt != null && state.cause !== null) this.#fail(key, state.cause, event);
  }

  end({ key, stay }: KeyedStay): void {
    const state = this.case(key);
    if (state?.openedAt == null || state.stay?.fromSeq !== stay.fromSeq || stay.to === null) return;
    if (stay.ended === 'well' || stay.ended === 'done')
      this.#apply(closeCase(state, stay.to, stay.ended, this.#groupOf));
  }

  /** @returns the open groups that the action took for its author */
  act(action: StoredActionEntry): readonly GroupState[] {
    const states = action.subjects.flatMap((subject) => (isCauseKey(subject) ? [] : (this.case(subject) ?? [])));
    const reducer = new CaseReducer({ cases: states, groups: this.groups, silenceMs: 0, gaps: [] });
    reducer.applyAction(action);
    const { cases, groups } = reducer.changes();
    for (const group of groups) this.#keepGroup(group);
    for (const state of cases) this.#keep(state);
    if (action.what.kind !== 'take' && action.what.kind !== 'accept') return [];
    const causes = new Set([...action.subjects.filter(isCauseKey), ...states.map(({ cause }) => cause)]);
    return [...causes].flatMap((cause) => {
      const group = cause === null ? undefined : this.groups.get(cause);
      return group === undefined || group.open === 0 ? [] : group;
    });
  }

  /** True if the mute of the group, or of its only open case, is active. */
  isMuted(cause: CauseKey, now: number): boolean {
    const group = this.timed(cause, now);
    return (
      group !== null &&
      (groupOperatorState(group.state, now).mute !== null || (group.state.open === 1 && group.muted === 1))
    );
  }

  /** Null if no case of the group is open. */
  timed(cause: CauseKey, now: number): ReplayedGroup | null {
    const [state, open] = [this.groups.get(cause), this.#open.get(cause)];
    if (state === undefined || open === undefined || state.open === 0) return null;
    const worst = open.byConsequence.findIndex((count) => count > 0);
    const apart = [...open.apart].flatMap((key) => this.#cases.get(key) ?? []);
    const statuses = [
      { ...groupOperatorState(state, now), count: state.open - apart.length },
      ...apart.map((one) => ({ ...caseOperatorState(one, state, now), count: 1 })),
    ];
    const ends = [state.standing, ...apart.map(({ own }) => own)].map(({ mute }) =>
      mute?.ends.kind === 'time' && mute.ends.at > now ? mute.ends.at : Infinity,
    );
    return {
      state,
      consequence: consequenceKinds[worst] ?? 'not-known',
      outcome: open.outcome,
      parts: statuses.map(({ owner, count }) => ({ owner, count })),
      muted: statuses.reduce((sum, { mute, count }) => sum + (mute === null ? 0 : count), 0),
      muteEndsAt: Math.min(...ends),
    };
  }

  #fail(key: CaseKey, causeOfCase: CauseKey, event: CaseEvent): void {
    const cause = this.groups.get(causeOfCase)?.cause ?? parseCauseKey(causeOfCase);
    if (cause === null) return;
    const state = this.case(key) ?? caseStep(key, null, event, null, 0).state;
    const outcome = event.outcome ?? 'unknown';
    this.#apply(applyFailure(state, event, { key: causeOfCase, cause }, outcome, this.#groupOf));
    const open = this.#open.get(causeOfCase);
    if (open !== undefined) open.outcome = outcome;
  }

  #apply({ state, groups }: CaseTransition): void {
    for (const group of groups) this.#keepGroup(group);
    this.#keep(state);
  }

  #keepGroup(group: GroupState): void {
    this.groups.set(group.key, group);
    this.changed.add(group.key);
  }

  #keep(state: CaseState): void {
    this.#count(this.#cases.get(state.key), -1);
    this.#count(state, 1);
    // A closed case is needed only if it can be reopened.
    if (state.openedAt === null && state.before === null) this.#cases.delete(state.key);
    else this.#cases.set(state.key, state);
  }

  #count(state: CaseState | undefined, change: 1 | -1): void {
    if (state?.openedAt == null || state.cause === null || state.consequence === null) return;
    const open = this.#open.get(state.cause) ?? {
      byConsequence: consequenceKinds.map(() => 0),
      apart: new Set(),
      outcome: 'failed',
    };
    this.#open.set(state.cause, open);
    const rank = consequenceRank(state.consequence);
    open.byConsequence[rank] = (open.byConsequence[rank] ?? 0) + change;
    if (state.own.ownedAt === null && state.own.mute === null) open.apart.delete(state.key);
    else open.apart[change === 1 ? 'add' : 'delete'](state.key);
    this.changed.add(state.cause);
  }
}

function eventOf({ from, fromSeq, consequence, cause, countryCode }: CaseStay): CaseEvent {
  const outcome = consequence === 'partial' ? 'partial' : consequence === 'not-known' ? 'unknown' : 'failed';
  const kind = cause.startsWith('cause:localization/') ? LOCALIZATION_KIND : REQUEST_KIND;
  return { ...emptyEvent(outcome, []), kind, seq: fromSeq, receivedAt: from, countryCode };
}
