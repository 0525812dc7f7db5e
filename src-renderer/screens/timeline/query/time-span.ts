/** `since` and `until` of a filter as one span. Without bounds it is everything stored. Pure. */
import { type FilterTime, resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import type { FilterSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { dayText, shortTimeText, type Zone, ZONED_MINUTE, zoneText } from '../../../time/time-text.ts';
import { dayWords } from '../../../../src-shared/lib/day-words.ts';
import { dayStart, zoneName } from '../../../time/zoned-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src-shared/lib/durations.ts';

const ALL_STORED: FilterSpan = { since: null, until: null };

export interface SpanPreset {
  readonly name: string;
  readonly span: FilterSpan;
}

export function spanPresets(now: number, zone: Zone): readonly SpanPreset[] {
  const today = dayStart(now, 0, zoneName(zone));
  const last = (ms: number) => ({ name: `Last ${agoText(ms)}`, span: { since: ago(ms), until: null } });
  return [
    last(15 * MINUTE_MS),
    last(HOUR_MS),
    last(24 * HOUR_MS),
    last(7 * DAY_MS),
    { name: 'Today', span: { since: at(today), until: null } },
    // Both ends of a span are inclusive.
    { name: 'Yesterday', span: { since: at(dayStart(now, 1, zoneName(zone))), until: at(today - 1) } },
    { name: 'All stored', span: ALL_STORED },
  ];
}

/** Words for days in the query language, with their start, which is in UTC. @param now UTC epoch ms */
export function daySuggestions(now: number, zone: Zone) {
  return dayWords.map((day) => ({
    text: day,
    meaning: shortTimeText(resolveTime({ kind: 'day', day }, now), now, zone, { ...ZONED_MINUTE, date: 'always' }),
    isTypedOnly: true,
  }));
}

export function isSameSpan(one: FilterSpan, other: FilterSpan): boolean {
  return JSON.stringify([one.since, one.until]) === JSON.stringify([other.since, other.until]);
}

/** `Last 24 h`, or `21 Nov 14:00 – 14:20 UTC`; each end has its zone if the clocks change in between. */
export function spanName(span: FilterSpan, now: number, zone: Zone): string {
  const preset = spanPresets(now, zone).find((candidate) => isSameSpan(candidate.span, span));
  if (preset !== undefined) return preset.name;
  const { since, until } = span;
  if (since?.kind === 'ago' && until === null) return `Last ${agoText(since.ms)}`;
  if (since === null && until === null) return 'All stored';
  const [from, to] = [since, until].map((time) => (time === null ? null : resolveTime(time, now)));
  if (from == null) return `Until ${pointText(to ?? now, now, zone)} ${zoneText(to ?? now, zone)}`;
  if (to == null) return `Since ${pointText(from, now, zone)} ${zoneText(from, zone)}`;
  const isOneDay = dayText(from, zone) === dayText(to, zone) && Math.abs(to - from) < DAY_MS;
  const end = isOneDay ? pointText(to, to, zone) : pointText(to, now, zone, 'always');
  const [first, last] = [zoneText(from, zone), zoneText(to, zone)];
  return `${pointText(from, now, zone, 'always')}${first === last ? '' : ` ${first}`} – ${end} ${last}`;
}

/** Returns the previous or next span of the same length; null if the span has no start. */
export function adjacentSpan({ since, until }: FilterSpan, by: 1 | -1, now: number): FilterSpan | null {
  if (since === null) return null;
  const [from, to] = [resolveTime(since, now), until === null ? now : resolveTime(until, now)];
  const lengthMs = to - from;
  return lengthMs <= 0 ? null : { since: at(from + by * lengthMs), until: at(to + by * lengthMs) };
}

export function untilNow({ since, until }: FilterSpan, now: number): FilterSpan {
  if (since === null) return ALL_STORED;
  if (until === null) return { since, until };
  const lengthMs = resolveTime(until, now) - resolveTime(since, now);
  return lengthMs <= 0 ? ALL_STORED : { since: ago(lengthMs), until: null };
}

function pointText(moment: number, now: number, zone: Zone, date: 'always' | 'when-not-today' = 'when-not-today') {
  const nearest = Math.round(moment / 1_000) * 1_000;
  const precision = nearest % MINUTE_MS === 0 ? 'minute' : 'second';
  return shortTimeText(nearest, now, zone, { date, precision });
}

function agoText(ms: number): string {
  const units = [
    [DAY_MS, 'd'],
    [HOUR_MS, 'h'],
    [MINUTE_MS, 'min'],
  ] as const;
  if (ms === DAY_MS) return '24 h';
  const [unitMs, unit] = units.find(([each]) => ms % each === 0) ?? [1_000, 's'];
  return `${Math.round(ms / unitMs)} ${unit}`;
}

function at(moment: number): FilterTime {
  return { kind: 'at', at: moment };
}
function ago(ms: number): FilterTime {
  return { kind: 'ago', ms };
}
