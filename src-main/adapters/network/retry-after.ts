/** Parses RFC 9110, 5.6.7 and 10.2.3. Checks the form first, because `Date.parse` accepts almost anything. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT)$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Returns the milliseconds to wait from `now` (UTC epoch ms); 0 for a past date, null if the header is not usable. */
export function retryAfterMsOf(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const at = httpTimeOf(value);
  return at === null ? null : Math.max(0, at - now);
}

/** Returns UTC epoch ms; null if it is not an HTTP date. */
export function httpTimeOf(header: string | null): number | null {
  const value = header?.trim() ?? '';
  let at = Number.NaN;
  if (httpDate.test(value)) at = Date.parse(value);
  // An asctime date names no zone and means UTC.
  else if (asctimeDate.test(value)) at = Date.parse(`${value} GMT`);
  return Number.isNaN(at) ? null : at;
}
