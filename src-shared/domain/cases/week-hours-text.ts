import { asRecord } from '../../lib/as-record.ts';
import { isJsonObject } from '../../service/json-fields.ts';
import type { NotifySettings } from './alarm.ts';
import { DAY_MINUTES, type QuietSpan, type WeekHours } from './week-hours.ts';

export const WEEKDAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export function printWeek(week: WeekHours): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(WEEKDAY_NAMES.map((day, index) => [day, (week[index] ?? []).map(printSpan)]));
}

/** "22:00-24:00", or several in a list. A value that is not a span becomes one that the schema refuses. */
export function readSpans(value: unknown): readonly QuietSpan[] {
  const written: readonly unknown[] = Array.isArray(value) ? value : [value];
  return written.map((one) => readSpan(one) ?? NO_SPAN);
}
const NO_SPAN: QuietSpan = { from: 0, to: 0 };

/** A missing `when` is "outside quiet hours". */
export function printNotifySettings({ when, ...settings }: NotifySettings): object {
  if (when === undefined) return settings;
  return { ...settings, when: when.kind === 'always' ? 'always' : printWeek(when.hours) };
}

export function parseNotifySettings(written: unknown): NotifySettings | undefined {
  const { on, banner, sound, badge, when: whenValue } = asRecord(written);
  const isComplete = [on, banner, sound, badge].every((one) => typeof one === 'boolean');
  const when = parseWhen(whenValue);
  if (!isComplete || when === null) return undefined;
  const settings = { on: on === true, banner: banner === true, sound: sound === true, badge: badge === true };
  return when === undefined ? settings : { ...settings, when };
}

function parseWhen(value: unknown): NotifySettings['when'] | null {
  if (value === undefined) return undefined;
  if (value === 'always') return { kind: 'always' };
  if (!isJsonObject(value)) return null;
  const days = asRecord(value);
  const hours = WEEKDAY_NAMES.map((day) => (days[day] === undefined ? [] : readSpans(days[day])));
  const isWrong = hours.some((spans) => spans.length > MAX_SPANS || spans.includes(NO_SPAN));
  return isWrong ? null : { kind: 'own', hours };
}
/** Half hours of a day that do not touch each other. */
const MAX_SPANS = 24;

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
