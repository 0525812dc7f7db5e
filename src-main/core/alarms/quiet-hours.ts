/**
 * Hours of a week in local time: quiet hours, and the own hours of a rule. Steps through real time, so that an hour skipped by a clock change
 * does not count and a repeated hour counts twice.
 */
import type { AlarmSettings } from '../../../src-shared/domain/cases/alarm.ts';
import { DAY_MINUTES, type WeekHours } from '../../../src-shared/domain/cases/week-hours.ts';
import { isTimeZone } from '../../../src-shared/lib/local-time-zone.ts';

/** Every local half hour is a multiple of this in UTC: Nepal and Chatham are at :45. */
const STEP_MS = 900_000;
const WEEK_STEPS = (7 * DAY_MINUTES * 60_000) / STEP_MS;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/**
 * Returns when the current quiet span ends, UTC epoch ms; null if it is not quiet. If it is always quiet, returns a
 * time one week ahead.
 * @param zone IANA name; an unknown zone counts as UTC
 */
export function quietUntil({ quiet }: Pick<AlarmSettings, 'quiet'>, zone: string, at: number): number | null {
  return quiet.every((spans) => spans.length === 0) ? null : nextChange(quiet, zone, at, true);
}

/** Returns when the next of these hours begins; null if it is one of them now. One week ahead if there are none. */
export function outsideUntil(hours: WeekHours, zone: string, at: number): number | null {
  return nextChange(hours, zone, at, false);
}

/** Returns the end of the span around `at` that is inside the hours, or outside of them; null if `at` is not in one. */
function nextChange(hours: WeekHours, zone: string, at: number, inside: boolean): number | null {
  const clock = clockOf(zone);
  if (isInside(hours, clock, at) !== inside) return null;
  let until = Math.floor(at / STEP_MS) * STEP_MS;
  for (let steps = 0; steps < WEEK_STEPS; steps += 1) {
    until += STEP_MS;
    if (isInside(hours, clock, until) !== inside) return until;
  }
  return until;
}

function isInside(hours: WeekHours, clock: Intl.DateTimeFormat, at: number): boolean {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  const spans = hours[WEEKDAYS.indexOf(parts.get('weekday') ?? '')] ?? [];
  return spans.some(({ from, to }) => from <= minute && minute < to);
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', options);
}
