/** Describes the counts of bars for the caption, screen readers and the table. Pure. */
import type { Outcome } from '../../../src-shared/domain/event/event.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import type { OutcomeBars } from '../../stores/timeline/tally-sums.ts';
import type { TimeSpan } from '../../time/bar-edges.ts';
import { lengthText, shortTimeText, type Zone, zoneText } from '../../time/time-text.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import { TALLEST } from './bar-shapes.ts';

/** Formats `14:00 – 14:20`, with the day if it is not today, and both zones if the clocks change in between. */
export function barSpanText({ from, to }: TimeSpan, now: number, zone: Zone, zoned = false): string {
  const precision = from % 60_000 === 0 && to % 60_000 === 0 ? 'minute' : 'second';
  const text = (at: number, date: 'when-not-today' | 'always' | 'never') =>
    shortTimeText(at, now, zone, { date, precision });
  const isLong = to - from >= DAY_MS;
  const first = text(from, isLong ? 'always' : 'when-not-today');
  const [firstZone, lastZone] = [zoneText(from, zone), zoneText(to, zone)];
  const isChanged = firstZone !== lastZone;
  const name = zoned || isChanged ? ` ${lastZone}` : '';
  return `${first}${isChanged ? ` ${firstZone}` : ''} – ${text(to, isLong ? 'always' : 'never')}${name}`;
}

export interface OutcomeFigure {
  readonly outcome: Outcome | null;
  readonly count: number;
}

/** Sums the bars from `first` to `last`, both inclusive; omits outcomes that do not occur. */
export function figuresOf(bars: OutcomeBars, first: number, last: number): OutcomeFigure[] {
  return TALLEST.stack
    .map((outcome) => ({ outcome, count: sumOfBars(bars, outcome, first, last) }))
    .filter(({ count }) => count > 0);
}

export function sumOfBars(bars: OutcomeBars, outcome: Outcome | null, first: number, last: number): number {
  return (bars.get(outcome)?.slice(first, last + 1) ?? []).reduce((sum, each) => sum + each, 0);
}

export function figureText({ outcome, count }: OutcomeFigure): string {
  return `${numberText(count)} ${outcome === null ? 'without an outcome' : outcomeWords[outcome].toLowerCase()}`;
}

export function figuresText(figures: readonly OutcomeFigure[], blindMs: number): string {
  const parts = figures.map(figureText);
  const words = parts.length === 0 ? ['no events'] : parts;
  return [...words, ...(blindMs > 0 ? [`blind ${lengthText(blindMs)}`] : [])].join(' · ');
}
