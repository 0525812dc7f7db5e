/** Formats times, which are stored as UTC epoch milliseconds, and durations as text in the chosen zone. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src-shared/lib/durations.ts';
import { LAST_MOMENT } from '../../src-shared/lib/last-moment.ts';

export type Zone = 'utc' | 'local';

const SECOND = 1_000;
const HALF_YEAR = 180 * DAY_MS;

/** In every zone, days start on a multiple of this. */
const QUARTER_HOUR = 15 * MINUTE_MS;
/** Texts of one form; some hundred rows and the labels of a chart are shown at a time. */
const MAX_CACHED_TEXTS = 2_000;

interface Formatter {
  readonly format: Intl.DateTimeFormat;
  /** Texts by time, in steps within which the text is the same. */
  readonly texts: Map<number, string>;
}
// Cached: creating an Intl format costs about 100 times more than using it, and using it 25 times more than a look-up.
const formatters = new Map<string, Formatter>();
function formatter(name: string, zone: Zone, options: Intl.DateTimeFormatOptions): Formatter {
  const key = `${zone} ${name}`;
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-GB', {
    ...options,
    hourCycle: 'h23',
    ...(zone === 'utc' ? { timeZone: 'UTC' } : {}),
  });
  const made = { format, texts: new Map<number, string>() };
  formatters.set(key, made);
  return made;
}

/** @param stepMs the text is the same within each step */
function textAt(at: number, stepMs: number, { format, texts }: Formatter): string {
  const step = Math.floor(at / stepMs);
  const cached = texts.get(step);
  if (cached !== undefined) return cached;
  if (texts.size >= MAX_CACHED_TEXTS) texts.clear();
  const text = format.format(at);
  texts.set(step, text);
  return text;
}

export function clockText(at: number, zone: Zone): string {
  return textAt(at, SECOND, formatter('clock', zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }));
}

export function dayText(at: number, zone: Zone): string {
  return textAt(at, QUARTER_HOUR, formatter('day', zone, { day: '2-digit', month: 'short' }));
}

/** `2 Sept 2026` */
export function dateText(at: number, zone: Zone): string {
  return textAt(at, QUARTER_HOUR, formatter('date', zone, { day: 'numeric', month: 'short', year: 'numeric' }));
}

/** `21 Nov 2026 14:02` */
export function minuteText(at: number, zone: Zone): string {
  return `${dateText(at, zone)} ${hourText(at, zone)}`;
}

function hourText(at: number, zone: Zone): string {
  return textAt(at, MINUTE_MS, formatter('minute', zone, { hour: '2-digit', minute: '2-digit' }));
}

function yearText(at: number, zone: Zone): string {
  return textAt(at, QUARTER_HOUR, formatter('year', zone, { year: 'numeric' }));
}

/** `14:02:11` on the day of `now`, `20 Nov 14:02:11` on another; see `TimeForm` for other forms. */
export function shortTimeText(at: number, now: number, zone: Zone, form: TimeForm = {}): string {
  const { day, clock, name } = timeParts(at, now, zone, form);
  return [day, clock, name].filter((part) => part !== '').join(' ');
}

/** `UTC`, or the short name of the local zone, such as `CET` or `GMT+2`. */
export function zoneText(at: number, zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  const { format } = formatter('zone', zone, { hour: '2-digit', timeZoneName: 'short' });
  const parts = format.formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'local';
}

/** `UTC`; `CEST → CET` if the clocks change in between. */
export function zonesText(from: number, to: number, zone: Zone): string {
  const [first, last] = [zoneText(from, zone), zoneText(to, zone)];
  return first === last ? last : `${first} → ${last}`;
}

/** Milliseconds that the zone is ahead of UTC at `at`. */
export function zoneOffset(at: number, zone: Zone): number {
  return zone === 'utc' ? 0 : -new Date(at).getTimezoneOffset() * MINUTE_MS;
}

/** `2026-11-21 14:02:11.482 UTC` */
export function fullTimeText(at: number, zone: Zone): string {
  const { format } = formatter('full', zone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  const parts = format.formatToParts(at);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}`;
  return `${date} ${time} ${zoneText(at, zone)}`;
}

/** Text for the attribute of a `time` element; empty if `at` is out of range. */
export function isoText(at: number): string {
  return Math.abs(at) <= LAST_MOMENT ? new Date(at).toISOString() : '';
}

export interface TimeForm {
  readonly date?: 'always' | 'when-not-today' | 'never';
  /** `millis` if several times share a second. */
  readonly precision?: 'minute' | 'second' | 'millis';
  /** True if the zone's name is appended, because the context does not show it. */
  readonly zoned?: boolean;
}

/** `22 Nov 06:00 CET`, without the day if it is today. */
export const ZONED_MINUTE: TimeForm = { precision: 'minute', zoned: true };

export interface TimeParts {
  readonly day: string;
  readonly clock: string;
  /** `.482`, shown muted. */
  readonly millis: string;
  readonly name: string;
}

export function timeParts(at: number, now: number, zone: Zone, form: TimeForm): TimeParts {
  const { date = 'when-not-today', zoned = false } = form;
  const isToday = dayText(at, zone) === dayText(now, zone) && Math.abs(now - at) < 2 * DAY_MS;
  // Adds the year to a day of another year that is not one of the last or next months.
  const isThisYear = yearText(at, zone) === yearText(now, zone) || Math.abs(now - at) < HALF_YEAR;
  const withDay = date === 'always' || (date === 'when-not-today' && !isToday);
  const day = isThisYear ? dayText(at, zone) : dateText(at, zone);
  // A list has columns for a day and a time. Seconds of another year give their place to the year.
  const precision = isThisYear || date === 'always' ? (form.precision ?? 'second') : 'minute';
  return {
    day: withDay ? day : '',
    clock: precision === 'minute' ? hourText(at, zone) : clockText(at, zone),
    millis: precision === 'millis' ? `.${String(((at % SECOND) + SECOND) % SECOND).padStart(3, '0')}` : '',
    name: zoned ? zoneText(at, zone) : '',
  };
}

export function bothZonesText(at: number): string {
  return `${fullTimeText(at, 'utc')}\n${fullTimeText(at, 'local')}`;
}

/** `8 s`, `3 m 20 s`, `2 h 05 m`, `3 d 4 h`; `under 1 s` below a second. Rounds down so that nothing is overstated. */
export function lengthText(ms: number): string {
  if (ms < SECOND) return ms <= 0 ? '0 s' : 'under 1 s';
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR_MS) return twoUnits([Math.floor(ms / MINUTE_MS), 'm'], [Math.floor((ms % MINUTE_MS) / SECOND), 's']);
  if (ms < 2 * DAY_MS) return twoUnits([Math.floor(ms / HOUR_MS), 'h'], [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'm']);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  return hours === 0 ? `${Math.floor(ms / DAY_MS)} d` : `${Math.floor(ms / DAY_MS)} d ${hours} h`;
}

/** `12 min`, `1 h 40 min`, `30 h`, `7 d`: for lengths that people set and count in minutes. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2 * DAY_MINUTES || minutes % 60 !== 0)
    return twoUnits([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
  const hours = Math.floor((minutes % DAY_MINUTES) / 60);
  return `${Math.floor(minutes / DAY_MINUTES)} d${hours === 0 ? '' : ` ${hours} h`}`;
}
const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** Leaves out the second unit if it is 0, as in the report. */
function twoUnits([first, name]: readonly [number, string], [rest, small]: readonly [number, string]): string {
  return rest === 0 ? `${first} ${name}` : `${first} ${name} ${two(rest)} ${small}`;
}

/** A stopwatch time: `12:41`, or `1:02:03` from one hour. */
export function stopwatchText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/** Age in whole seconds, never negative. */
export function ageText(ms: number): string {
  return ms < SECOND ? '0 s' : lengthText(ms);
}

/** Difference between two clocks, to the nearest minute: `+2 h 00 min`, `−5 min`. */
export function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  const length = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  return `${ms < 0 ? '−' : '+'}${length}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
