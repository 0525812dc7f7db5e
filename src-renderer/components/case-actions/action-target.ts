import type { CaseSummary, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { Author, MuteEnd } from '../../../src-shared/domain/cases/action.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';

export interface ActionTarget {
  readonly subjects: readonly (CaseKey | CauseKey)[];
  readonly count: number;
  readonly name: string;
  /** The name is only a number, such as "3 cases". */
  readonly isCounted?: boolean;
  /** Distinct owners; null if some cases are unassigned. */
  readonly owners: readonly (Author | null)[];
  readonly mute: MuteEnd | null;
  readonly isOpen: boolean;
  readonly canReopen: boolean;
}

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
