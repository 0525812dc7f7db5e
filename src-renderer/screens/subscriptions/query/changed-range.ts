/** The document shows both ends, so a missing one is sent as a distant time and shown as open. Pure. */
import type { SearchParts } from '../../../../src-shared/service/search-body.ts';
import { utcTime } from '../../../../src-shared/service/utc-time.ts';
import { fullTimeText, type Zone, zoneText } from '../../../time/time-text.ts';
import { OPEN_ENDS } from '../../../words/search-words.ts';
import { wallTime } from '../../../time/wall-time.ts';

export type ChangedRange = NonNullable<SearchParts['changed']>;
export type ChangedRangeEnd = keyof ChangedRange;

export const OPEN_RANGE: ChangedRange = OPEN_ENDS;

export interface EndTime {
  readonly at: number | null;
  readonly note: string;
}

/** Formats `2026-11-16 00:00:00.000`; other text is returned unchanged. */
export function endText(written: string, zone: Zone): string {
  const at = utcTime(written);
  if (at === null) return written;
  return fullTimeText(at, zone).slice(0, -(zoneText(at, zone).length + 1));
}

const MILLIS = /^(.*\d{2}:\d{2}:\d{2})\.(\d{1,3})$/;

/** @param text in the format of `endText`, or shorter: a day, a time of today */
export function endTime(text: string, end: ChangedRangeEnd, now: number, zone: Zone): EndTime {
  const [, seconds, millis] = MILLIS.exec(text.trim()) ?? [];
  const { at, note } = wallTime(seconds ?? text, now, zone, end === 'min' ? 'first' : 'last');
  return { at: at === null ? null : at + Number((millis ?? '').padEnd(3, '0')), note };
}

export function endNote(written: string, end: ChangedRangeEnd): string {
  if (written === OPEN_RANGE[end]) return 'Left open: the documented filter has both ends, so this far time is sent.';
  return utcTime(written) === null ? 'This is not a time that Watchfloor can read. It is sent as written.' : '';
}

/** @param at null leaves this end open; two open ends are no filter */
export function withEnd(changed: ChangedRange | null, end: ChangedRangeEnd, at: number | null): ChangedRange | null {
  const next = { ...OPEN_RANGE, ...changed, [end]: at === null ? OPEN_RANGE[end] : new Date(at).toISOString() };
  return next.min === OPEN_RANGE.min && next.max === OPEN_RANGE.max ? null : next;
}

/** Returns why the range is empty, as a note for its end; null if it is not, or if that is unknown. */
export function backwardNote({ min, max }: ChangedRange): string | null {
  const [from, to] = [utcTime(min), utcTime(max)];
  if (from === null || to === null || to >= from) return null;
  return 'The end is before the start: nothing can match.';
}
