/** ISO 8601 without a zone matches no time if the clocks skip it, and two if they repeat it. */
import { DAY_MS } from '../../src-shared/lib/durations.ts';
import { localTimeZone } from '../../src-shared/lib/local-time-zone.ts';
import type { Zone } from './time-text.ts';

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

const formats = new Map<string, Intl.DateTimeFormat>();
function format(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === '' ? {} : { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

/** IANA name for `Intl`; empty for this computer's zone. */
export function zoneName(zone: Zone): string {
  return zone === 'utc' ? 'UTC' : '';
}

/** IANA name, for use outside the page. */
export function ianaZone(zone: Zone): string {
  return zoneName(zone) || localTimeZone();
}

/** @returns for example `2026-11-21T14:00`, without seconds */
export function wallText(at: number, timeZone: string): string {
  return new Date(wallClock(at, timeZone)).toISOString().slice(0, 16);
}

/** Earliest first. Empty if the text is not a time. */
export function momentsOf(text: string, timeZone: string): readonly number[] {
  const wall = wallMs(text);
  if (wall === null) return [];
  // The offsets before and after a clock change nearby.
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((at) => wallClock(at, timeZone) - at);
  const moments = [...new Set(offsets.map((offset) => wall - offset))];
  return moments.filter((at) => wallClock(at, timeZone) === wall).toSorted((one, other) => one - other);
}

/** Start of the day of `at`, or of the day `daysBefore` days earlier. */
export function dayStart(at: number, daysBefore: number, timeZone: string): number {
  const wall = Math.floor(wallClock(at, timeZone) / DAY_MS) * DAY_MS - daysBefore * DAY_MS;
  const text = new Date(wall).toISOString().slice(0, 16);
  const [start] = momentsOf(text, timeZone);
  // If the clocks are set forward at midnight, the day starts at 01:00.
  return start ?? momentsOf(text.replace('T00:', 'T01:'), timeZone)[0] ?? at;
}

/** The wall-clock time, encoded as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = new Map(
    format(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

function wallMs(text: string): number | null {
  const [, ...written] = WRITTEN.exec(text) ?? [];
  if (written.length === 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = written.map((part) => Number(part ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  // Rejects dates such as 31 February.
  return new Date(wall).getUTCMonth() === month - 1 && hour < 24 && minute < 60 ? wall : null;
}
