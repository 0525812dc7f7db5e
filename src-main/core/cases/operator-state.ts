/**
 * Who has a case and whether it is muted: its own standing, else that of its group, so that what joins a group that was
 * taken is taken, too. A mute that ends by time ends when somebody looks; no clock decides what is kept.
 */
import { consequenceKinds, type ConsequenceKind } from '../../../src-shared/domain/case.ts';
import type { CaseState, GroupState, OperatorState } from '../ports/case-projection.ts';

type OfGroup = Pick<GroupState, 'standing'>;

export const NO_OPERATOR_STATE: OperatorState = {
  owner: null,
  ownedAt: null,
  mute: null,
  remindAt: null,
  retriedAt: null,
  ticket: null,
  touchedAt: null,
};

/** What holds of a case. @param group that of its cause; `null`: it is in none */
export function caseOperatorState({ own }: Pick<CaseState, 'own'>, group: OfGroup | null, now: number): OperatorState {
  const held = withGroupState(own, group);
  return lasts(held.mute, now) ? held : { ...held, mute: null };
}

/** What holds of all of a group. */
export function groupOperatorState({ standing }: OfGroup, now: number): OperatorState {
  return lasts(standing.mute, now) ? standing : { ...standing, mute: null };
}

/** Its own, and what it has not, of its group; also what ended by time. */
export function withGroupState(own: OperatorState, group: OfGroup | null): OperatorState {
  if (group === null) return own;
  const { owner, ownedAt, mute, ticket, touchedAt } = group.standing;
  return {
    ...own,
    ...(own.ownedAt === null ? { owner, ownedAt } : null),
    mute: own.mute ?? mute,
    ticket: own.ticket ?? ticket,
    touchedAt: later(own.touchedAt, touchedAt),
  };
}

function lasts(mute: OperatorState['mute'], now: number): boolean {
  return mute === null || mute.ends.kind !== 'time' || mute.ends.at > now;
}

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Place in the order of everything that needs attention: the smaller, the worse. */
export function rankOf(consequence: ConsequenceKind): number {
  return consequenceKinds.indexOf(consequence);
}

/** Kept, it hides that of the group: nobody muted what it has become. */
const OVER = { kind: 'time', at: 0 } as const;

/** @param open how many are affected now */
export function unmuteAfterFailure(standing: OperatorState, worst: number, open: number): OperatorState {
  const { mute } = standing;
  if (mute === null) return standing;
  const isWorse = worst < mute.worst;
  if (mute.ends.kind === 'time') return isWorse ? { ...standing, mute: { ...mute, ends: OVER } } : standing;
  const isOver = mute.ends.kind === 'next-failure' || isWorse || open >= 2 * mute.open;
  return isOver ? { ...standing, mute: null } : standing;
}
