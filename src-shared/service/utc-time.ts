/** UTC with milliseconds (`docs/service.md` §1.2). `Date.parse` reads 30 February as 1 March, and no zone as local. */
import { type Instant, localSecond, parseIsoTime } from './exact-time.ts';

/** `2026-01-05T08:00:00.000Z`, as `Date.toISOString` writes it: the form of nearly all timestamps. */
const USUAL = 'dddd-dd-ddTdd:dd:dd.dddZ';

/** Returns UTC epoch ms (finer digits are cut), or null if the text is not a valid time. */
export function utcTime(text: string): number | null {
  if (!isUsual(text)) {
    const instant = parseIsoTime(text);
    return instant === null ? null : epochMs(instant);
  }
  const second = localSecond(
    number(text, 0, 4),
    number(text, 5, 7),
    number(text, 8, 10),
    number(text, 11, 13),
    number(text, 14, 16),
    number(text, 17, 19),
  );
  return second === null ? null : second * 1_000 + number(text, 20, 23);
}

export function epochMs({ epochSecond, nano }: Instant): number {
  return epochSecond * 1_000 + Math.floor(nano / 1_000_000);
}

/** Compares character by character: a regular expression with groups takes five times as long. */
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
