/**
 * Parses and prints times in a filter or on a command line: an age (`-24h`, or `24h`; ms, s, m, h, d), or ISO 8601, in
 * UTC if it has no zone, from a date alone to fractions of a second. `@1709114400000.5` is epoch milliseconds, for
 * times that ISO 8601 cannot express. Refuses a day that does not exist.
 */
import { utcTime } from '../../service/utc-time.ts';
import type { FilterTime } from './filter.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;
const AGE = /^-?(\d+(?:\.\d+)?(?:e[+-]?\d+)?)(ms|[smhd])$/;
const EPOCH = /^@(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(?:(Z)|([+-]\d{2}):?(\d{2}))?)?$/;

export function parseFilterTime(text: string): FilterTime | null {
  const age = AGE.exec(text);
  const unitMs = UNITS.find(([unit]) => unit === age?.[2])?.[1];
  if (age !== null && unitMs !== undefined) return finite({ kind: 'ago', ms: Number(age[1]) * unitMs });
  const epoch = EPOCH.exec(text);
  if (epoch !== null) return finite({ kind: 'at', at: Number(epoch[1]) });
  const at = isoTime(text);
  return at === null ? null : { kind: 'at', at };
}

/** Returns the shortest text that `parseFilterTime` reads as exactly this time. */
export function printFilterTime(time: FilterTime): string {
  if (time.kind === 'ago') {
    const divides = (unitMs: number) =>
      Number.isSafeInteger(time.ms / unitMs) && (time.ms / unitMs) * unitMs === time.ms;
    const [unit, unitMs] = UNITS.find(([, each]) => divides(each)) ?? ['ms', 1];
    return `-${time.ms / unitMs}${unit}`;
  }
  const iso = Math.abs(time.at) <= 8.64e15 ? new Date(time.at).toISOString().replace('.000Z', 'Z') : '';
  return isoTime(iso) === time.at ? iso : `@${time.at}`;
}

function isoTime(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, day, minute = '00:00', second = '00', , hours, minutes] = match;
  return utcTime(`${day}T${minute}:${second}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
}

function finite(time: FilterTime): FilterTime | null {
  return Number.isFinite(time.kind === 'ago' ? time.ms : time.at) ? time : null;
}
