import { DAY_MS } from './durations.ts';
import { zonedFormat, type ZonedFormat } from './zoned-format.ts';

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
    const candidates = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - (this.wallTime(near) - near));
    const right = candidates.filter((at) => this.wallTime(at) === shown);
    return right.length === 0 ? Math.max(...candidates) : Math.min(...right);
  }
}

export function zoneOrUtc(name: string): Zone {
  const zone = Zone.named(name) ?? Zone.named('UTC');
  if (zone === null) throw new Error('The runtime has no UTC.');
  return zone;
}
