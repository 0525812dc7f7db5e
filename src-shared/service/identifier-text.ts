/**
 * Reads identifiers as people have them: in groups on a label, with the `+` of a number, with quotes and a name around
 * them, with the filler of a half-used byte, or with the invisible characters of a copied cell. Identifiers in events
 * have none of these.
 */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;
const BEFORE = /^[\s"'`=([{<“‘«]+/;
const AFTER = /[\s"'`)\]}>.:”’»]+$/;
const LABEL = /^(?:eid|iccid|imsi|msisdn|iotSubscriptionId|id)(?:\s*[:=#]\s*|\s+)["']?/i;
/** Digits in groups, with spaces, hyphens, dashes or dots between them. */
const GROUPS = /^\+?\d+(?:[\s.\u2010-\u2015-]+\d+)*$/;
/** The last half byte of an ICCID of 19 digits, or of an IMSI of 15, is a filler. */
const FILLED = /^\d{15,19}F$/i;
/** A shorter part occurs in nearly every identifier. */
const MIN_DIGITS = 4;

/** Removes quotes, a spreadsheet's `="…"`, a leading field name and invisible characters. */
function withoutDecoration(text: string): string {
  return text.replaceAll(INVISIBLE, '').replace(BEFORE, '').replace(LABEL, '').replace(AFTER, '');
}

/** Returns the identifier as events have it; a text in another form is only freed from what is around it. */
export function readIdentifier(text: string): string {
  const identifier = withoutDecoration(text);
  return digitsOf(identifier, MIN_DIGITS) ?? identifier;
}

/** Returns the digits of a grouped, filled or `+` number; null for any other text, or below `minDigits`. */
export function digitsOf(text: string, minDigits: number): string | null {
  if (!GROUPS.test(text) && !FILLED.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < minDigits ? null : digits;
}
