import type { CaseSummary, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { ActionTarget } from '../../stores/action-prompt-store.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';

export function casesTarget(cases: readonly CaseSummary[], name: string): ActionTarget | null {
  const [first] = cases;
  if (first === undefined) return null;
  const owners = new Map(cases.map(({ owner }) => [owner?.id ?? null, owner]));
  return {
    subjects: cases.map(({ key }) => key),
    count: cases.length,
    name: cases.length === 1 ? name : `${cases.length} cases`,
    isCounted: cases.length > 1,
    owners: [...owners.values()],
    mute: cases.every(({ mute }) => mute !== null) ? first.mute : null,
    isOpen: cases.some(({ openedAt }) => openedAt !== null),
    canReopen: cases.every(({ canReopen }) => canReopen),
  };
}

export function groupTarget(group: FailureGroup): ActionTarget {
  return {
    subjects: [group.key],
    count: group.open,
    name: failureGroupName(group),
    owners: group.owners.map(({ owner }) => owner),
    mute: group.mute,
    isOpen: group.open > 0,
    canReopen: false,
  };
}
