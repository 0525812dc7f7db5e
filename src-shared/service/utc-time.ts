/**
 * Reads the service's timestamps: ISO 8601, UTC with milliseconds (`service-spec.md` "Notification event envelope").
 * `Date.parse` is no judge: it takes 30 February for 1 March and a time without a zone for local time.
 */
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** UTC epoch ms (finer digits are cut), or `null` where the text is no such time or names no existing day. */
export function utcTime(text: string): number | null {
  const match = ISO_TIME.exec(text);
  if (match === null) return null;
  const part = (index: number) => Number(match[index] ?? 0);
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (part(4) > 23 || part(5) > 59 || part(6) > 59 || part(9) > 23 || part(10) > 59) return null;
  const local = Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6), milliseconds);
  // A day or month that does not exist rolls over into the next one (and a year before 100 into the 20th century).
  const day = new Date(local);
  if (day.getUTCFullYear() !== part(1) || day.getUTCMonth() !== part(2) - 1 || day.getUTCDate() !== part(3))
    return null;
  const offset = (part(9) * 60 + part(10)) * 60_000;
  return match[8] === '-' ? local + offset : local - offset;
}
