/** What a date and a time that somebody wrote mean in the zone that is shown: one moment, or why there is not one. */
import { shortTimeText, type Zone } from '../../../time/time-text.ts';
import { momentsOf, zoneName } from '../../../time/zoned-time.ts';

export interface WallTime {
  /** UTC epoch ms; `null` where nothing was written, or no clock ever said it. */
  readonly at: number | null;
  /** What is to be known about it; empty: nothing. */
  readonly note: string;
}

/** @param which of two moments that a clock says alike: the first for where a span begins, the last for where it ends. */
export function wallTime(text: string, zone: Zone, which: 'first' | 'last'): WallTime {
  if (text === '') return { at: null, note: '' };
  const moments = momentsOf(text, zoneName(zone));
  const at = (which === 'first' ? moments[0] : moments.at(-1)) ?? null;
  if (at === null) return { at, note: 'This time does not exist: clocks were set forward over it.' };
  if (moments.length === 1) return { at, note: '' };
  const shown = shortTimeText(at, at, 'utc');
  return { at, note: `This time comes twice, as clocks were set back: the ${which} one is meant, ${shown} UTC.` };
}
