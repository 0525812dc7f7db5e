/** Names from outside are made visible and clipped, so that no event can steer a screen. */
import type { AlarmsSnapshot } from '../../api/alarms.ts';
import type { Alarm } from '../../domain/alarms/raised-alarm.ts';
import type { AlarmChannels, StandardRule } from '../../domain/cases/alarm.ts';
import { clippedText, sinceWords } from './alarm-parts.ts';
import { numberText } from '../store-words.ts';
import { failureAlarmBody, failureAlarmTitle, isFailureAlarm } from './failure-alarm-words.ts';
import { isOverdueAlarm, OVERDUE_REASONS, overdueAlarmBody, overdueAlarmTitle } from './overdue-alarm-words.ts';
import { endedSignalBody, endedSignalTitle, isSignalAlarm, signalBody, signalTitle } from './signal-alarm-words.ts';

export interface NotificationTexts {
  readonly title: string;
  readonly body: string;
}

/** In characters. Title and body: limits of `alarmNotificationSchema`. */
const MAX_TITLE_LENGTH = 200;
const MAX_NOTIFICATION_TITLE_LENGTH = 40;
const MAX_TEXT_LENGTH = 500;
const MAX_NAME_LENGTH = 80;

export function alarmTitle(alarm: Alarm, zone: string): string {
  if (isFailureAlarm(alarm))
    return clippedText(failureAlarmTitle(alarm, ruleNames(alarm), sinceWords(alarm, zone)), MAX_TITLE_LENGTH);
  if (isSignalAlarm(alarm)) return signalTitle(alarm, zone);
  if (isOverdueAlarm(alarm)) return clippedText(overdueAlarmTitle(alarm, zone), MAX_TITLE_LENGTH);
  return alarm.about.kind === 'not-shown' ? `+${numberText(alarm.about.count)} not shown` : 'Test alarm';
}

/** Lines under the title: what it means, then for a single failure its EID or request. */
export function alarmBody(alarm: Alarm): string {
  return bodyLines(alarm).join('\n').slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

/** The title, or the result of a signal alarm that ended: "Watching again · blind 4 m 12 s". */
export function notificationTitle(alarm: Alarm, zone: string): string {
  return isSignalAlarm(alarm) && alarm.about.endedAt !== null ? endedSignalTitle(alarm) : alarmTitle(alarm, zone);
}

/** Some desktops cut a title after some 40 characters and show two lines: the meaning and the profile come first. */
export function notificationTexts(
  alarm: Alarm,
  { profile, practice }: { readonly profile: string; readonly practice: boolean },
  zone: string,
): NotificationTexts {
  const full = notificationTitle(alarm, zone);
  const { title, rest } = cutTitle(practice ? `PRACTICE · ${full}` : full);
  const isOver = isSignalAlarm(alarm) && alarm.about.endedAt !== null;
  const [meaning = '', ...details] = isOver ? [endedSignalBody(alarm, zone)] : bodyLines(alarm);
  const lines = [meaning, clippedText(profile, MAX_NAME_LENGTH), rest, ...details].filter((line) => line !== '');
  return { title, body: lines.join('\n').slice(0, MAX_TEXT_LENGTH).toWellFormed() };
}

const SEPARATOR = ' · ';

/** Cuts the title between two of its parts. `rest` is empty if the title is short enough. */
function cutTitle(full: string): { readonly title: string; readonly rest: string } {
  const parts = full.split(SEPARATOR);
  const ends = parts.map((_, index) => parts.slice(0, index + 1).join(SEPARATOR).length);
  const fitting = ends.filter((end) => end <= MAX_NOTIFICATION_TITLE_LENGTH).length;
  if (fitting === 0) return { title: clippedText(full, MAX_NOTIFICATION_TITLE_LENGTH), rest: full };
  return { title: parts.slice(0, fitting).join(SEPARATOR), rest: parts.slice(fitting).join(SEPARATOR) };
}

function bodyLines(alarm: Alarm): readonly string[] {
  if (isFailureAlarm(alarm)) return failureAlarmBody(alarm);
  if (isSignalAlarm(alarm)) return [signalBody(alarm)];
  if (isOverdueAlarm(alarm)) return overdueAlarmBody(alarm);
  if (alarm.about.kind === 'test') return ['This is what an alarm looks like. Nothing has failed.'];
  return ['More alarms came than are shown in a minute. See all of them in Settings, Alarms.'];
}

const STANDARD_NAMES: Readonly<Record<StandardRule, string>> = {
  failures: 'Any failure',
  partial: 'Partial requests',
  unknown: 'Unknown outcome',
};

/** Name of the rule's view, or a fixed name such as "Any failure" for a standard rule. */
export function ruleName({ id, name }: { readonly id: string; readonly name: string }): string {
  const standard: Readonly<Record<string, string>> = STANDARD_NAMES;
  return clippedText(name === '' && Object.hasOwn(standard, id) ? (standard[id] ?? id) : name || id, MAX_NAME_LENGTH);
}

export const UNREADABLE_RULE = {
  short: 'cannot be read',
  remedy:
    'The events of this view could not be read three times, so it creates no alarms until they can be. Check the store in Data; then simplify the filter of the view.',
};

export function alarmsTodayWords({ all, accepted, opened }: AlarmsSnapshot['today']): string {
  if (all === 0) return 'Alarms today: none';
  const count =
    accepted === 0 ? (all === 1 ? 'not' : 'none') : accepted < all ? numberText(accepted) : all === 1 ? '' : 'all';
  const how = accepted > 1 ? 'sent as notifications' : 'sent as a notification';
  const openedText = opened === 0 ? [] : [`${numberText(opened)} opened`];
  return [`Alarms today: ${numberText(all)}`, `${count} ${how}`.trim(), ...openedText].join(', ');
}

/** An alarm that goes on alarms again, so a cause can have several alarms in the history. */
export function unacknowledgedWords(count: number): string {
  return count === 1 ? '1 cause not acknowledged' : `${numberText(count)} causes not acknowledged`;
}

function ruleNames({ rules }: Alarm): readonly string[] {
  return rules.map(ruleName);
}

export function channelsWords({ banner, sound, badge }: AlarmChannels): string {
  const ways = [banner ? 'banner' : '', sound ? 'sound' : '', badge ? 'badge' : ''].filter((way) => way !== '');
  return ways.length === 0 ? 'history only' : ways.join(', ');
}

/** Reason of the alarm ("Any failure"), or why it does not notify ("not shown: quiet hours"). */
export function alarmReasonWords(alarm: Alarm): string {
  if (alarm.silence !== null) return `not shown: ${SILENCE_WORDS[alarm.silence]}`;
  const reasons: Readonly<Record<Alarm['about']['kind'], string>> = {
    failures: ruleNames(alarm).join(', '),
    signal: 'always on',
    overdue: alarm.about.kind === 'overdue' ? OVERDUE_REASONS[alarm.about.deadline] : '',
    'not-shown': 'over the limit per minute',
    test: 'requested',
  };
  return reasons[alarm.about.kind];
}

const SILENCE_WORDS: Readonly<Record<NonNullable<Alarm['silence']>, string>> = {
  quiet: 'quiet hours',
  hours: 'out of its hours',
  muted: 'muted',
  cap: 'over the limit per minute',
  'no-banner': 'its rules show no banner',
  late: 'more than a quarter of an hour old',
  acknowledged: 'acknowledged before',
};
