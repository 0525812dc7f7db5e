/**
 * Reads the service's timestamps: ISO 8601, UTC with milliseconds (`service-spec.md` "Notification event envelope").
 * `Date.parse` is no judge: it takes 30 February for 1 March and a time without a zone for local time.
 */
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
/** `2026-01-05T08:00:00.000Z`, as `Date.toISOString` writes it: nearly all of them. */
const USUAL = 'dddd-dd-ddTdd:dd:dd.dddZ';

/** UTC epoch ms (finer digits are cut), or `null` where the text is no such time or names no existing day. */
export function utcTime(text: string): number | null {
  if (isUsual(text))
    return timeOf(
      number(text, 0, 4),
      number(text, 5, 7),
      number(text, 8, 10),
      number(text, 11, 13),
      number(text, 14, 16),
      number(text, 17, 19),
      number(text, 20, 23),
    );
  const match = ISO_TIME.exec(text);
  if (match === null) return null;
  const part = (index: number) => Number(match[index] ?? 0);
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = timeOf(part(1), part(2), part(3), part(4), part(5), part(6), milliseconds);
  if (local === null || part(9) > 23 || part(10) > 59) return null;
  const offset = (part(9) * 60 + part(10)) * 60_000;
  return match[8] === '-' ? local + offset : local - offset;
}

/** Sign by sign: a regular expression that captures takes five times as long. */
function isUsual(text: string): boolean {
  if (text.length !== USUAL.length) return false;
  for (let at = 0; at < USUAL.length; at += 1) {
    const sign = text.charCodeAt(at);
    const expected = USUAL.charCodeAt(at);
    if (expected === 0x64 ? sign < 0x30 || sign > 0x39 : sign !== expected) return false;
  }
  return true;
}

function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = 10 * value + text.charCodeAt(at) - 0x30;
  return value;
}

/** `null` for a day or a time of day that does not exist; `Date.UTC` takes years before 100 for the 20th century. */
function timeOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number | null {
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
