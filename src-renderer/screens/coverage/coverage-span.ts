/** The spans of the Coverage screen: the last 24 hours, or days of the zone up to now. */
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { type CoverageSpanName, coverageSpanNames } from '../../address/screen-addresses.ts';
import { dayStart } from '../../time/zoned-time.ts';

export const spanDays: Readonly<Record<CoverageSpanName, number | null>> = {
  today: 1,
  '24h': null,
  '7d': 7,
  '30d': 30,
};

export const spanNames: Readonly<Record<CoverageSpanName, string>> = {
  today: 'Today',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** Names the span inside a sentence. */
export function spanWords(span: CoverageSpanName): string {
  return span === 'today' ? 'today' : `the last ${spanNames[span]}`;
}

/** @param timeZone IANA name; empty for this computer's zone */
export function spanStart(span: CoverageSpanName, now: number, timeZone: string): number {
  const days = spanDays[span];
  if (days === null) return now - COVERAGE_SPAN_MS;
  const start = dayStart(now, days - 1, timeZone);
  // The day of a clock change may have 25 hours, but the figures of Watch are of 24 at most.
  return span === 'today' ? Math.max(start, now - COVERAGE_SPAN_MS) : start;
}

/** Returns the shortest span from 24 hours on that a gap touches; null if it is older than all. */
export function spanWith(gap: { readonly to: number | null }, now: number, timeZone: string): CoverageSpanName | null {
  return (
    coverageSpanNames.find((span) => span !== 'today' && (gap.to ?? now) >= spanStart(span, now, timeZone)) ?? null
  );
}
