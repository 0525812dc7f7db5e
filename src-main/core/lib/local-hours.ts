/** Spans of real time: an hour that a clock change skips does not exist, and a repeated hour comes twice. */
import { DAY_MINUTES, type WeekHours } from '../../../src-shared/domain/cases/week-hours.ts';
import { DAY_MS, MINUTE_MS } from '../../../src-shared/lib/durations.ts';
import { isTimeZone } from '../../../src-shared/lib/local-time-zone.ts';
import { zonedFormat, type ZonedFormat } from '../../../src-shared/lib/zoned-format.ts';

/** Times in UTC epoch ms; `from` < `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Clock changes of the last decades are at a multiple of this in UTC. */
const STEP_MS = 900_000;
/** Counting gives up after this. */
const MAX_DAYS = 366;
const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday; weeks of `WeekHours` begin on a Monday. */
const FIRST_WEEKDAY = 3;

export class LocalHours {
  readonly #hours: WeekHours;
  readonly #clock: ZonedFormat;
  readonly #isAlways: boolean;
  readonly #days = new Map<number, readonly Span[]>();
  readonly #offsets = new Map<number, number>();

  /** `zone`: IANA name; an unknown one counts as UTC. */
  constructor(hours: WeekHours, zone: string) {
    this.#hours = hours;
    this.#clock = zonedFormat('en-GB', {
      timeZone: isTimeZone(zone) ? zone : 'UTC',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    this.#isAlways = hours.every((spans) => countedMinutes(spans) === DAY_MINUTES);
  }

  /** Returns when `ms` of counted time have passed since `from`; null if that takes longer than a year. */
  after(from: number, ms: number): number | null {
    if (this.#isAlways) return from + ms;
    let left = ms;
    const first = Math.floor(from / DAY_MS);
    for (let day = first; day <= first + MAX_DAYS; day += 1)
      for (const span of this.#spansOf(day)) {
        const begin = Math.max(span.from, from);
        if (begin >= span.to) continue;
        if (begin + left <= span.to) return begin + left;
        left -= span.to - begin;
      }
    return null;
  }

  /** UTC epoch ms; null if `at` is outside. One week ahead at most, rounded down to a quarter of an hour. */
  end(at: number): number | null {
    let until = at;
    for (const span of this.#spansInWeek(at)) {
      if (span.to <= until) continue;
      if (span.from > until) break;
      until = span.to;
    }
    return until === at ? null : Math.min(until, weekAfter(at));
  }

  /** Returns when the next hours begin, UTC epoch ms; null if `at` is in some. At most as far ahead as `end`. */
  start(at: number): number | null {
    const next = this.#spansInWeek(at).find(({ to }) => to > at);
    if (next !== undefined && next.from <= at) return null;
    return Math.min(next?.from ?? Infinity, weekAfter(at));
  }

  /** The spans of the day of `at` and of the week after it, ascending. */
  #spansInWeek(at: number): readonly Span[] {
    const first = Math.floor(at / DAY_MS);
    return Array.from({ length: WEEK_DAYS + 1 }, (_, day) => this.#spansOf(first + day)).flat();
  }

  #spansOf(day: number): readonly Span[] {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const start = day * DAY_MS;
    // A day without a clock change is one piece; any other day is looked at quarter by quarter.
    const stepMs = this.#offsetAt(start) === this.#offsetAt(start + DAY_MS) ? DAY_MS : STEP_MS;
    const spans: Span[] = [];
    for (let from = start; from < start + DAY_MS; from += stepMs)
      for (const span of this.#spansBetween(from, from + stepMs)) spans.push(span);
    if (this.#days.size > 2 * MAX_DAYS) this.#days.clear();
    this.#days.set(day, spans);
    return spans;
  }

  /** The zone's offset does not change between the two times. */
  #spansBetween(from: number, to: number): readonly Span[] {
    const offset = this.#offsetAt(from);
    const spans: Span[] = [];
    const firstDay = Math.floor((from + offset) / DAY_MS);
    const lastDay = Math.floor((to - 1 + offset) / DAY_MS);
    for (let localDay = firstDay; localDay <= lastDay; localDay += 1) {
      const midnight = localDay * DAY_MS - offset;
      for (const hours of this.#hours[(localDay + FIRST_WEEKDAY) % 7] ?? []) {
        const begin = Math.max(from, midnight + hours.from * MINUTE_MS);
        const end = Math.min(to, midnight + hours.to * MINUTE_MS);
        if (begin < end) spans.push({ from: begin, to: end });
      }
    }
    return spans.toSorted((one, other) => one.from - other.from);
  }

  #offsetAt(at: number): number {
    const known = this.#offsets.get(at);
    if (known !== undefined) return known;
    const parts = new Map(this.#clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    const offset = local - Math.floor(at / MINUTE_MS) * MINUTE_MS;
    if (this.#offsets.size > 4 * MAX_DAYS) this.#offsets.clear();
    this.#offsets.set(at, offset);
    return offset;
  }
}

function weekAfter(at: number): number {
  return Math.floor(at / STEP_MS) * STEP_MS + WEEK_DAYS * DAY_MS;
}

function countedMinutes(spans: WeekHours[number]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
