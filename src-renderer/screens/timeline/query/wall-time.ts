/** What a date and a time that somebody wrote mean in the zone that is shown: one moment, or why there is not one. */
import { shortTimeText, type Zone } from '../../../time/time-text.ts';
import { momentsOf, wallText, zoneName } from '../../../time/zoned-time.ts';

export interface WallTime {
  /** UTC epoch ms; `null` where nothing was written, or no clock ever said it. */
  readonly at: number | null;
  /** What is to be known about it; empty: nothing. */
  readonly note: string;
}

/** `2026-11-21 14:00` */
export function writtenTime(at: number, zone: Zone): string {
  return wallText(at, zoneName(zone)).replace('T', ' ');
}

const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;

/**
 * @param text a day, a day and a time, or a time of the day of `now`
 * @param which of two moments that a clock says alike: the first for where a span begins, the last for where it ends.
 */
export function wallTime(text: string, now: number, zone: Zone, which: 'first' | 'last'): WallTime {
  const written = text.trim().replace(/\s+|T/, 'T');
  if (written === '') return { at: null, note: '' };
  const name = zoneName(zone);
  const whole = CLOCK.test(written) ? `${wallText(now, name).slice(0, 10)}T${written.padStart(5, '0')}` : written;
  const moments = momentsOf(whole, name);
  const at = (which === 'first' ? moments[0] : moments.at(-1)) ?? null;
  // In UTC every time comes once: what is none there is none anywhere.
  if (at === null && momentsOf(whole, 'UTC').length === 0)
    return { at, note: 'Write it as 2026-11-21 14:00, or 14:00 for today.' };
  if (at === null) return { at, note: 'This time does not exist: clocks were set forward over it.' };
  if (moments.length === 1) return { at, note: '' };
  return {
    at,
    note: `This time comes twice, as clocks were set back: the ${which} one is meant, ${shortTimeText(at, at, 'utc')} UTC.`,
  };
}
