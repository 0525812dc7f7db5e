/**
 * Interprets one term of a filter: which fields exist, and which values each accepts. `filter-parser.ts` finds the
 * words; a mistake keeps the position of the wrong ones.
 */
import type { FilterProblem } from '../../api/errors.ts';
import {
  allowedValues,
  type FilterTerm,
  type FilterTime,
  type ValueField,
  valueFields,
  valueProblem,
} from './filter.ts';
import { parseFilterTime } from './filter-time.ts';

/** Positions are UTF-16 offsets from the start of the text; `end` is exclusive. */
export interface RawWord {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

export interface RawTerm {
  readonly at: number;
  readonly end: number;
  readonly negated: boolean;
  /** Name as written, without the colon; null if the term has no field. */
  readonly field: RawWord | null;
  /** At least one; a missing value is an empty word at its position. */
  readonly values: readonly RawWord[];
}

export interface FilterMistake {
  readonly at: number;
  readonly length: number;
  readonly problem: FilterProblem;
}

/**
 * Words that join terms in other query languages. This language has none, and a search for such a word would mislead.
 */
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&', '&&', '|', '||', '!', '(', ')']);

/** @param written with its quotation marks; a quoted word is plain text */
export function isOperator(written: string): boolean {
  return OPERATORS.has(written);
}

export const filterFields = [...valueFields, 'seen', 'text', 'since', 'until'] as const;

const SEEN = ['yes', 'no'] as const;

/** Fixed words that a field accepts; empty if it accepts the service's words. */
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

function fieldValue(field: ValueField, { text, at, end }: RawWord): string | FilterMistake {
  const word = allowedValues(field) === null ? text : text.toLowerCase();
  const problem = valueProblem(field, word);
  return problem === null ? word : mistakeAt(at, end, problem);
}

/** `-seen:yes` means `seen:no`. Returns null unless there is exactly one word, `yes` or `no`. */
function interpretSeen([first, second]: readonly RawWord[], negated: boolean): FilterTerm | null {
  const word = SEEN.find((each) => each === first?.text.toLowerCase());
  return word === undefined || second !== undefined ? null : { kind: 'seen', seen: (word === 'yes') !== negated };
}

function onlyTime([first, second]: readonly RawWord[]): FilterTime | null {
  return first === undefined || second !== undefined ? null : parseFilterTime(first.text);
}
