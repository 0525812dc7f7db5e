/** Never throws, and never builds a value deeper than the limit, so code that walks it may recurse. */

import { type ValueChoice, hasRepeatedName, type JsonContradiction, deduplicateNames } from './json-contradictions.ts';

/** The deepest documented event has 7 levels; more than 64 are an attack or an accident. */
const MAX_JSON_DEPTH = 64;

export type JsonText =
  | { readonly kind: 'value'; readonly value: unknown; readonly contradictions: readonly JsonContradiction[] }
  | { readonly kind: 'malformed'; readonly detail: string }
  | { readonly kind: 'too-deep' };

/** Number in the place of an identifier, as written: a double would lose digits after the fifteenth. */
export class NumericIdentifier {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

/** Properties that are an identifier or a time in at least one documented event, so that each digit matters. */
const EXACT_NUMBER_FIELDS = new Set([
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
  'createdDateTime',
  'timeCreated',
  'lastUpdated',
  'epochSecond',
  'nano',
]);
const NO_CONTRADICTIONS: readonly JsonContradiction[] = [];
/** Max texts read inside each other: a producer that encodes a value twice does not do it five times. */
export const MAX_UNWRAP_LEVELS = 4;

/** `keep` reads those of `EXACT_NUMBER_FIELDS` as `NumericIdentifier`, `keep-all` every number. */
export type Digits = 'lose' | 'keep' | 'keep-all';

/** Digits take several times as long. `isChecked`: known not to be too deep. */
export function parseJsonText(text: string, digits: Digits, choice: ValueChoice = 0, isChecked = false): JsonText {
  if (!isChecked && isTooDeep(text)) return { kind: 'too-deep' };
  try {
    const value = JSON.parse(text) as unknown;
    const isRepeated = hasRepeatedName(text, value);
    if (!isRepeated && digits === 'lose') return { kind: 'value', value, contradictions: NO_CONTRADICTIONS };
    const one = isRepeated ? deduplicateNames(text, choice) : { text, contradictions: NO_CONTRADICTIONS };
    const exact = JSON.parse(one.text, REVIVERS[digits]) as unknown;
    return { kind: 'value', value: exact, contradictions: one.contradictions };
  } catch (error) {
    return { kind: 'malformed', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Parses JSON that may be inside a JSON string, and that inside another. Returns the innermost result. */
export function unwrapJsonText(
  text: string,
  digits: Digits,
  choice: ValueChoice = 0,
  isChecked = false,
): { json: JsonText; times: number } {
  for (let times = 1, inner = text; ; times += 1) {
    const json = parseJsonText(inner, digits, choice, isChecked);
    if (json.kind !== 'value' || typeof json.value !== 'string' || times === MAX_UNWRAP_LEVELS) return { json, times };
    if (!MAY_BE_JSON.test(json.value)) return { json, times };
    inner = json.value;
  }
}

export const MAY_BE_JSON = /^\s*["{[]/;

const REVIVERS = {
  lose: undefined,
  keep: (key: string, value: unknown, context?: Context) =>
    EXACT_NUMBER_FIELDS.has(key) ? digitsOf(value, context) : value,
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
/** `[` and `]` differ from `{` and `}` by one bit; outside a string, no other character does. */
const OPENER = 0x7b;
const CLOSER = 0x7d;
const CURLED = 0x20;

/** Reads each character once and builds nothing: a million brackets take milliseconds. */
function isTooDeep(text: string): boolean {
  if (!hasMoreOpeners(text, MAX_JSON_DEPTH)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) inString = !inString;
    else if (inString) {
      if (sign === BACKSLASH) at += 1;
    } else if ((sign | CURLED) === OPENER) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if ((sign | CURLED) === CLOSER) depth -= 1;
  }
  return false;
}

/** Faster than counting the depth, and enough for most events: they have fewer brackets than the limit. */
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
