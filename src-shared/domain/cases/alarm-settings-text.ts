/** Alarm settings as a file for people. Missing parts get their defaults; parts with a mistake are reported. */
import { isJsonObject } from '../../service/json-fields.ts';
import { parseEditedJson } from '../../lib/parse-json.ts';
import { alarmSettingsSchema } from './alarm-settings-schema.ts';
import { asRecord } from '../../lib/as-record.ts';
import { type AlarmSettings, standardRules, DEFAULT_ALARM_SETTINGS } from './alarm.ts';
import { consequenceKinds } from './case-keys.ts';
import type { DeadlineSettings } from './deadline.ts';
import { parseNotifySettings, printNotifySettings, printWeek, readSpans, WEEKDAY_NAMES } from './week-hours-text.ts';

type AlarmSettingsProblem =
  | { readonly kind: 'too-large' | 'other-version' | 'not-alarms' }
  | { readonly kind: 'bad-part'; readonly part: string };

export interface ParsedAlarmSettings {
  readonly settings: AlarmSettings;
  readonly problems: readonly AlarmSettingsProblem[];
}

const VERSION = 1;
/** In characters, ten times the size of a week of half-hour spans. */
const MAX_TEXT_LENGTH = 100_000;
const PLAIN_PARTS = ['watching', 'perMinute', 'acknowledgesForTeam'] as const;

export function printAlarmSettings({ standard, quiet, deadlines, ...settings }: AlarmSettings): string {
  const rules = Object.fromEntries(standardRules.map((rule) => [rule, printNotifySettings(standard[rule])]));
  const written = {
    version: VERSION,
    standard: rules,
    ...settings,
    quiet: printWeek(quiet),
    deadlines: { ...deadlines, hours: printWeek(deadlines.hours) },
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

export function parseAlarmSettings(text: string): ParsedAlarmSettings {
  if (text.length > MAX_TEXT_LENGTH) return unusable('too-large');
  const written = parseEditedJson(text);
  const { version, ...parts } = asRecord(written);
  if (typeof version !== 'number') return unusable('not-alarms');
  if (version !== VERSION) return unusable('other-version');
  const [standard, quiet, deadlines] = [
    asRecord(parts['standard']),
    asRecord(parts['quiet']),
    asRecord(parts['deadlines']),
  ];
  const problems: AlarmSettingsProblem[] = [];
  let settings = DEFAULT_ALARM_SETTINGS;
  const take = (part: string, value: unknown, made: () => unknown) => {
    if (value === undefined) return;
    const found = alarmSettingsSchema.safeParse(made());
    if (found.success) settings = found.data;
    else problems.push({ kind: 'bad-part', part });
  };
  for (const part of ['standard', 'quiet', 'deadlines'])
    if (!isJsonObject(parts[part] ?? {})) problems.push({ kind: 'bad-part', part });
  for (const rule of standardRules)
    take(`standard.${rule}`, standard[rule], () => ({
      ...settings,
      standard: { ...settings.standard, [rule]: parseNotifySettings(standard[rule]) },
    }));
  for (const part of PLAIN_PARTS) take(part, parts[part], () => ({ ...settings, [part]: parts[part] }));
  for (const [index, day] of WEEKDAY_NAMES.entries())
    take(`quiet.${day}`, quiet[day], () => ({ ...settings, quiet: settings.quiet.with(index, readSpans(quiet[day])) }));
  for (const { part, value, change } of deadlineParts(deadlines))
    take(`deadlines.${part}`, value, () => ({ ...settings, deadlines: change(settings.deadlines) }));
  return { settings, problems };
}

interface DeadlinePart {
  readonly part: string;
  readonly value: unknown;
  readonly change: (before: DeadlineSettings) => unknown;
}

function deadlineParts(written: Readonly<Record<string, unknown>>): readonly DeadlinePart[] {
  const [times, hours] = [asRecord(written['byConsequence']), asRecord(written['hours'])];
  return [
    ...consequenceKinds.map((kind) => ({
      part: `byConsequence.${kind}`,
      value: times[kind],
      change: (before: DeadlineSettings) => ({
        ...before,
        byConsequence: { ...before.byConsequence, [kind]: times[kind] },
      }),
    })),
    ...WEEKDAY_NAMES.map((day, index) => ({
      part: `hours.${day}`,
      value: hours[day],
      change: (before: DeadlineSettings) => ({ ...before, hours: before.hours.with(index, readSpans(hours[day])) }),
    })),
    ...(['zone', 'escalateAfterMinutes'] as const).map((part) => ({
      part,
      value: written[part],
      change: (before: DeadlineSettings) => ({ ...before, [part]: written[part] }),
    })),
  ];
}

function unusable(kind: 'too-large' | 'other-version' | 'not-alarms'): ParsedAlarmSettings {
  return { settings: DEFAULT_ALARM_SETTINGS, problems: [{ kind }] };
}
