/** For reports and packs. The result does not depend on the computer's zone. */
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { isTimeZone } from '../lib/local-time-zone.ts';
import { zonedFormat, type ZonedFormat } from '../lib/zoned-format.ts';

const SECOND = 1_000;

export interface ZonedWords {
  readonly minute: (at: number) => string;
  readonly clock: (at: number) => string;
  readonly date: (at: number) => string;
  readonly day: (at: number) => string;
  readonly zone: (at: number) => string;
}

/** @param zone IANA name; for an unknown name the words are in UTC and labelled so */
export function zonedWords(zone: string): ZonedWords {
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  // Made at the first use: each takes a millisecond, and most callers use two.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: ZonedFormat | undefined;
    return () => (made ??= zonedFormat('en-GB', { ...options, timeZone, hourCycle: 'h23' }));
  };
  const minute = format({ hour: '2-digit', minute: '2-digit' });
  const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const date = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const day = format({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const name = format({ hour: '2-digit', timeZoneName: 'short' });
  const part = (of: () => ZonedFormat, at: number, type: string) =>
    of()
      .formatToParts(at)
      .find((candidate) => candidate.type === type)?.value ?? '';
  return {
    minute: (at) => minute().format(at),
    clock: (at) => clock().format(at),
    date: (at) => date().format(at).replace(',', ''),
    day: (at) => ['year', 'month', 'day'].map((type) => part(day, at, type)).join('-'),
    zone: (at) => (timeZone === 'UTC' ? 'UTC' : part(name, at, 'timeZoneName')),
  };
}

const ZERO = [0, 's'] as const;

/** `7 h 05 m 48 s`, `8 h`, `0.3 s`. Leaves out parts that are 0 and rounds down, but to no less than 0.1 s. */
export function exactDurationText(ms: number): string {
  if (ms > 0 && ms < SECOND) return `${Math.max(0.1, Math.floor(ms / 100) / 10)} s`;
  const parts = [
    [Math.floor(ms / HOUR_MS), 'h'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'm'],
    [Math.floor((ms % MINUTE_MS) / SECOND), 's'],
  ] as const;
  const shown = parts.filter(([number]) => number > 0);
  const [first = ZERO, ...others] = shown;
  // Two digits after the first unit, as in `lengthText` of the page.
  return [first, ...others.map(([number, unit]) => [String(number).padStart(2, '0'), unit] as const)]
    .map((part) => part.join(' '))
    .join(' ');
}
