import { daysOfMonth, monthBefore } from '../../../../src-shared/domain/service-span.ts';
import { zoneOrUtc } from '../../../../src-shared/lib/zone.ts';
import { daySpan, type ServiceDays } from '../../../time/report-span.ts';
import type { Zone } from '../../../time/time-text.ts';
import { ianaZone } from '../../../time/zoned-time.ts';

export function lastMonth(now: number, zone: Zone): ServiceDays {
  const { first, last } = daysOfMonth(monthBefore(now, zoneOrUtc(ianaZone(zone)))) ?? { first: '', last: '' };
  return daySpan(first, last);
}

/** Returns the last months that are over, the newest first: `2026-10`. */
export function lastMonths(now: number, zone: Zone, count: number): string[] {
  const [year = 0, month = 0] = lastMonth(now, zone).first.split('-').map(Number);
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
}

/** "October 2026" */
export function monthName(month: string): string {
  return new Date(`${month}-01T00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
