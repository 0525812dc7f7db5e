/**
 * Reads a JSON text that somebody else wrote. Never throws, and never builds a value deeper than the limit: code that
 * walks the value, clones it or prints it again may recurse.
 */

/** The deepest documented event nests 7 levels; deeper than 64 is an attack or an accident. */
const JSON_DEPTH_LIMIT = 64;

export type JsonText =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'malformed'; readonly detail: string }
  | { readonly kind: 'too-deep' };

/** A number where an identifier belongs, as it was written: a double would lose digits beyond the fifteenth. */
export class NumericIdentifier {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** Properties whose value is an identifier in at least one documented event. */
const IDENTIFIERS = new Set([
  'principal',
  'eid',
  'iccid',
  'localizedProfile.iccid',
  'errorCode',
  'errorType',
  'subscriptionRequestId',
  'resourceId',
  'imsi',
  'msisdn',
  'companyId',
  'createdBy',
  'value',
]);

/**
 * @param digits `keep` reads numeric identifiers as `NumericIdentifier`, and takes several times as long; `keep-all` every
 * number.
 */
export function parseJsonText(text: string, digits: 'lose' | 'keep' | 'keep-all'): JsonText {
  if (isTooDeep(text)) return { kind: 'too-deep' };
  try {
    return { kind: 'value', value: JSON.parse(text, REVIVERS[digits]) as unknown };
  } catch (error) {
    return { kind: 'malformed', detail: error instanceof Error ? error.message : String(error) };
  }
}

const REVIVERS = {
  lose: undefined,
  keep: (key: string, value: unknown, context?: Context) => (IDENTIFIERS.has(key) ? digitsOf(value, context) : value),
  'keep-all': (_: string, value: unknown, context?: Context) => digitsOf(value, context),
};

/** JSON.parse source text access (ECMAScript 2026), which the compiler's library does not declare yet. */
interface Context {
  readonly source?: string;
}

function digitsOf(value: unknown, context?: Context): unknown {
  return typeof value === 'number' ? new NumericIdentifier(context?.source ?? String(value)) : value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `]` differ from `{` and `}` by one bit; nothing else becomes one of them with it outside a string. */
const OPENER = 0x7b;
const CLOSER = 0x7d;
const CURLED = 0x20;

/** Looks at each character once and builds nothing: a million brackets take milliseconds. */
function isTooDeep(text: string): boolean {
  if (!hasMoreOpeners(text, JSON_DEPTH_LIMIT)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) inString = !inString;
    else if (inString) {
      if (sign === BACKSLASH) at += 1;
    } else if ((sign | CURLED) === OPENER) {
      depth += 1;
      if (depth > JSON_DEPTH_LIMIT) return true;
    } else if ((sign | CURLED) === CLOSER) depth -= 1;
  }
  return false;
}

/** Most events hold fewer brackets than they may nest, which is told far faster than how they nest. */
function hasMoreOpeners(text: string, limit: number): boolean {
  let openers = 0;
  for (const sign of ['{', '[']) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      openers += 1;
      if (openers > limit) return true;
    }
  }
  return false;
}
