/**
 * Reads times like journalctl: an age (`-24h`, `1h30m`, `2 days ago`), `now`, or a day (`monday`: its start in UTC). Or
 * ISO 8601, in UTC if it has no zone. `@1709114400000.5` is epoch milliseconds. Refuses a day that does not exist.
 */
import { daysBefore } from '../../lib/day-words.ts';
import { LAST_MOMENT } from '../../lib/last-moment.ts';
import { utcTime } from '../../service/utc-time.ts';
import type { FilterTime } from './filter.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;
/** Without `M` and `y`, because months and years differ in length. */
const UNIT_WORDS: readonly (readonly [word: RegExp, ms: number])[] = [
  [/^(w|weeks?)$/, 604_800_000],
  [/^(d|days?)$/, 86_400_000],
  [/^(h|hr|hours?)$/, 3_600_000],
  [/^(m|min|minutes?)$/, 60_000],
  [/^(s|sec|seconds?)$/, 1_000],
  [/^(ms|msec)$/, 1],
];
/** No unit begins with `e`, which is the exponent of a number: otherwise `1e1e1e…` could be read in many ways. */
const AGE = /^-?((?:\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*[a-df-z][a-z]*\s*)+?)(?:(?<=\s)ago)?$/;
const AGE_PART = /(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*([a-df-z][a-z]*)/g;
const EPOCH = /^@(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(?:(Z)|([+-]\d{2}):?(\d{2}))?)?$/;

export function parseFilterTime(text: string): FilterTime | null {
  const ms = text.toLowerCase() === 'now' ? 0 : ageMs(text);
  if (ms !== null) return finite({ kind: 'ago', ms });
  if (daysBefore(text, 0) !== null) return { kind: 'day', day: text.toLowerCase() };
  const epoch = EPOCH.exec(text);
  if (epoch !== null) return finite({ kind: 'at', at: Number(epoch[1]) });
  const at = isoTime(text);
  return at === null ? null : { kind: 'at', at };
}

function ageMs(text: string): number | null {
  const [, parts] = AGE.exec(text) ?? [];
  if (parts === undefined) return null;
  let sum = 0;
  for (const [, many, word = ''] of parts.matchAll(AGE_PART)) {
    const unitMs = UNIT_WORDS.find(([words]) => words.test(word))?.[1];
    if (unitMs === undefined) return null;
    sum += Number(many) * unitMs;
  }
  return sum;
}

/** Explains an epoch, which is no time here because its unit is not visible; null for other texts. */
export function epochHint(text: string): string | null {
  const [, digits = ''] = /^@?(\d{9,13})$/.exec(text) ?? [];
  // Seconds have 9 or 10 digits from 1973 to 2286, milliseconds 12 or 13.
  const ms = digits.length >= 12 ? Number(digits) : digits.length <= 10 ? Number(digits) * 1_000 : Number.NaN;
  if (digits === '' || Number.isNaN(ms)) return null;
  return `An epoch is written as ${new Date(ms).toISOString().replace('.000Z', 'Z')}.`;
}

export function printFilterTime(time: FilterTime): string {
  if (time.kind === 'ago') {
    const divides = (unitMs: number) =>
      Number.isSafeInteger(time.ms / unitMs) && (time.ms / unitMs) * unitMs === time.ms;
    const [unit, unitMs] = UNITS.find(([, each]) => divides(each)) ?? ['ms', 1];
    return `-${time.ms / unitMs}${unit}`;
  }
  if (time.kind === 'day') return time.day;
  const iso = Math.abs(time.at) <= LAST_MOMENT ? new Date(time.at).toISOString().replace('.000Z', 'Z') : '';
  return isoTime(iso) === time.at ? iso : `@${time.at}`;
}

function isoTime(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, day, minute = '00:00', second = '00', , hours, minutes] = match;
  return utcTime(`${day}T${minute}:${second}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
}

function finite(time: Exclude<FilterTime, { kind: 'day' }>): FilterTime | null {
  return Number.isFinite(time.kind === 'ago' ? time.ms : time.at) ? time : null;
}
