/** Identifiers as people have them: in groups, with `+` or `00`, quotes, a name, a filler or invisible characters. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;
const BEFORE = /^[\s"'`=([{<“‘«]+/;
const AFTER = /[\s"'`)\]}>.:”’»]+$/;
const LABEL = /^(?:eid|iccid|imsi|msisdn|iotSubscriptionId|id)(?:\s*[:=#]\s*|\s+)["']?/i;
const GROUPS = /^\+?\d+(?:[\s.\u2010-\u2015-]+\d+)*$/;
/** The last half byte of an ICCID of 19 digits, or of an IMSI of 15, is a filler. */
const FILLED = /^\d{15,19}F$/i;
/** Dialled for `+` (ITU-T E.123). North American numbers have 11 digits, so the IMSI `00101…` is none. */
const DIALLED_PREFIX = /^00(?=(?:1[2-9]\d{9}|[2-9]\d{8,14})$)/;
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

/** The page prints long ids as `…9727`. */
const ELLIPSES = /^\s*(?:…|\.{3}|\*)|(?:…|\.{3}|\*)\s*$/g;

/** Same as `readIdentifier` for a part of an identifier, which may have an ellipsis. */
export function readIdentifierPart(text: string): string {
  return readIdentifier(readIdentifier(text).replaceAll(ELLIPSES, ''));
}

/** Returns the text to look for in a list, and the identifier that events have if it is written in another form. */
export function searchForms(text: string): readonly [asTyped: string, ...asRead: string[]] {
  const read = readIdentifierPart(text);
  return read === text || read.length < MIN_DIGITS || !/\d/.test(read) ? [text] : [text, read];
}

/** Digits in groups within other words. Fewer digits may be two codes beside each other. */
const GROUPED = /\+?\d{2,8}(?:[\s.\u2010-\u2015-]+\d{2,8})+(?![\w:])/gu;
const MIN_GROUPED_DIGITS = { plain: 14, number: 8 };
const SPACED_DIGITS = /^\d[\d ]*$/;
const LABEL_BEFORE_DIGIT =
  /(?<![\w:])(?:eid|iccid|imsi|msisdn)(?:\s*[=#:]\s*|\s+)(?=["'“‘(]?(?:…|\.{3}|\*)?\s?\+?\d)/gi;

/** Returns the words of a search in a list, each as `searchForms`. An identifier in another form is one word. */
export function searchWords(text: string): readonly (readonly string[])[] {
  const visible = text.replaceAll(/\s/gu, ' ').replaceAll(INVISIBLE, '').trim();
  const digits = digitsOf(readIdentifierPart(visible), MIN_DIGITS);
  if (digits !== null && (digits.length >= MIN_GROUPED_DIGITS.plain || !SPACED_DIGITS.test(visible)))
    return [searchForms(visible)];
  const words = visible
    .replaceAll(LABEL_BEFORE_DIGIT, '')
    .replaceAll(GROUPED, (groups) => groupedDigits(groups) ?? groups)
    .split(' ');
  return words.filter((word) => word !== '').map(searchForms);
}

/** Returns the digits of an identifier in groups; null if these may be codes beside each other. */
export function groupedDigits(groups: string): string | null {
  const digits = digitsOf(groups, MIN_GROUPED_DIGITS.number);
  const isNumber = groups.startsWith('+') || digits !== groups.replaceAll(/\D/g, '');
  return isNumber || digits.length >= MIN_GROUPED_DIGITS.plain ? digits : null;
}

/** Returns the digits of a grouped, filled or international number; null for any other text, or below `minDigits`. */
export function digitsOf(text: string, minDigits: number): string | null {
  if (!GROUPS.test(text) && !FILLED.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(DIALLED_PREFIX, '');
  return digits.length < minDigits ? null : digits;
}
