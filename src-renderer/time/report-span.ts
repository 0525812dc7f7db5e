/** Parses and prints the span of a report as in the address: the last hours, or a fixed start and end. */
import { parseFilterTime } from '../../src-shared/domain/filter/filter-time.ts';
import { MAX_REPORT_SPAN_MS } from '../../src-shared/domain/report-span.ts';
import { type DaySpan, daysOfMonth, isDay } from '../../src-shared/domain/service-span.ts';
import { isoText } from './time-text.ts';
import { momentsOf, wallText } from './zoned-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../src-shared/lib/durations.ts';

export type ReportSpan =
  | { readonly kind: 'last'; readonly hours: number }
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number };

/** Complete days of the service report. */
export type ServiceDays = DaySpan & { readonly kind: 'days' };

export const DEFAULT_SPAN: ReportSpan = { kind: 'last', hours: 8 };

/** Also parses `2026-10` and `2026-10-01..2026-12-31`. @throws Error with a sentence if it is no span */
export function parseAnySpan(text: string): ReportSpan | ServiceDays {
  const month = daysOfMonth(text);
  if (month !== null) return { kind: 'days', ...month };
  const [first = '', last = '', ...more] = text.split('..');
  return isDay(first) && isDay(last) && more.length === 0 ? daySpan(first, last) : parseSpan(text);
}

/** @throws Error with a sentence if there is no day between them */
export function daySpan(first: string, last: string): ServiceDays {
  if (first > last) throw new Error('The first day must not be after the last.');
  return { kind: 'days', first, last };
}

export function printAnySpan(span: ReportSpan | ServiceDays): string {
  if (span.kind !== 'days') return printSpan(span);
  const month = span.first.slice(0, 7);
  return daysOfMonth(month)?.last === span.last && span.first.endsWith('-01') ? month : `${span.first}..${span.last}`;
}

/** Parses `8h` or `2026-11-21T05:58:00Z..2026-11-21T13:58:00Z`. @throws Error with a sentence if it is no span */
export function parseSpan(text: string): ReportSpan {
  const hours = Number(/^(\d{1,3})h$/.exec(text)?.[1] ?? Number.NaN);
  if (hours >= 1 && hours * HOUR_MS <= MAX_REPORT_SPAN_MS) return { kind: 'last', hours };
  const [from = Number.NaN, to = Number.NaN, ...more] = text.split('..').map(parseTime);
  if (Number.isNaN(from) || Number.isNaN(to) || more.length > 0)
    throw new Error('It must be hours, such as 12h, or two times, such as 2026-11-21T06:00Z..2026-11-21T14:00Z.');
  if (from >= to) throw new Error('Its start must be before its end.');
  if (to - from > MAX_REPORT_SPAN_MS) throw new Error('A report covers at most 31 days.');
  return { kind: 'fixed', from, to };
}

function parseTime(text: string): number {
  const time = parseFilterTime(text);
  return time?.kind === 'at' ? time.at : Number.NaN;
}

/** Returns the span between two times, UTC epoch ms, or its last 31 days if it is longer. */
export function fixedSpan({ from, to }: { readonly from: number; readonly to: number }): ReportSpan {
  return { kind: 'fixed', from: Math.max(from, to - MAX_REPORT_SPAN_MS), to };
}

export function printSpan(span: ReportSpan): string {
  return span.kind === 'last' ? `${span.hours}h` : `${isoText(span.from)}..${isoText(span.to)}`;
}

export function resolveSpan(span: ReportSpan, now: number): { readonly from: number; readonly to: number } {
  return span.kind === 'fixed' ? span : { from: now - span.hours * HOUR_MS, to: now };
}

/**
 * If an hour occurs twice, a time means that of the shown span if it is the same, otherwise the first one that fits.
 */
export function parseSpanFields(
  from: string,
  to: string,
  timeZone: string,
  shown: { readonly from: number; readonly to: number },
):
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number }
  | { readonly kind: 'wrong'; readonly words: string } {
  if (from === '' || to === '') return wrong('Enter the start and end of the shift, with day and time.');
  const starts = momentsOf(from, timeZone);
  const ends = momentsOf(to, timeZone);
  const start = startOfMinute(starts, shown.from) ?? starts[0];
  const end = startOfMinute(ends, shown.to) ?? ends.find((at) => start !== undefined && at > start) ?? ends[0];
  if (start === undefined || end === undefined)
    return wrong('One of these times does not exist: clocks are set forward.');
  if (start >= end) return wrong('The start of the shift must be before its end.');
  if (end - start > MAX_REPORT_SPAN_MS) return wrong('A report covers at most 31 days.');
  return { kind: 'fixed', from: start, to: end };
}

/** Returns the moment whose minute is that of `at`, because the fields have no seconds. */
function startOfMinute(moments: readonly number[], at: number): number | undefined {
  return moments.find((moment) => moment <= at && at < moment + MINUTE_MS);
}

function wrong(words: string) {
  return { kind: 'wrong' as const, words };
}

export function fieldsOfSpan(
  span: ReportSpan,
  now: number,
  timeZone: string,
): { readonly from: string; readonly to: string } {
  const { from, to } = resolveSpan(span, now);
  return { from: wallText(from, timeZone), to: wallText(to, timeZone) };
}
