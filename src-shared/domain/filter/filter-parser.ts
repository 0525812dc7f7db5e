/** Terms with the position of each word, for an editor. Continues after a mistake and never throws. */
import { groupedDigits } from '../../service/identifier-text.ts';
import { FILTER_LIMITS, type FilterTerm, isIdentifierField } from './filter.ts';
import {
  fieldNamed,
  isOperator,
  interpretTerm,
  mistakeAt,
  type FilterMistake,
  type RawTerm,
  type RawWord,
} from './filter-interpretation.ts';

export interface ParsedTerm extends RawTerm {
  readonly mistake: FilterMistake | null;
  readonly term: FilterTerm | null;
}

/** Yields terms one by one, so that the caller can stop early. */
export function* parseTerms(text: string): Generator<ParsedTerm, void, undefined> {
  let at = skipSpace(text, 0);
  for (let index = 0; at < text.length; index += 1) {
    const read = parseTerm(text, at, index);
    yield read;
    at = skipSpace(text, read.end);
  }
}

export function termAt(text: string, caret: number): ParsedTerm | null {
  for (const term of parseTerms(text)) if (caret <= term.end) return caret >= term.at ? term : null;
  return null;
}

interface ParsedValue extends RawWord {
  readonly openQuote: number | null;
  /** Position of an ellipsis that is neither at the start nor at the end, where it has no meaning. */
  readonly signWithin: number | null;
}

const FIELD = /[A-Za-z][\w-]*(?=:)/y;
const SPACE = /\s/;
const ELLIPSIS = /[*…]/;
/** Digits in groups, as labels print an EID or an ICCID, and tickets a number. */
const DIGIT_GROUPS = /\+?\d{2,7}(?:[ \u00A0]\d{2,7})+(?![^\s,])/y;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1;
  return at;
}

function parseTerm(text: string, start: number, index: number): ParsedTerm {
  const negated = text[start] === '-';
  let at = negated ? start + 1 : start;
  FIELD.lastIndex = at;
  const name = FIELD.exec(text)?.[0];
  const field = name === undefined ? null : { text: name, at, end: at + name.length };
  if (field !== null) at = field.end + 1;

  let before = start;
  const values: ParsedValue[] = [];
  let mistake: FilterMistake | null = null;
  do {
    if (values.length > 0) {
      before = at;
      at += 1;
    }
    const value = parseValue(text, at, field?.text.toLowerCase() ?? 'text');
    mistake ??= valueMistake(value, before, values.length);
    values.push(value);
    at = value.end;
  } while (text[at] === ',');
  const written = { at: start, end: at, negated, field, values: values.map(wordOf) };
  if (isOperator(text.slice(start, at))) mistake ??= mistakeAt(start, at, 'operator');
  if (index >= FILTER_LIMITS.terms) mistake ??= mistakeAt(start, at, 'too-long');
  if (mistake !== null) return { ...written, mistake, term: null };
  const meant = interpretTerm(written);
  return 'problem' in meant ? { ...written, mistake: meant, term: null } : { ...written, mistake: null, term: meant };
}

function wordOf({ text, at, end }: ParsedValue): RawWord {
  return { text, at, end };
}

function valueMistake(
  { text, at, end, openQuote, signWithin }: ParsedValue,
  before: number,
  index: number,
): FilterMistake | null {
  if (openQuote !== null) return mistakeAt(openQuote, end, 'open-quote');
  if (text === '') return mistakeAt(end > at ? at : before, Math.max(end, before + 1), 'missing-value');
  if (signWithin !== null) return mistakeAt(signWithin, signWithin + 1, 'sign-within');
  return text.length > FILTER_LIMITS.valueLength || index >= FILTER_LIMITS.values
    ? mistakeAt(at, end, 'too-long')
    : null;
}

function parseValue(text: string, start: number, field: string): ParsedValue {
  const groups = digitGroupsAt(text, start, field);
  if (groups !== null)
    return { text: groups, at: start, end: start + groups.length, openQuote: null, signWithin: null };
  let value = '';
  let openQuote: number | null = null;
  const signs: number[] = [];
  let at = start;
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === '"') openQuote = openQuote === null ? at : null;
    else if (openQuote === null && (sign === ',' || SPACE.test(sign))) break;
    else if (openQuote !== null && sign === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 1;
    } else {
      if (openQuote === null && ELLIPSIS.test(sign)) signs.push(at);
      value += sign;
    }
  }
  const read = { text: value, at: start, end: at, openQuote, signWithin: null };
  // After `=` every character is literal.
  if (!isIdentifier(field) || text[start] === '=') return read;
  const written = text.slice(start, at);
  const before = /^[*…]*/.exec(written)?.[0].length ?? 0;
  const after = before === written.length ? 0 : (/[*…]*$/.exec(written)?.[0].length ?? 0);
  const signWithin = signs.find((position) => position >= start + before && position < at - after) ?? null;
  return { ...read, text: withEllipses(value, before, after), signWithin };
}

function isIdentifier(name: string): boolean {
  const field = fieldNamed(name);
  return field !== null && isIdentifierField(field);
}

/** Returns an identifier that is written in groups without quotes, so that the groups are not words of their own. */
function digitGroupsAt(text: string, at: number, field: string): string | null {
  if (field !== 'text' && !isIdentifier(field)) return null;
  DIGIT_GROUPS.lastIndex = at;
  const [groups = ''] = DIGIT_GROUPS.exec(text) ?? [];
  return groupedDigits(groups) === null ? null : groups;
}

/** Users type `*` for `…`. A part with an ellipsis at both ends is the plain part. Characters in quotes are literal. */
function withEllipses(value: string, before: number, after: number): string {
  const middle = value.slice(before, value.length - after);
  if (before > 0 && (after > 0 || middle === '')) return middle === '' ? '…' : middle;
  if (before > 0) return `…${middle}`;
  return after > 0 ? `${middle}…` : middle;
}
