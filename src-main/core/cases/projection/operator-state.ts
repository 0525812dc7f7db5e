/**
 * Computes the owner and the mute of a case: its own, otherwise those of its group, so that a case that joins a taken
 * group is taken, too. Timed mutes are evaluated when they are read, so the stored state does not depend on a clock.
 */
import type { CaseState, GroupState, OperatorState } from '../../ports/case-projection.ts';

type OfGroup = Pick<GroupState, 'standing'>;

export function caseOperatorState({ own }: Pick<CaseState, 'own'>, group: OfGroup | null, now: number): OperatorState {
  const state = withGroupState(own, group);
  return isMuteActive(state.mute, now) ? state : { ...state, mute: null };
}

export function groupOperatorState({ standing }: OfGroup, now: number): OperatorState {
  return isMuteActive(standing.mute, now) ? standing : { ...standing, mute: null };
}

/** Adds from the group what the case does not have itself. Includes mutes that ended by time. */
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

function isMuteActive(mute: OperatorState['mute'], now: number): boolean {
  return mute === null || mute.ends.kind !== 'time' || mute.ends.at > now;
}

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** The ended mute stays stored so that it hides the group's mute: the operator did not mute the worse consequence. */
const OVER = { kind: 'time', at: 0 } as const;

export function unmuteAfterFailure(standing: OperatorState, worst: number, open: number): OperatorState {
  const { mute } = standing;
  if (mute === null) return standing;
  const isWorse = worst < mute.worst;
  if (mute.ends.kind === 'time') return isWorse ? { ...standing, mute: { ...mute, ends: OVER } } : standing;
  const isOver = mute.ends.kind === 'next-failure' || isWorse || open >= 2 * mute.open;
  return isOver ? { ...standing, mute: null } : standing;
}
