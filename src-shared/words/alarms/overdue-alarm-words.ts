import type { Alarm } from '../../domain/alarms/raised-alarm.ts';
import { parseCauseKey } from '../../domain/cases/case-keys.ts';
import type { DeadlineKind } from '../../domain/cases/deadline.ts';
import { consequenceTitles, consequenceWords } from '../case-words.ts';
import { failureGroupName } from '../request-group-words.ts';
import { cachedZonedWords, sinceWords } from './alarm-parts.ts';

type About = Alarm['about'] & { readonly kind: 'overdue' };
export type OverdueAlarm = Alarm & { readonly about: About };

export function isOverdueAlarm(alarm: Alarm): alarm is OverdueAlarm {
  return alarm.about.kind === 'overdue';
}

export const OVERDUE_WORDS: Readonly<Record<DeadlineKind, string>> = { take: 'Not taken', end: 'Not ended' };

export const OVERDUE_REASONS: Readonly<Record<DeadlineKind, string>> = {
  take: 'the time to take it is over',
  end: 'the time to end it is over',
};

const REMEDIES: Readonly<Record<DeadlineKind, string>> = {
  take: 'It has cases without an owner.',
  end: 'It has open cases.',
};

export function overdueAlarmTitle(alarm: OverdueAlarm, zone: string): string {
  const { deadline, dueAt } = alarm.about;
  const words = cachedZonedWords(zone);
  const date = words.day(dueAt) === words.day(alarm.firstAt) ? '' : `${words.day(dueAt)} `;
  return [
    `${OVERDUE_WORDS[deadline]} by ${date}${words.minute(dueAt)}`,
    groupName(alarm),
    sinceWords({ since: alarm.since, lastAt: alarm.firstAt }, zone),
  ].join(' · ');
}

export function overdueAlarmBody(alarm: OverdueAlarm): readonly string[] {
  const { deadline, endedAt } = alarm.about;
  const cause = parseCauseKey(alarm.about.cause);
  const means = cause === null ? [] : [consequenceTitles[consequenceWords(cause, outcomeOf(alarm)).kind]];
  return [...means, endedAt === null ? REMEDIES[deadline] : 'It is over.'];
}

function groupName(alarm: OverdueAlarm): string {
  const cause = parseCauseKey(alarm.about.cause);
  if (cause === null) return 'A failure';
  return failureGroupName({ cause, outcome: outcomeOf(alarm), failedResources: 0, resources: 0 });
}

function outcomeOf({ severity }: OverdueAlarm) {
  return severity === 'partial' || severity === 'unknown' ? severity : 'failed';
}
