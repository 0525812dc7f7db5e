/** Converts a typed date and time in the shown zone to an instant, or explains why there is none. */
import { resolveTime } from '../../src-shared/domain/filter/filter.ts';
import { parseFilterTime } from '../../src-shared/domain/filter/filter-time.ts';
import { shortTimeText, type Zone } from './time-text.ts';
import { LAST_MOMENT } from '../../src-shared/lib/last-moment.ts';
import { daysBefore } from '../../src-shared/lib/day-words.ts';
import { typedMinutes } from './typed-minutes.ts';
import { dayStart, momentsOf, wallText, zoneName } from './zoned-time.ts';

export interface WallTime {
  /** UTC epoch ms; null if empty or if this time does not exist. */
  readonly at: number | null;
  readonly note: string;
}

/** Formats `2026-11-21 14:00`. */
export function writtenTime(at: number, zone: Zone): string {
  return wallText(at, zoneName(zone)).replace('T', ' ');
}

/** Formats `2026-11-21 14:00:30`, or without seconds if they are 0. Zones differ by whole minutes. */
export function writtenSecond(at: number, zone: Zone): string {
  const seconds = new Date(at).getUTCSeconds();
  return `${writtenTime(at, zone)}${seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`}`;
}

const NOT_A_TIME = 'Write it as 2026-11-21 14:00, yesterday 14:00, or 14:00 for today.';

const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;

function isoWallTime(text: string, now: number, zone: string): string {
  const [first = '', ...rest] = text.trim().split(/\s+|(?<=\d)T(?=\d)/);
  const dayOf = (days: number) => wallText(dayStart(now, days, zone), zone).slice(0, 10);
  if (CLOCK.test(first) && rest.length === 0) return `${dayOf(0)}T${first.padStart(5, '0')}`;
  const weekday = new Date(`${dayOf(0)}T00:00Z`).getUTCDay();
  const days = daysBefore(first, weekday);
  const clock = rest.map((part) => (CLOCK.test(part) ? part.replace(/^\d:/, '0$&') : part));
  return [days === null ? first : dayOf(days), ...clock].join('T');
}

/** A day can be a word: `yesterday 04:10`. `occurrence`: of a repeated hour, the first is a start, the last an end. */
export function wallTime(text: string, now: number, zone: Zone, occurrence: 'first' | 'last'): WallTime {
  if (text.trim() === '') return { at: null, note: '' };
  const name = zoneName(zone);
  const dateTime = isoWallTime(text, now, name);
  const moments = momentsOf(dateTime, name);
  const at = (occurrence === 'first' ? moments[0] : moments.at(-1)) ?? null;
  // In UTC every valid time exists, so this text is invalid in every zone.
  if (at === null && momentsOf(dateTime, 'UTC').length === 0) return { at, note: NOT_A_TIME };
  if (at === null) return { at, note: 'This time does not exist: clocks were set forward past it.' };
  if (moments.length === 1) return { at, note: '' };
  return {
    at,
    note: `This time occurs twice because clocks were set back: the ${occurrence} one is used, ${shortTimeText(at, at, 'utc')} UTC.`,
  };
}

/** A time without a day is the newest one: at 02:00, `04:10` is yesterday's. Null also for a time in the future. */
export function pastWallTime(text: string, now: number, zone: Zone): number | null {
  const { at } = wallTime(text, now, zone, 'first');
  if (at === null || at <= now) return at;
  return CLOCK.test(text.trim()) ? wallTime(`yesterday ${text.trim()}`, now, zone, 'first').at : null;
}

/** `90m`, `1 h 30`: a number without a unit is an hour of the day. */
const LENGTH = /^\d[^:]*[a-z]/i;
const FUTURE_FORMS = '8:00, mon 8, 90m, or 2026-11-21 14:00';

/** Reads when something ends: the next time of day (`8:00`, `8`, `tomorrow 8`, `mon 8`), a date, or a length (`90m`). */
export function futureWallTime(text: string, now: number, zone: Zone): WallTime {
  const typed = text.trim();
  if (typed === '') return { at: null, note: `For example ${FUTURE_FORMS}.` };
  const minutes = LENGTH.test(typed) ? typedMinutes(typed) : null;
  const times: readonly WallTime[] =
    minutes == null ? onNextDays(typed, now, zone) : [{ at: now + minutes * 60_000, note: '' }];
  const ahead = times.find(({ at }) => at !== null && at > now && at <= LAST_MOMENT);
  if (ahead !== undefined) return ahead;
  const unread = times.find(({ at }) => at === null);
  if (unread === undefined) return { at: null, note: 'This time is not in the future.' };
  return { at: null, note: unread.note === NOT_A_TIME ? `Write it as ${FUTURE_FORMS}.` : unread.note };
}

/** The days that the text can mean, soonest first. */
function onNextDays(typed: string, now: number, zone: Zone): readonly WallTime[] {
  const [first = '', ...rest] = typed.replace(/(?<=^|\s)\d{1,2}$/, '$&:00').split(/\s+/);
  const name = zoneName(zone);
  const dayAhead = (days: number) => wallText(dayStart(now, -days, name), name).slice(0, 10);
  const on = (days: number, clock: readonly string[]) =>
    wallTime([dayAhead(days), ...clock].join(' '), now, zone, 'last');
  if (CLOCK.test(first) && rest.length === 0) return [on(0, [first]), on(1, [first])];
  if (first.toLowerCase() === 'tomorrow') return [on(1, rest)];
  const before = daysBefore(first, new Date(`${dayAhead(0)}T00:00Z`).getUTCDay());
  if (before === null) return [wallTime([first, ...rest].join(' '), now, zone, 'last')];
  const isWeekday = !['today', 'yesterday'].includes(first.toLowerCase());
  return isWeekday ? [on(-before, rest), on(7 - before, rest)] : [on(-before, rest)];
}

/** Reads a time as Ctrl+K does, also one in the future, or in a form of the filter such as `2h` or `now`. */
export function askedTime(text: string, now: number, zone: Zone): WallTime {
  const typed = wallTime(text, now, zone, 'first');
  const past = pastWallTime(text, now, zone);
  if (past !== null && past !== typed.at) return { at: past, note: '' };
  const filterTime = typed.at === null ? parseFilterTime(text.trim()) : null;
  const at = filterTime === null ? Number.NaN : resolveTime(filterTime, now);
  return Math.abs(at) <= LAST_MOMENT ? { at, note: '' } : typed;
}

/** `14:00 UTC`, `21 Nov 14:00:30 CET`: as exactly as a user types it. */
export function typedTimeText(at: number, now: number, zone: Zone): string {
  return shortTimeText(at, now, zone, { precision: at % 60_000 === 0 ? 'minute' : 'second', zoned: true });
}
