/**
 * Exact to the nanosecond, in every form that has one meaning; otherwise null. Sources: `docs/service.md` §6.1,
 * `timeCreated` and `lastUpdated`; RFC 3339; ISO 8601; what the usual JSON libraries of Java write.
 */

export interface Instant {
  readonly epochSecond: number;
  readonly nano: number;
}

/** 0000-01-01 and 9999-12-31: years beyond them do not have four digits. */
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;
const NANO_DIGITS = 9;

/** Up to nine digits of a fraction, then `Z`, `+02:00`, `+0200`, `+02`. Java adds the zone's name in brackets. */
const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)? ?(?:[Zz]|UTC|GMT|([+-])(\d\d)(?::?(\d\d)(?::?(\d\d))?)?)(?:\[[\w/+-]+\])?$/;
/** Seconds since 1970 with a fraction. Without a fraction the number may be milliseconds. */
const DECIMAL_SECONDS = /^(-?)(\d{1,12})\.(\d+)$/;

export function printInstant({ epochSecond, nano }: Instant): string {
  const seconds = new Date(epochSecond * 1_000).toISOString().slice(0, -'.000Z'.length);
  return `${seconds}.${String(nano).padStart(NANO_DIGITS, '0')}Z`;
}

export function instantOf(epochSecond: unknown, nano: unknown): Instant | null {
  if (!isInteger(epochSecond) || epochSecond < FIRST_SECOND || epochSecond > LAST_SECOND) return null;
  return isInteger(nano) && nano >= 0 && nano < 10 ** NANO_DIGITS ? { epochSecond, nano } : null;
}

export function parseInstant(text: string): Instant | null {
  return parseIsoTime(text) ?? parseDecimalSeconds(text);
}

export function parseIsoTime(text: string): Instant | null {
  const match = ISO_TIME.exec(text);
  if (match === null) return null;
  const part = (index: number) => Number(match[index] ?? 0);
  const nano = nanoOf(match[7] ?? '');
  const local = localSecond(part(1), part(2), part(3), part(4), part(5), part(6));
  if (local === null || nano === null || part(9) > 23 || part(10) > 59 || part(11) > 59) return null;
  const offset = (part(9) * 60 + part(10)) * 60 + part(11);
  return instantOf(match[8] === '-' ? local + offset : local - offset, nano);
}

function parseDecimalSeconds(text: string): Instant | null {
  const [, sign, seconds, fraction = ''] = DECIMAL_SECONDS.exec(text) ?? [];
  const nano = nanoOf(fraction);
  if (seconds === undefined || nano === null) return null;
  if (sign !== '-') return instantOf(Number(seconds), nano);
  return nano === 0 ? instantOf(0 - Number(seconds), 0) : instantOf(-1 - Number(seconds), 10 ** NANO_DIGITS - nano);
}

function nanoOf(fraction: string): number | null {
  const digits = fraction.length > NANO_DIGITS ? fraction.replace(/0+$/, '') : fraction;
  return digits.length > NANO_DIGITS ? null : Number(digits.padEnd(NANO_DIGITS, '0'));
}

/** Null for what does not exist, and for years before 100, which `Date.UTC` would move to the 20th century. */
export function localSecond(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1_000;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
