/**
 * Quiet hours: weekly spans in local time without banner and sound. Steps through real time, so that an hour skipped by
 * a clock change is not quiet and a repeated hour is quiet twice.
 */
import { type AlarmSettings, DAY_MINUTES } from '../../../src-shared/domain/cases/alarm.ts';
import { isTimeZone } from '../../../src-shared/words/zoned-time-words.ts';

/** Every local half hour is a multiple of this in UTC: Nepal and Chatham are at :45. */
const STEP_MS = 900_000;
const WEEK_STEPS = (7 * DAY_MINUTES * 60_000) / STEP_MS;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Quiet = AlarmSettings['quiet'];

/**
 * Returns when the current quiet span ends, UTC epoch ms; null if it is not quiet. If it is always quiet, returns a
 * time one week ahead.
 * @param zone IANA name; an unknown zone counts as UTC
 */
export function quietUntil({ quiet }: Pick<AlarmSettings, 'quiet'>, zone: string, at: number): number | null {
  if (quiet.every((spans) => spans.length === 0)) return null;
  const clock = clockOf(zone);
  if (!isQuiet(quiet, clock, at)) return null;
  let until = Math.floor(at / STEP_MS) * STEP_MS;
  for (let steps = 0; steps < WEEK_STEPS; steps += 1) {
    until += STEP_MS;
    if (!isQuiet(quiet, clock, until)) return until;
  }
  return until;
}

function isQuiet(quiet: Quiet, clock: Intl.DateTimeFormat, at: number): boolean {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  const spans = quiet[WEEKDAYS.indexOf(parts.get('weekday') ?? '')] ?? [];
  return spans.some(({ from, to }) => from <= minute && minute < to);
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', options);
}
