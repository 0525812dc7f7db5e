/** What stands below the bars: times on whole units of the zone, the day where it is another than before. Pure. */
import { barEdges, type BarUnit, type TimeSpan } from '../../../time/bar-edges.ts';
import { dateText, dayText, timeParts, type Zone, zoneOffset } from '../../../time/time-text.ts';

export interface AxisLabel {
  readonly at: number;
  /** From the left, 0 to 1. */
  readonly share: number;
  readonly day: string;
  readonly clock: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** @param room for so many labels */
export function axisLabels({ from, to }: TimeSpan, room: number, now: number, zone: Zone): readonly AxisLabel[] {
  if (to <= from) return [];
  // The first unit begins before the span, and has no label.
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

function partsOf(at: number, day: string, isAnother: boolean, unit: BarUnit, now: number, zone: Zone) {
  if (unit.kind === 'month' || unit.ms >= DAY_MS) return { day, clock: '' };
  const precision = unit.ms < MINUTE_MS ? 'second' : 'minute';
  const { clock } = timeParts(at, now, zone, { date: 'never', precision });
  return { day: isAnother ? day : '', clock };
}

/** With its year, where that is another than now. */
function dayOf(at: number, now: number, zone: Zone): string {
  const year = (moment: number) => new Date(moment + zoneOffset(moment, zone)).getUTCFullYear();
  return year(at) === year(now) ? dayText(at, zone) : dateText(at, zone);
}
