/** Parses and prints the span of a report as in the address: the last hours, or a fixed start and end. */
import { momentsOf, wallText, zoneName } from '../../time/zoned-time.ts';
import type { Zone } from '../../time/time-text.ts';

export type ReportSpan =
  | { readonly kind: 'last'; readonly hours: number }
  /** UTC epoch ms. */
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number };

const HOUR_MS = 3_600_000;
const MAX_SPAN_MS = 31 * 24 * HOUR_MS;
const DEFAULT_HOURS = 8;

/** Parses `8h` or `2026-11-21T05:58:00Z..2026-11-21T13:58:00Z`. Any other text is the usual span. */
export function parseSpan(text: string): ReportSpan {
  const hours = Number(/^(\d{1,3})h$/.exec(text)?.[1] ?? Number.NaN);
  if (hours >= 1 && hours * HOUR_MS <= MAX_SPAN_MS) return { kind: 'last', hours };
  const [from = Number.NaN, to = Number.NaN] = text.split('..').map((end) => Date.parse(end));
  if (from < to && to - from <= MAX_SPAN_MS) return { kind: 'fixed', from, to };
  return { kind: 'last', hours: DEFAULT_HOURS };
}

export function printSpan(span: ReportSpan): string {
  if (span.kind === 'last') return span.hours === DEFAULT_HOURS ? '' : `${span.hours}h`;
  return `${iso(span.from)}..${iso(span.to)}`;
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

export function resolveSpan(span: ReportSpan, now: number): { readonly from: number; readonly to: number } {
  return span.kind === 'fixed' ? span : { from: now - span.hours * HOUR_MS, to: now };
}

/** Parses the two fields. Returns a sentence if they are not a span. If an hour occurs twice, the first is used. */
export function parseSpanFields(
  from: string,
  to: string,
  zone: Zone,
):
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number }
  | { readonly kind: 'wrong'; readonly words: string } {
  const [start] = momentsOf(from, zoneName(zone));
  const [end] = momentsOf(to, zoneName(zone));
  if (start === undefined || end === undefined)
    return wrong('Enter the start and end of the shift, with day and time.');
  if (start >= end) return wrong('The start of the shift must be before its end.');
  if (end - start > MAX_SPAN_MS) return wrong('A report covers at most 31 days.');
  return { kind: 'fixed', from: start, to: end };
}

function wrong(words: string) {
  return { kind: 'wrong' as const, words };
}

export function fieldsOfSpan(
  span: ReportSpan,
  now: number,
  zone: Zone,
): { readonly from: string; readonly to: string } {
  const { from, to } = resolveSpan(span, now);
  return { from: wallText(from, zoneName(zone)), to: wallText(to, zoneName(zone)) };
}
