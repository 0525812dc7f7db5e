/** Interprets one term: which values each field accepts. `filter-parser.ts` finds the words and their positions. */
import { assertNever } from '../../lib/assert-never.ts';
import {
  allowedValues,
  type FilterField,
  filterFields,
  type FilterTerm,
  isIdentifierField,
  isOtherField,
  type OtherField,
  otherFieldTable,
  type ValueField,
  valueProblem,
} from './filter.ts';
import { parseFilterTime, printFilterTime } from './filter-time.ts';

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
  readonly field: RawWord | null;
  /** At least one; a missing value is an empty word at its position. */
  readonly values: readonly RawWord[];
}

export type FilterProblem =
  | 'unknown-field'
  | 'missing-value'
  | 'unknown-value'
  | 'open-quote'
  | 'bad-time'
  | 'not-negatable'
  | 'too-short'
  | 'sign-within'
  | 'operator'
  | 'too-long';

export interface FilterMistake {
  readonly at: number;
  readonly length: number;
  readonly problem: FilterProblem;
}

/** Other query languages join terms with these. Here a search for such a word would mislead. */
const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&', '&&', '|', '||', '!', '(', ')']);

/** @param written with its quotation marks; a quoted word is plain text */
export function isOperator(written: string): boolean {
  return OPERATORS.has(written);
}

export function allowedWords(name: string): readonly string[] {
  const field = fieldNamed(name);
  if (field === null) return [];
  return isOtherField(field) ? Object.keys(otherFieldTable[field].words ?? {}) : (allowedValues(field) ?? []);
}

export function fieldNamed(name: string): FilterField | null {
  return filterFields.find((field) => field === name) ?? null;
}

export function mistakeAt(at: number, end: number, problem: FilterProblem): FilterMistake {
  return { at, length: end - at, problem };
}

export function interpretTerm(written: RawTerm): FilterTerm | FilterMistake {
  const { at, field, end } = written;
  const name = fieldNamed(field?.text.toLowerCase() ?? 'text');
  if (name === null) return mistakeAt(field?.at ?? at, field?.end ?? end, 'unknown-field');
  return isOtherField(name) ? interpretOther(name, written) : interpretValues(name, written);
}

function interpretOther(field: OtherField, { at, negated, values, end }: RawTerm): FilterTerm | FilterMistake {
  const mistake = (problem: FilterProblem) => mistakeAt(values[0]?.at ?? at, end, problem);
  switch (field) {
    case 'text':
      return { kind: field, values: values.map(({ text }) => text), negated };
    case 'seen': {
      const word = onlyWord(values)?.toLowerCase();
      // `-seen:yes` means `seen:no`.
      return word === 'yes' || word === 'no'
        ? { kind: field, seen: (word === 'yes') !== negated }
        : mistake('unknown-value');
    }
    case 'since':
    case 'until': {
      if (negated) return mistakeAt(at, at + 1, 'not-negatable');
      const time = parseFilterTime(onlyWord(values) ?? '');
      return time === null ? mistake('bad-time') : { kind: field, time };
    }
    default:
      return assertNever(field);
  }
}

function interpretValues(field: ValueField, { values, negated }: RawTerm): FilterTerm | FilterMistake {
  const meant: string[] = [];
  for (const value of values) {
    const word = fieldValue(field, value);
    if (typeof word !== 'string') return word;
    meant.push(word);
  }
  return { kind: 'value', field, values: meant, negated };
}

/** Returns the term that matches the other events; a time has none, and stays. */
export function negatedTerm(term: FilterTerm): FilterTerm {
  switch (term.kind) {
    case 'value':
    case 'text':
      return { ...term, negated: !term.negated };
    case 'seen':
      return { ...term, seen: !term.seen };
    case 'since':
    case 'until':
      return term;
    default:
      return assertNever(term);
  }
}

export function printTerm(term: FilterTerm): string {
  switch (term.kind) {
    case 'since':
    case 'until':
      return `${term.kind}:${printFilterTime(term.time)}`;
    case 'seen':
      return `seen:${term.seen ? 'yes' : 'no'}`;
    case 'value':
      return `${term.negated ? '-' : ''}${term.field}:${term.values.map((value) => printValue(value, term.field)).join(',')}`;
    case 'text':
      return `${term.negated ? '-' : ''}${term.values.map((value) => printValue(value, null)).join(',')}`;
    default:
      return assertNever(term);
  }
}

function fieldValue(field: ValueField, { text, at, end }: RawWord): string | FilterMistake {
  const word = allowedValues(field) === null ? text : text.toLowerCase();
  const problem = valueProblem(field, word);
  return problem === null ? word : mistakeAt(at, end, problem);
}

function onlyWord([first, second]: readonly RawWord[]): string | null {
  return second === undefined ? (first?.text ?? null) : null;
}

/** Values without quotes have only characters that no extension of the language could interpret. */
const BARE = /^[\p{L}\p{N}_][\p{L}\p{N}_.@/+-]*$/u;
/** The sign of a part stays outside the quotes. */
const PATTERN_PARTS = /^([=…]?)(.*?)(…?)$/su;

function printValue(value: string, field: ValueField | null): string {
  if (field === null || !isIdentifierField(field)) return quoted(value);
  const [, before = '', middle = '', after = ''] = PATTERN_PARTS.exec(value) ?? [];
  if (middle === '') return `"${value}"`;
  return before === '' || after === '' ? before + quoted(middle) + after : before + quoted(middle + after);
}

function quoted(value: string): string {
  return BARE.test(value) && !isOperator(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
