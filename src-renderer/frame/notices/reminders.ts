/** Computes which reminders of failure groups are due. They are shown among the notices until marked as seen. Pure. */
import type { FailureGroup } from '../../../src-shared/api/cases.ts';
import type { CauseKey } from '../../../src-shared/domain/cases/case-keys.ts';
import { failureGroupName } from '../../../src-shared/words/request-group-words.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { groupHref } from '../../screens/watch/group-words.ts';

export interface Reminder {
  readonly key: CauseKey;
  readonly title: string;
  readonly at: number;
  readonly href: string;
}

/** Longest overdue first. */
export function dueReminders(groups: readonly FailureGroup[], now: number): readonly Reminder[] {
  return groups
    .flatMap((group) => {
      const { key, open, remindAt } = group;
      if (remindAt === null || remindAt > now) return [];
      const many = open > 1 ? `, ${numberText(open)} open` : '';
      return [{ key, title: `Reminder: ${failureGroupName(group)}${many}`, at: remindAt, href: groupHref(group) }];
    })
    .toSorted((one, other) => one.at - other.at);
}

export function nextReminder(groups: readonly FailureGroup[], now: number): number | null {
  const coming = groups.flatMap(({ remindAt }) => (remindAt !== null && remindAt > now ? [remindAt] : []));
  return coming.length === 0 ? null : Math.min(...coming);
}
