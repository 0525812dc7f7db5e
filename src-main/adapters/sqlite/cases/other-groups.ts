/** Sums up the groups that the board does not show. Each of 60 000 causes may have a group. */
import { firstGroups, MAX_GROUPS } from '../../../../src-shared/domain/cases/group-order.ts';
import type { BoardSnapshot, GroupAggregate, GroupSums } from '../../../core/ports/case-projection.ts';

export function shownAndOthers(groups: readonly GroupAggregate[]): Pick<BoardSnapshot, 'groups' | 'others'> {
  if (groups.length <= MAX_GROUPS) return { groups, others: [] };
  const shown = new Set(firstGroups(groups, MAX_GROUPS));
  const hidden = groups.filter((group) => !shown.has(group));
  const others = (['localization', 'request'] as const).flatMap((kind) => {
    const ofKind = hidden.filter(({ state }) => state.cause.kind === kind);
    return ofKind.length === 0 ? [] : [sumsOf(kind, ofKind)];
  });
  return { groups: [...shown], others };
}

function sumsOf(kind: GroupSums['kind'], groups: readonly GroupAggregate[]): GroupSums {
  const parts = new Map<
    string,
    { -readonly [Name in keyof GroupSums['parts'][number]]: GroupSums['parts'][number][Name] }
  >();
  const sums = { kind, groups: groups.length, open: 0, failedResources: 0, resources: 0, muted: 0 };
  for (const group of groups) {
    sums.open += group.state.open;
    sums.failedResources += group.failedResources;
    sums.resources += group.resources;
    sums.muted += group.muted;
    for (const part of group.parts) {
      const name = JSON.stringify([part.consequence, part.owner]);
      const known = parts.get(name);
      if (known === undefined) {
        parts.set(name, { ...part });
        continue;
      }
      known.count += part.count;
      known.openedAt = Math.min(known.openedAt, part.openedAt);
    }
  }
  return { ...sums, parts: [...parts.values()] };
}
