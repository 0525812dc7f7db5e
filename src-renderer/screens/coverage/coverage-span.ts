/** The spans of the Coverage screen: the last 24 hours, or whole days up to now. */
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { type CoverageSpanName, coverageSpanNames } from '../../address/screen-addresses.ts';
import { dayStart } from '../../time/zoned-time.ts';

export const spanDays: Readonly<Record<CoverageSpanName, number | null>> = { '24h': null, '7d': 7, '30d': 30 };

export const spanNames: Readonly<Record<CoverageSpanName, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** @param timeZone IANA name; empty for this computer's zone */
export function spanStart(span: CoverageSpanName, now: number, timeZone: string): number {
  const days = spanDays[span];
  return days === null ? now - COVERAGE_SPAN_MS : dayStart(now, days - 1, timeZone);
}

/** Returns the shortest span that a gap touches; null if it is older than all. */
export function spanWith(gap: { readonly to: number | null }, now: number, timeZone: string): CoverageSpanName | null {
  return coverageSpanNames.find((span) => (gap.to ?? now) >= spanStart(span, now, timeZone)) ?? null;
}
