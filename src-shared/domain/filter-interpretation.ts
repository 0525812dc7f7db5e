/**
 * What one written term of a filter means: which fields there are, and what each of them takes. Where the words stand
 * says `filter-parser.ts`; a mistake keeps the place of the words that are wrong.
 */
import type { FilterProblem } from '../api/errors.ts';
import {
  allowedValues,
  type FilterTerm,
  type FilterTime,
  isIdentifierField,
  type ValueField,
  valueFields,
} from './filter.ts';
import { parseFilterTime } from './filter-time.ts';
import { parseIdentifierPattern, isTooShort } from './identifier-pattern.ts';

/** Places are UTF-16 units from the beginning of the text; `end` is the first behind it. */
export interface RawWord {
  /** Without its quotation marks. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** A term as it stands there, before anybody asks what its field takes. */
export interface RawTerm {
  readonly at: number;
  readonly end: number;
  readonly negated: boolean;
  /** As written, without the colon; `null` where there is none. */
  readonly field: RawWord | null;
  /** At least one; a value that is missing is an empty word in its place. */
  readonly values: readonly RawWord[];
}

export interface FilterMistake {
  readonly at: number;
  readonly length: number;
  readonly problem: FilterProblem;
}

/** What joins terms in other languages. Ours has none of it, and looking for such a word as text would mislead. */
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&', '&&', '|', '||', '!', '(', ')']);

/** @param written with its quotation marks, in which it is a text like any other */
export function isOperator(written: string): boolean {
  return OPERATORS.has(written);
}

export const filterFields = [...valueFields, 'seen', 'text', 'since', 'until'] as const;

const SEEN = ['yes', 'no'] as const;

/** The words of ours that a field takes; none where it takes those of others. */
export function allowedWords(field: string): readonly string[] {
  if (field === 'seen') return SEEN;
  return isValueField(field) ? (allowedValues(field) ?? []) : [];
}

export function mistakeAt(at: number, end: number, problem: FilterProblem): FilterMistake {
  return { at, length: end - at, problem };
}

export function interpretTerm({ at, field, negated, values, end }: RawTerm): FilterTerm | FilterMistake {
  const name = field?.text.toLowerCase() ?? 'text';
  if (name === 'text') return { kind: 'text', values: values.map(({ text }) => text), negated };
  if (name === 'seen') return interpretSeen(values, negated) ?? mistakeAt(values[0]?.at ?? at, end, 'unknown-value');
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

export function isValueField(name: string): name is ValueField {
  return valueFields.some((field) => field === name);
}

/** A wrong word of ours is a slip; everything else may be the word of a later service. */
function fieldValue(field: ValueField, { text, at, end }: RawWord): string | FilterMistake {
  if (isIdentifierField(field))
    return isTooShort(parseIdentifierPattern(text)) ? mistakeAt(at, end, 'too-short') : text;
  const known = allowedValues(field);
  if (known === null) return text;
  return known.includes(text.toLowerCase()) ? text.toLowerCase() : mistakeAt(at, end, 'unknown-value');
}

/** Not seen is seen no. `null`: neither, or both at once. */
function interpretSeen([first, second]: readonly RawWord[], negated: boolean): FilterTerm | null {
  const word = SEEN.find((known) => known === first?.text.toLowerCase());
  return word === undefined || second !== undefined ? null : { kind: 'seen', seen: (word === 'yes') !== negated };
}

function onlyTime([first, second]: readonly RawWord[]): FilterTime | null {
  return first === undefined || second !== undefined ? null : parseFilterTime(first.text);
}
