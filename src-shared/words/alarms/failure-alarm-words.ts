import type { Alarm } from '../../domain/alarms/raised-alarm.ts';
import { type Cause, parseCauseKey } from '../../domain/cases/case-keys.ts';
import type { Outcome } from '../../domain/event/outcomes.ts';
import { quantityOf, clippedText } from './alarm-parts.ts';
import { numberText } from '../store-words.ts';
import { consequenceTitles, consequenceWords } from '../case-words.ts';
import { countryLabel } from '../country-words.ts';
import { failureGroupName } from '../request-group-words.ts';

type About = Alarm['about'] & { readonly kind: 'failures' };
export type FailureAlarm = Alarm & { readonly about: About };

const MAX_ID_LENGTH = 80;
const MAX_COUNTRY_LENGTH = 40;
const MAX_LISTED_COUNTRIES = 3;

export function isFailureAlarm(alarm: Alarm): alarm is FailureAlarm {
  return alarm.about.kind === 'failures';
}

export function failureAlarmTitle({ about, severity }: FailureAlarm, rules: readonly string[], since: string): string {
  const cause = causeIn(about);
  const what =
    cause === null
      ? eventWords(about, severity, rules)
      : failureGroupName({ ...about, cause, outcome: outcomeOf(severity) });
  const isOne = about.failures === 1 || about.only !== null;
  if (cause?.kind === 'request') return isOne ? what : [what, ...scale(about), since].join(' · ');
  if (!isOne) return [what, ...scale(about), ...locationTexts(about), since].join(' · ');
  const again = about.failures === 1 ? [] : [quantityOf(about.failures, ['time', 'times']), since];
  return [what, ...locationTexts(about), ...again].join(' · ');
}

export function failureAlarmBody({ about, severity }: FailureAlarm): readonly string[] {
  const cause = causeIn(about);
  const { only } = about;
  const isOne = about.failures === 1 || only !== null;
  const outcome = outcomeOf(severity);
  const lines = isOne ? idLines(only) : countryLines(about);
  if (cause === null) {
    const named = lines.length > 0 ? lines : [clippedText(about.operation ?? about.eventKind, MAX_ID_LENGTH)];
    return severity === 'failed' ? [consequenceTitles['not-known'], ...named] : named;
  }
  const { kind, sentence } = consequenceWords(cause, outcome);
  const code = [cause.type, cause.code].filter((part) => part !== null).join(' ');
  return [
    isOne ? sentence : consequenceTitles[kind],
    ...lines,
    ...(code !== '' && (cause.kind === 'request' || kind === 'not-known') ? [clippedText(code, MAX_ID_LENGTH)] : []),
  ];
}

function causeIn({ cause }: About): Cause | null {
  return cause === null ? null : parseCauseKey(cause);
}

/** Alarms of other severities have no cause, so the outcome of those is not used. */
function outcomeOf(severity: Alarm['severity']): Outcome {
  return severity === 'partial' || severity === 'unknown' ? severity : 'failed';
}

function eventWords({ eventKind, operation }: About, severity: Alarm['severity'], [rule]: readonly string[]): string {
  const name = clippedText(operation === null ? eventKind : `${eventKind} ${operation}`, MAX_ID_LENGTH);
  const event = severity === 'failed' ? `${name} failed` : name;
  return rule === undefined ? event : `${rule} · ${event}`;
}

/** An event without a cause may name a request that did not fail, so its requests are not counted. */
function scale({ cause, eids, requests, wholly, failures, isMore }: About): readonly string[] {
  const completeText = wholly > 0 && wholly < requests ? ` (${numberText(wholly)} failed completely)` : '';
  const counted = [
    ...(eids > 0 ? [quantityOf(eids, ['eUICC', 'eUICCs'], isMore)] : []),
    ...(requests > 0 && cause !== null
      ? [`${quantityOf(requests, ['request', 'requests'], isMore)}${completeText}`]
      : []),
  ];
  return counted.length > 0 ? counted : [quantityOf(failures, ['event', 'events'])];
}

function locationTexts({ countries, others }: About): readonly string[] {
  const [first] = countries;
  if (first === undefined) return [];
  return countries.length === 1 ? [placeName(first.country)] : [`${numberText(countries.length + others)} countries`];
}

function placeName(code: string): string {
  return countryLabel(code) ?? clippedText(code, MAX_COUNTRY_LENGTH);
}

function countryLines({ countries, others }: About): readonly string[] {
  if (countries.length < 2) return [];
  const listed = countries
    .slice(0, MAX_LISTED_COUNTRIES)
    .map(({ country, count }) => `${placeName(country)} ${numberText(count)}`);
  const more = countries.length + others - listed.length;
  return [[...listed, ...(more > 0 ? [`${numberText(more)} more`] : [])].join(', ')];
}

function idLines(only: About['only']): readonly string[] {
  const ids = [
    ['EID', only?.eid],
    ['Request', only?.requestId],
    ['ICCID', only?.iccid],
  ] as const;
  return ids.flatMap(([name, id]) => (id ? [`${name} ${clippedText(id, MAX_ID_LENGTH)}`] : []));
}
