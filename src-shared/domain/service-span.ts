/** Spans of service reports: complete days of a time zone, so that a report of the same store never changes. */
import { DAY_MS } from '../lib/durations.ts';
import type { Zone } from '../lib/zone.ts';

export const MAX_SERVICE_DAYS = 400;

/** Both days are included: `2026-10-01`. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** Returns the days of `2026-10`; null for other texts. */
export function daysOfMonth(text: string): DaySpan | null {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (month === '') return null;
  return { first: `${text}-01`, last: dayAt(Date.UTC(Number(year), Number(month), 0)) };
}

/** Returns the month before that of `now`, such as `2026-10`. */
export function monthBefore(now: number, zone: Zone): string {
  const shown = new Date(zone.wallTime(now));
  return dayAt(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), 0)).slice(0, 7);
}

/** When the month of `now` is over, UTC epoch ms. */
export function endOfMonth(now: number, zone: Zone): number {
  const shown = new Date(zone.wallTime(now));
  return zone.fromWallTime(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + 1, 1));
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayAt(Date.parse(`${text}T00:00Z`)) === text;
}

/** UTC epoch ms. Ends with the last day that is over. Null if none is, or if there are more than `MAX_SERVICE_DAYS`. */
export function serviceSpan(
  { first, last }: DaySpan,
  zone: Zone,
  now: number,
): { readonly from: number; readonly to: number } | null {
  const today = Math.floor(zone.wallTime(now) / DAY_MS) * DAY_MS;
  const start = Date.parse(`${first}T00:00Z`);
  const end = Math.min(Date.parse(`${last}T00:00Z`) + DAY_MS, today);
  if (!(start < end && end - start <= MAX_SERVICE_DAYS * DAY_MS)) return null;
  return { from: zone.fromWallTime(start), to: zone.fromWallTime(end) };
}

/** The day of a wall time that is encoded as if it were UTC. */
function dayAt(shown: number): string {
  return Number.isNaN(shown) ? '' : new Date(shown).toISOString().slice(0, 10);
}
