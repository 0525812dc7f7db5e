/** What is taken, noted, done and muted together: one case, some that were chosen, or all of a failure group. */
import type { CaseSummary, FailureGroup } from '../../../src-shared/api/cases.ts';
import type { Author, MuteEnd } from '../../../src-shared/domain/action.ts';
import type { CaseKey, CauseKey } from '../../../src-shared/domain/case-keys.ts';
import { causeWords } from '../../../src-shared/words/case-words.ts';

export interface ActionTarget {
  readonly subjects: readonly (CaseKey | CauseKey)[];
  /** Cases. */
  readonly count: number;
  /** "Allocation failed", "3 cases": what a question calls it. */
  readonly name: string;
  /** Distinct; `null` among them: somebody's and nobody's. */
  readonly owners: readonly (Author | null)[];
  readonly mute: MuteEnd | null;
  /** Any of it needs somebody. */
  readonly isOpen: boolean;
}

/** @param name of one; of several it is their number */
export function casesTarget(cases: readonly CaseSummary[], name: string): ActionTarget | null {
  const [first] = cases;
  if (first === undefined) return null;
  const owners = new Map(cases.map(({ owner }) => [owner?.id ?? null, owner]));
  return {
    subjects: cases.map(({ key }) => key),
    count: cases.length,
    name: cases.length === 1 ? name : `${cases.length} cases`,
    owners: [...owners.values()],
    mute: cases.every(({ mute }) => mute !== null) ? first.mute : null,
    isOpen: cases.some(({ openedAt }) => openedAt !== null),
  };
}

/** All that is open of it, and what joins it. */
export function groupTarget(group: FailureGroup): ActionTarget {
  return {
    subjects: [group.key],
    count: group.open,
    name: causeWords(group.cause, group.outcome),
    owners: group.owners.map(({ owner }) => owner),
    mute: group.mute,
    isOpen: group.open > 0,
  };
}
