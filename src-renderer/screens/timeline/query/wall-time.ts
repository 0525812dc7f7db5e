/** Converts a typed date and time in the shown zone to an instant, or explains why there is none. */
import { shortTimeText, type Zone } from '../../../time/time-text.ts';
import { momentsOf, wallText, zoneName } from '../../../time/zoned-time.ts';

export interface WallTime {
  /** UTC epoch ms; null if empty or if this time does not exist. */
  readonly at: number | null;
  /** Note about the time; empty if there is none. */
  readonly note: string;
}

/** Formats `2026-11-21 14:00`. */
export function writtenTime(at: number, zone: Zone): string {
  return wallText(at, zoneName(zone)).replace('T', ' ');
}

const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/**
 * @param text a day, a day and a time, or a time of the current day
 * @param occurrence which of two instants with the same local time to use: the first for a start, the last for an end
 */
export function wallTime(text: string, now: number, zone: Zone, occurrence: 'first' | 'last'): WallTime {
  const written = text.trim().replace(/\s+|T/, 'T');
  if (written === '') return { at: null, note: '' };
  const name = zoneName(zone);
  const dateTime = CLOCK.test(written) ? `${wallText(now, name).slice(0, 10)}T${written.padStart(5, '0')}` : written;
  const moments = momentsOf(dateTime, name);
  const at = (occurrence === 'first' ? moments[0] : moments.at(-1)) ?? null;
  // In UTC every valid time exists, so this text is invalid in every zone.
  if (at === null && momentsOf(dateTime, 'UTC').length === 0)
    return { at, note: 'Write it as 2026-11-21 14:00, or 14:00 for today.' };
  if (at === null) return { at, note: 'This time does not exist: clocks were set forward past it.' };
  if (moments.length === 1) return { at, note: '' };
  return {
    at,
    note: `This time occurs twice because clocks were set back: the ${occurrence} one is used, ${shortTimeText(at, at, 'utc')} UTC.`,
  };
}
