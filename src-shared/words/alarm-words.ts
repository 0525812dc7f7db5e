/**
 * What an alarm says, wherever one is read: notifications, history, command line. Names from outside are made visible text
 * here and are cut, so that no event can steer a screen.
 */
import type { Alarm } from '../api/alarms.ts';
import type { AlarmHow, StandardRule } from '../domain/alarm.ts';
import { assertNever } from '../lib/assert-never.ts';
import { countText, shown, sinceWords } from './alarm-parts.ts';
import { failuresBody, failuresTitle, isFailures } from './failure-alarm-words.ts';
import { endedBody, endedTitle, isSignal, signalBody, signalTitle } from './signal-alarm-words.ts';

export interface NoticeTexts {
  readonly title: string;
  readonly body: string;
}

/** What the contract allows, in characters. */
const MOST_TITLE = 200;
const MOST_BODY = 500;
const MOST_NAME = 80;
const MOST_DETAIL = 200;

/** "Allocation failed · 214 eUICCs · 3 countries · since 14:02", "Blind since 14:20:41 · the connection was cut". */
export function alarmTitle(alarm: Alarm, zone: string): string {
  if (isFailures(alarm)) return shown(failuresTitle(alarm, ruleNames(alarm), sinceWords(alarm, zone)), MOST_TITLE);
  if (isSignal(alarm)) return signalTitle(alarm, zone);
  return alarm.about.kind === 'not-shown' ? `+${countText(alarm.about.count)} not shown` : 'Test alarm';
}

/** Lines under it: of one alone its EID or request and what it means. */
export function alarmBody(alarm: Alarm): string {
  return bodyLines(alarm).join('\n').slice(0, MOST_BODY).toWellFormed();
}

/** As a notification: the title once more, or what came of it ("Watching again · blind 4 m 12 s"), and whose it is. */
export function noticeTexts(
  alarm: Alarm,
  { profile, practice }: { readonly profile: string; readonly practice: boolean },
  zone: string,
): NoticeTexts {
  const isOver = isSignal(alarm) && alarm.about.endedAt !== null;
  const title = isOver ? endedTitle(alarm) : alarmTitle(alarm, zone);
  const lines = isOver ? [endedBody(alarm, zone)] : bodyLines(alarm);
  return {
    title: practice ? shown(`PRACTICE · ${title}`, MOST_TITLE) : title,
    body: [...lines, shown(profile, MOST_NAME)].join('\n').slice(0, MOST_BODY).toWellFormed(),
  };
}

function bodyLines(alarm: Alarm): readonly string[] {
  if (isFailures(alarm)) return failuresBody(alarm);
  if (isSignal(alarm)) return [signalBody(alarm)];
  if (alarm.about.kind === 'test') return ['This is what an alarm looks like. Nothing has failed.'];
  return ['More alarms came than are shown in a minute. Settings, Alarms has all of them.'];
}

const STANDARD_NAMES: Readonly<Record<StandardRule, string>> = {
  failures: 'Any failure',
  partial: 'Partial requests',
  unknown: 'Not known here',
};

/** Of a rule: its view's name, or "Any failure". */
export function ruleName({ id, name }: { readonly id: string; readonly name: string }): string {
  const standard: Readonly<Record<string, string>> = STANDARD_NAMES;
  return shown(name === '' && Object.hasOwn(standard, id) ? (standard[id] ?? id) : name || id, MOST_NAME);
}

/** Of a rule that alarms nobody at present: what is the matter, and what to do. */
export const UNREADABLE_RULE = {
  short: 'cannot be read',
  remedy:
    'What this view finds could not be read, three times: it alarms nobody until it can be. Check the store in Settings, Data; then make the filter of the view simpler.',
};

function ruleNames({ rules }: Alarm): readonly string[] {
  return rules.map(ruleName);
}

/** "banner, sound, badge" */
export function howWords({ banner, sound, badge }: AlarmHow): string {
  const ways = [banner ? 'banner' : '', sound ? 'sound' : '', badge ? 'badge' : ''].filter((way) => way !== '');
  return ways.length === 0 ? 'history only' : ways.join(', ');
}

/** Why it alarmed ("Any failure"), or why it was not shown ("not shown: quiet hours"). */
export function whyWords(alarm: Alarm): string {
  const { delivery } = alarm;
  if (delivery.kind === 'not-shown') return notShownWords(delivery);
  switch (alarm.about.kind) {
    case 'failures':
      return ruleNames(alarm).join(', ');
    case 'signal':
      return 'always on';
    case 'not-shown':
      return 'more than the limit of a minute';
    case 'test':
      return 'asked for';
    default:
      return assertNever(alarm.about);
  }
}

function notShownWords({ why, detail }: Alarm['delivery'] & { readonly kind: 'not-shown' }): string {
  switch (why) {
    case 'quiet':
      return 'not shown: quiet hours';
    case 'muted':
      return 'not shown: muted';
    case 'cap':
      return 'not shown: more than the limit of a minute';
    case 'no-banner':
      return 'not shown: its rules only count it';
    case 'late':
      return 'not shown: more than a quarter of an hour old';
    case 'nobody':
      return 'not shown: no page was open that could';
    case 'refused':
      return `not shown: ${detail === null ? 'not allowed here' : shown(detail, MOST_DETAIL)}`;
    default:
      return assertNever(why);
  }
}
