import { type ConsequenceKind, consequenceRank } from './case-keys.ts';

export const MAX_GROUPS = 200;

interface OrderedGroup {
  readonly state: { readonly open: number };
  readonly muted: number;
  readonly consequence: ConsequenceKind;
  readonly firstAt: number;
}

export function isGroupMuted({ state, muted }: Pick<OrderedGroup, 'state' | 'muted'>): boolean {
  return state.open > 0 && muted >= state.open;
}

/** Returns the first `max` groups: by consequence, then oldest first; muted groups last. */
export function firstGroups<Group extends OrderedGroup>(groups: readonly Group[], max: number): Group[] {
  const placed = groups.map((group) => ({
    group,
    muted: Number(isGroupMuted(group)),
    rank: consequenceRank(group.consequence),
  }));
  return placed
    .toSorted(
      (one, other) => one.muted - other.muted || one.rank - other.rank || one.group.firstAt - other.group.firstAt,
    )
    .slice(0, max)
    .map(({ group }) => group);
}
