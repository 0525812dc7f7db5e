/** Computes the labels below the bars: times at round units of the zone, with the day where it changes. Pure. */
import { barEdges, type BarUnit, type TimeSpan } from '../../time/bar-edges.ts';
import { dateText, dayText, timeParts, type Zone, zoneOffset } from '../../time/time-text.ts';
import { DAY_MS, MINUTE_MS } from '../../../src-shared/lib/durations.ts';

export interface AxisLabel {
  readonly at: number;
  /** Position from the left, 0 to 1. */
  readonly share: number;
  readonly day: string;
  readonly clock: string;
}

export function axisLabels({ from, to }: TimeSpan, room: number, now: number, zone: Zone): readonly AxisLabel[] {
  if (to <= from) return [];
  // The first unit may start before the span and then has no label.
  const { edges, unit } = barEdges({ from, to }, Math.max(1, room) + 1, (at) => zoneOffset(at, zone));
  let before = '';
  return edges
    .filter((at) => at >= from && at < to)
    .map((at) => {
      const day = dayOf(at, now, zone);
      const label = { at, share: (at - from) / (to - from), ...partsOf(at, day, day !== before, unit, now, zone) };
      before = day;
      return label;
    });
}

export interface PlacedLabel {
  readonly label: AxisLabel;
  readonly text: string;
  readonly x: number;
  /** True if centred on its time, false if it starts there because half of it would be cut off. */
  readonly isCentred: boolean;
}

/** Upper bound of the average character width of small text, in px of the usual scale. */
const CHARACTER_PX = 6.6;
const GAP_PX = 8;
/** Reserved for the zone at the end. */
const END_PX = 38;

/** Returns the labels that fit without overlap; labels with a day have priority. */
export function placedLabels(labels: readonly AxisLabel[], widthPx: number, scale: number): readonly PlacedLabel[] {
  const occupied: { readonly from: number; readonly to: number }[] = [];
  const fitting = labels
    .map((label) => {
      const text = [label.day, label.clock].filter((part) => part !== '').join(' ');
      const x = label.share * widthPx;
      const width = text.length * CHARACTER_PX * scale;
      const isCentred = x >= width / 2;
      const from = isCentred ? x - width / 2 : x;
      return { placed: { label, text, x, isCentred }, from, to: from + width };
    })
    .toSorted((a, b) => Number(b.placed.label.day !== '') - Number(a.placed.label.day !== ''))
    .filter(({ from, to }) => {
      const gap = GAP_PX * scale;
      if (to > widthPx - END_PX * scale || occupied.some((one) => from < one.to + gap && one.from < to + gap))
        return false;
      occupied.push({ from, to });
      return true;
    });
  return fitting.map(({ placed }) => placed).toSorted((a, b) => a.x - b.x);
}

function partsOf(at: number, day: string, isAnother: boolean, unit: BarUnit, now: number, zone: Zone) {
  if (unit.kind === 'month' || unit.ms >= DAY_MS) return { day, clock: '' };
  const precision = unit.ms < MINUTE_MS ? 'second' : 'minute';
  const { clock } = timeParts(at, now, zone, { date: 'never', precision });
  return { day: isAnother ? day : '', clock };
}

function dayOf(at: number, now: number, zone: Zone): string {
  const year = (moment: number) => new Date(moment + zoneOffset(moment, zone)).getUTCFullYear();
  return year(at) === year(now) ? dayText(at, zone) : dateText(at, zone);
}
