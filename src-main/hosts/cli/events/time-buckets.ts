/** Divides time as people count. When the clock changes, a day has 23 or 25 hours and is still one bucket. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src-shared/lib/durations.ts';
import type { Zone } from '../../../../src-shared/lib/zone.ts';

export interface BucketLength {
  /** Divides a day of 24 hours without remainder. */
  readonly ms: number;
}

export const BUCKET_LENGTH_HELP = 'minutes that divide an hour, hours that divide a day, or 1d, such as 5m, 1h, 6h, 1d';

export function parseBucketLength(text: string): BucketLength | null {
  const [, digits = '', unit = ''] = /^([1-9]\d?)([mhd])$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'm' && 60 % count === 0) return { ms: count * MINUTE_MS };
  if (unit === 'h' && 24 % count === 0) return { ms: count * HOUR_MS };
  return unit === 'd' && count === 1 ? { ms: DAY_MS } : null;
}

/** Yields the start of each bucket from that of `first` to that of `last`, then the end of the last one. */
export function* bucketEdges(first: number, last: number, { ms }: BucketLength, zone: Zone): Generator<number> {
  for (let day = Math.floor(zone.wallTime(first) / DAY_MS) * DAY_MS; ; day += DAY_MS) {
    const start = zone.fromWallTime(day);
    const end = zone.fromWallTime(day + DAY_MS);
    for (const [edge, next] of pairs(edgesOfDay(day, start, end, ms, zone), end)) {
      if (next <= first) continue;
      yield edge;
      if (next <= last) continue;
      yield next;
      return;
    }
  }
}

/** If an hour occurs twice, it becomes two buckets. Longer buckets begin when the clock shows their start (06:00). */
function edgesOfDay(day: number, start: number, end: number, ms: number, zone: Zone): number[] {
  const edges: number[] = [];
  if (ms <= HOUR_MS) for (let at = start; at < end; at += ms) edges.push(at);
  else for (let shown = day; shown < day + DAY_MS; shown += ms) edges.push(zone.fromWallTime(shown));
  return [...new Set(edges)].filter((at) => at < end);
}

function pairs(edges: readonly number[], end: number): [edge: number, next: number][] {
  return edges.map((edge, index) => [edge, edges[index + 1] ?? end]);
}
