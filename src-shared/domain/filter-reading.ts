/**
 * The text of a filter taken apart, term by term, with the place of each word: what an editor shows, completes and cuts
 * out by its positions. It reads on behind a mistake and never throws; `filter-text.ts` says what the language is.
 */
import type { FilterProblem } from '../api/errors.ts';
import {
  closedValues,
  type Filter,
  FILTER_MOST,
  type FilterTerm,
  type FilterTime,
  isIdentifierField,
  type ValueField,
  valueFields,
} from './filter.ts';
import { parseFilterTime } from './filter-time.ts';
import { identifierPiece, isTooShort } from './identifier-match.ts';

/** Places are UTF-16 units from the beginning of the text; `end` is the first behind it. */
export interface WrittenWord {
  /** Without its quotation marks. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

export interface ReadMistake {
  readonly at: number;
  readonly length: number;
  readonly problem: FilterProblem;
}

export interface ReadTerm {
  readonly at: number;
  readonly end: number;
  readonly negated: boolean;
  /** As written, without the colon; `null` where there is none. */
  readonly field: WrittenWord | null;
  /** At least one; a value that is missing is an empty word in its place. */
  readonly values: readonly WrittenWord[];
  /** The first one. */
  readonly mistake: ReadMistake | null;
  /** `null` where there is a mistake. */
  readonly term: FilterTerm | null;
}

export const filterFields = [...valueFields, 'seen', 'text', 'since', 'until'] as const;

const SEEN = ['yes', 'no'] as const;

/** The words of ours that a field takes; none where it takes those of others. */
export function closedWords(field: string): readonly string[] {
  if (field === 'seen') return SEEN;
  return isValueField(field) ? (closedValues(field) ?? []) : [];
}

export function readQuery(text: string): { readonly terms: readonly ReadTerm[] } {
  const terms: ReadTerm[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const read = readTerm(text, at, terms.length);
    terms.push(read);
    at = read.end;
  }
  return { terms };
}

/** The term in which the caret stands, or at whose edge. */
export function termAt(text: string, caret: number): ReadTerm | null {
  return readQuery(text).terms.find(({ at, end }) => caret >= at && caret <= end) ?? null;
}

/** What is understood of a text; the terms with a mistake are left out. */
export function understoodFilter(text: string): Filter {
  return { terms: readQuery(text).terms.flatMap(({ term }) => term ?? []) };
}

interface ReadValue extends WrittenWord {
  /** Where the quotation mark stands that is not closed. */
  readonly openQuote: number | null;
}

const FIELD = /[A-Za-z][\w-]*(?=:)/y;
const SPACE = /\s/;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1;
  return at;
}

function readTerm(text: string, start: number, place: number): ReadTerm {
  const negated = text[start] === '-';
  let at = negated ? start + 1 : start;
  FIELD.lastIndex = at;
  const name = FIELD.exec(text)?.[0];
  const field = name === undefined ? null : { text: name, at, end: at + name.length };
  if (field !== null) at = field.end + 1;

  // What stands before a value that is missing, to show where it is missed.
  let before = start;
  const values: ReadValue[] = [];
  let mistake: ReadMistake | null = null;
  do {
    if (values.length > 0) {
      before = at;
      at += 1;
    }
    const value = readValue(text, at, field?.text.toLowerCase() ?? 'text');
    mistake ??= valueMistake(value, before, values.length);
    values.push(value);
    at = value.end;
  } while (text[at] === ',');
  const written = { at: start, end: at, negated, field, values: values.map(wordOf) };
  if (place >= FILTER_MOST.terms) mistake ??= mistakeAt(start, at, 'too-long');
  if (mistake !== null) return { ...written, mistake, term: null };
  const meant = meaning(written);
  return 'problem' in meant ? { ...written, mistake: meant, term: null } : { ...written, mistake: null, term: meant };
}

function wordOf({ text, at, end }: ReadValue): WrittenWord {
  return { text, at, end };
}

function valueMistake({ text, at, end, openQuote }: ReadValue, before: number, place: number): ReadMistake | null {
  if (openQuote !== null) return mistakeAt(openQuote, end, 'open-quote');
  if (text === '') return mistakeAt(end > at ? at : before, Math.max(end, before + 1), 'missing-value');
  return text.length > FILTER_MOST.valueLength || place >= FILTER_MOST.values ? mistakeAt(at, end, 'too-long') : null;
}

function mistakeAt(at: number, end: number, problem: FilterProblem): ReadMistake {
  return { at, length: end - at, problem };
}

/** Up to the next white space or comma that does not stand in quotes. */
function readValue(text: string, start: number, field: string): ReadValue {
  let value = '';
  let openQuote: number | null = null;
  let at = start;
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === '"') openQuote = openQuote === null ? at : null;
    else if (openQuote === null && (sign === ',' || SPACE.test(sign))) break;
    else if (openQuote !== null && sign === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 1;
    } else value += sign;
  }
  if (isValueField(field) && isIdentifierField(field)) value = withEllipses(value, text.slice(start, at));
  return { text: value, at: start, end: at, openQuote };
}

/**
 * People type `*` for `…`. A piece that may go on at both ends is just a piece. Signs in quotes stand for themselves.
 * @param written the value with its quotation marks
 */
function withEllipses(value: string, written: string): string {
  if (written.startsWith('=')) return value;
  const goesOnBefore = /^[*…]/.test(written);
  const goesOn = /[*…]$/.test(written);
  if (goesOnBefore && goesOn) return value.length > 1 ? value.slice(1, -1) : '…';
  if (goesOnBefore) return `…${value.slice(1)}`;
  return goesOn ? `${value.slice(0, -1)}…` : value;
}

type Written = Pick<ReadTerm, 'at' | 'end' | 'negated' | 'field' | 'values'>;

function meaning({ at, field, negated, values, end }: Written): FilterTerm | ReadMistake {
  const name = field?.text.toLowerCase() ?? 'text';
  if (name === 'text') return { kind: 'text', values: values.map(({ text }) => text), negated };
  if (name === 'seen') return seenMeaning(values, negated) ?? mistakeAt(values[0]?.at ?? at, end, 'unknown-value');
  if (name === 'since' || name === 'until') {
    if (negated) return mistakeAt(at, at + 1, 'not-negatable');
    const time = onlyTime(values);
    return time === null ? mistakeAt(values[0]?.at ?? at, end, 'bad-time') : { kind: name, time };
  }
  if (!isValueField(name)) return mistakeAt(field?.at ?? at, field?.end ?? end, 'unknown-field');
  const meant: string[] = [];
  for (const value of values) {
    const word = fieldValue(name, value);
    if (typeof word !== 'string') return word;
    meant.push(word);
  }
  return { kind: 'value', field: name, values: meant, negated };
}

function isValueField(name: string): name is ValueField {
  return valueFields.some((field) => field === name);
}

/** A wrong word of ours is a slip; everything else may be the word of a later service. */
function fieldValue(field: ValueField, { text, at, end }: WrittenWord): string | ReadMistake {
  if (isIdentifierField(field)) return isTooShort(identifierPiece(text)) ? mistakeAt(at, end, 'too-short') : text;
  const known = closedValues(field);
  if (known === null) return text;
  return known.includes(text.toLowerCase()) ? text.toLowerCase() : mistakeAt(at, end, 'unknown-value');
}

/** Not seen is seen no. `null`: neither, or both at once. */
function seenMeaning([first, second]: readonly WrittenWord[], negated: boolean): FilterTerm | null {
  const word = SEEN.find((known) => known === first?.text.toLowerCase());
  return word === undefined || second !== undefined ? null : { kind: 'seen', seen: (word === 'yes') !== negated };
}

function onlyTime([first, second]: readonly WrittenWord[]): FilterTime | null {
  return first === undefined || second !== undefined ? null : parseFilterTime(first.text);
}
