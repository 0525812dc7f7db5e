/** An independent way to find the hours of a week: looks at the local clock of a zone at each quarter of an hour. */
import type { WeekHours } from '../../src-shared/domain/cases/week-hours.ts';

/** Every local half hour is a multiple of this in UTC: Nepal and Chatham are at :45. */
export const QUARTER_MS = 900_000;
const WEEK_QUARTERS = 7 * 96;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export class QuarterClock {
  readonly #hours: WeekHours;
  readonly #clock: Intl.DateTimeFormat;

  /** @param zone IANA name */
  constructor(hours: WeekHours, timeZone: string) {
    this.#hours = hours;
    const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    this.#clock = new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  }

  isInside(at: number): boolean {
    const parts = new Map(this.#clock.formatToParts(at).map(({ type, value }) => [type, value]));
    const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
    const spans = this.#hours[WEEKDAYS.indexOf(parts.get('weekday') ?? '')] ?? [];
    return spans.some(({ from, to }) => from <= minute && minute < to);
  }

  /** The first quarter after `at` that is not as `at` is; one week ahead if there is none. */
  change(at: number): number {
    const isInside = this.isInside(at);
    let until = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    for (let quarters = 0; quarters < WEEK_QUARTERS; quarters += 1) {
      until += QUARTER_MS;
      if (this.isInside(until) !== isInside) return until;
    }
    return until;
  }
}
