import { utcTime } from '../../../src-shared/service/utc-time.ts';

/** RFC 822 with the years of RFC 2822. A time without a zone is refused: `Date.parse` would read it as local. */
const rfc822 =
  /^(?:[A-Za-z]{3,9},?\s*)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{2}|\d{4})\s+(\d{1,2}:\d{2}(?::\d{2})?)\s*([+-]\d{4}|UTC?|GMT|Z|[ECMP][SD]T)$/i;

/** Returns UTC epoch ms; null if the text is no time of RFC 3339 or RFC 822. */
export function feedTime(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  // RFC 3339 allows a blank and small letters; some pages write the offset without a colon.
  const iso = trimmed
    .toUpperCase()
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = utcTime(iso);
  if (at !== null) return at;
  const [, day, month, year, time, zone] = rfc822.exec(trimmed) ?? [];
  if (day === undefined) return null;
  const parsed = Date.parse(`${day} ${month} ${year} ${time} ${zone}`);
  // `Date.parse` reads 31 February as 2 March.
  const isDay = new Date(Date.parse(`${day} ${month} ${year} 12:00 GMT`)).getUTCDate() === Number(day);
  return Number.isNaN(parsed) || !isDay ? null : parsed;
}
