/** Divides time as people count. When the clock changes, a day has 23 or 25 hours and is still one bucket. */
import { zonedFormat, type ZonedFormat } from '../../../../src-shared/lib/zoned-format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface BucketLength {
  /** Divides a day of 24 hours without remainder. */
  readonly ms: number;
}

export const BUCKET_LENGTH_HELP = 'minutes that divide an hour, hours that divide a day, or 1d, such as 5m, 1h, 6h, 1d';

export function parseBucketLength(text: string): BucketLength | null {
  const [, digits = '', unit = ''] = /^([1-9]\d?)([mhd])$/.exec(text) ?? [];
  const count = Number(digits);
  if (unit === 'm' && 60 % count === 0) return { ms: count * MINUTE };
  if (unit === 'h' && 24 % count === 0) return { ms: count * HOUR };
  return unit === 'd' && count === 1 ? { ms: DAY } : null;
}

/** A time zone of the computer's database. `named` returns null if the name is unknown. */
export class Zone {
  readonly name: string;
  readonly #parts: ZonedFormat;

  private constructor(name: string, parts: ZonedFormat) {
    this.name = name;
    this.#parts = parts;
  }

  static named(name: string): Zone | null {
    try {
      const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
      const options = { ...fields, second: 'numeric', era: 'short', hourCycle: 'h23', timeZone: name } as const;
      return new Zone(name, zonedFormat('en-US', options));
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** Returns the local time of the zone at `at`, encoded as if it were UTC. */
  wallTime(at: number): number {
    const parts = new Map(this.#parts.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
    const shown = new Date(0);
    shown.setUTCFullYear(year, part('month') - 1, part('day'));
    shown.setUTCHours(part('hour'), part('minute'), part('second'));
    return shown.getTime() + (((at % 1_000) + 1_000) % 1_000);
  }

  /** Returns when clocks in the zone first show `shown`; if they skip it, when they jump. */
  fromWallTime(shown: number): number {
    const candidates = [shown - DAY, shown + DAY].map((near) => shown - (this.wallTime(near) - near));
    const right = candidates.filter((at) => this.wallTime(at) === shown);
    return right.length === 0 ? Math.max(...candidates) : Math.min(...right);
  }
}

/** Yields the start of each bucket from that of `first` to that of `last`, then the end of the last one. */
export function* bucketEdges(first: number, last: number, { ms }: BucketLength, zone: Zone): Generator<number> {
  for (let day = Math.floor(zone.wallTime(first) / DAY) * DAY; ; day += DAY) {
    const start = zone.fromWallTime(day);
    const end = zone.fromWallTime(day + DAY);
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
  if (ms <= HOUR) for (let at = start; at < end; at += ms) edges.push(at);
  else for (let shown = day; shown < day + DAY; shown += ms) edges.push(zone.fromWallTime(shown));
  return [...new Set(edges)].filter((at) => at < end);
}

function pairs(edges: readonly number[], end: number): [edge: number, next: number][] {
  return edges.map((edge, index) => [edge, edges[index + 1] ?? end]);
}
