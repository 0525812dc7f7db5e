/**
 * Reads and writes the alarm settings of a profile as a small file that people can read, write and exchange. Missing
 * parts get their defaults; parts with a mistake are reported and do not affect the rest.
 */
import { isJsonObject } from '../../service/json-fields.ts';
import { parseEditedJson } from '../../lib/parse-json.ts';
import { alarmSettingsSchema } from '../../api/alarms.ts';
import { asRecord } from '../../lib/as-record.ts';
import { type AlarmSettings, DAY_MINUTES, type QuietSpan, standardRules, DEFAULT_ALARM_SETTINGS } from './alarm.ts';

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
const PLAIN_PARTS = ['watching', 'perMinute'] as const;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export function printAlarmSettings({ quiet, ...settings }: AlarmSettings): string {
  const days = WEEKDAYS.map((day, index) => [day, (quiet[index] ?? []).map(printSpan)]);
  return `${JSON.stringify({ version: VERSION, ...settings, quiet: Object.fromEntries(days) }, null, 2)}\n`;
}

/** Never throws. */
export function parseAlarmSettings(text: string): ParsedAlarmSettings {
  if (text.length > MAX_TEXT_LENGTH) return unusable('too-large');
  const written = parseEditedJson(text);
  const { version, ...parts } = asRecord(written);
  if (typeof version !== 'number') return unusable('not-alarms');
  if (version !== VERSION) return unusable('other-version');
  const [standard, quiet] = [asRecord(parts['standard']), asRecord(parts['quiet'])];
  const problems: AlarmSettingsProblem[] = [];
  let settings = DEFAULT_ALARM_SETTINGS;
  /** @param made returns the settings with this part, which are then checked */
  const take = (part: string, value: unknown, made: () => unknown) => {
    if (value === undefined) return;
    const found = alarmSettingsSchema.safeParse(made());
    if (found.success) settings = found.data;
    else problems.push({ kind: 'bad-part', part });
  };
  for (const part of ['standard', 'quiet'])
    if (!isJsonObject(parts[part] ?? {})) problems.push({ kind: 'bad-part', part });
  for (const rule of standardRules)
    take(`standard.${rule}`, standard[rule], () => ({
      ...settings,
      standard: { ...settings.standard, [rule]: standard[rule] },
    }));
  for (const part of PLAIN_PARTS) take(part, parts[part], () => ({ ...settings, [part]: parts[part] }));
  for (const [index, day] of WEEKDAYS.entries())
    take(`quiet.${day}`, quiet[day], () => ({ ...settings, quiet: settings.quiet.with(index, readSpans(quiet[day])) }));
  return { settings, problems };
}

/** "22:00-24:00", or several in a list. A value that is not a span becomes one that the schema refuses. */
function readSpans(value: unknown): readonly QuietSpan[] {
  const written: readonly unknown[] = Array.isArray(value) ? value : [value];
  return written.map((one) => readSpan(one) ?? NO_SPAN);
}
const NO_SPAN: QuietSpan = { from: 0, to: 0 };

const SPAN = /^(\d\d):([03]0)-(\d\d):([03]0)$/;

function readSpan(value: unknown): QuietSpan | null {
  const [, fromHour, fromMinute, toHour, toMinute] = (typeof value === 'string' && SPAN.exec(value)) || [];
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  return from < to && to <= DAY_MINUTES ? { from, to } : null;
}

function printSpan({ from, to }: QuietSpan): string {
  return `${timeText(from)}-${timeText(to)}`;
}

function timeText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function unusable(kind: 'too-large' | 'other-version' | 'not-alarms'): ParsedAlarmSettings {
  return { settings: DEFAULT_ALARM_SETTINGS, problems: [{ kind }] };
}
