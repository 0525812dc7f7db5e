/**
 * The text of a filter, as people type it and as addresses and saved views keep it:
 *
 *     outcome:failed,partial country:SE -code:70 since:-24h "profile download" -heartbeat
 *
 * Terms are separated by white space and all hold. `field:value,value` is any of the values, a leading `-` none of
 * them; a word without a field is looked for in the received text (`text:`). In quotes everything stands for itself,
 * `\"` and `\\` being a quote and a backslash. Print and parse are each other's inverse on values.
 */
import type { FilterProblem } from '../api/errors.ts';
import { outcomeSchema } from './event.ts';
import { type Filter, type FilterTerm, type FilterTime, type ValueField, valueFields } from './filter.ts';
import { parseFilterTime, printFilterTime } from './filter-time.ts';

/** Where in the text, in UTF-16 units, and what. */
interface FilterMistake {
  readonly kind: 'mistake';
  readonly at: number;
  readonly length: number;
  readonly problem: FilterProblem;
}
export type ParsedFilter = { readonly kind: 'filter'; readonly filter: Filter } | FilterMistake;

/** As `filterSchema` bounds them. */
const MAX_TERMS = 64;
const MAX_VALUES = 64;
const MAX_VALUE_LENGTH = 256;

/** Never throws. The empty text is the filter that everything matches. */
export function parseFilter(text: string): ParsedFilter {
  const terms: FilterTerm[] = [];
  try {
    for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
      const written = readTerm(text, at);
      if (terms.length === MAX_TERMS) throw new Mistake(at, written.end, 'too-long');
      terms.push(meaning(written));
      at = written.end;
    }
    return { kind: 'filter', filter: { terms } };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    return { kind: 'mistake', at: error.at, length: error.end - error.at, problem: error.problem };
  }
}

export function printFilter(filter: Filter): string {
  return filter.terms.map(printTerm).join(' ');
}

class Mistake extends Error {
  readonly at: number;
  readonly end: number;
  readonly problem: FilterProblem;

  constructor(at: number, end: number, problem: FilterProblem) {
    super(problem);
    this.at = at;
    this.end = end;
    this.problem = problem;
  }
}

interface WrittenValue {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** A term as it stands there, before anybody asks what its field takes. */
interface WrittenTerm {
  readonly at: number;
  readonly end: number;
  readonly negated: boolean;
  /** `null` where there is none. */
  readonly field: WrittenValue | null;
  readonly values: readonly [WrittenValue, ...WrittenValue[]];
}

const FIELD = /[A-Za-z][\w-]*(?=:)/y;
const SPACE = /\s/;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1;
  return at;
}

function readTerm(text: string, start: number): WrittenTerm {
  const negated = text[start] === '-';
  let at = negated ? start + 1 : start;
  FIELD.lastIndex = at;
  const name = FIELD.exec(text)?.[0];
  const field = name === undefined ? null : { text: name, at, end: at + name.length };
  if (field !== null) at = field.end + 1;

  // What stands before a value that is missing, to show where it is missed.
  let before = start;
  const readNext = () => {
    const value = readValue(text, at);
    if (value.text === '')
      throw new Mistake(value.end > at ? at : before, Math.max(value.end, before + 1), 'missing-value');
    if (value.text.length > MAX_VALUE_LENGTH) throw new Mistake(value.at, value.end, 'too-long');
    at = value.end;
    return value;
  };
  const values: [WrittenValue, ...WrittenValue[]] = [readNext()];
  while (text[at] === ',') {
    before = at;
    at += 1;
    const value = readNext();
    if (values.length === MAX_VALUES) throw new Mistake(value.at, value.end, 'too-long');
    values.push(value);
  }
  return { at: start, end: at, negated, field, values };
}

/** Up to the next white space or comma that does not stand in quotes. */
function readValue(text: string, start: number): WrittenValue {
  let value = '';
  let quote: number | null = null;
  let at = start;
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (sign === '"') quote = quote === null ? at : null;
    else if (quote === null && (sign === ',' || SPACE.test(sign))) break;
    else if (quote !== null && sign === '\\' && (next === '"' || next === '\\')) {
      value += next;
      at += 1;
    } else value += sign;
  }
  if (quote !== null) throw new Mistake(quote, text.length, 'open-quote');
  return { text: value, at: start, end: at };
}

function meaning(term: WrittenTerm): FilterTerm {
  const { field, negated, values } = term;
  const name = field?.text.toLowerCase() ?? 'text';
  if (name === 'text') return { kind: 'text', values: values.map(({ text }) => text), negated };
  if (name === 'since' || name === 'until') {
    if (negated) throw new Mistake(term.at, term.at + 1, 'not-negatable');
    return { kind: name, time: onlyTime(values) };
  }
  if (isValueField(name))
    return { kind: 'value', field: name, values: values.map((value) => fieldValue(name, value)), negated };
  throw new Mistake(field?.at ?? term.at, field?.end ?? term.end, 'unknown-field');
}

function isValueField(name: string): name is ValueField {
  return (valueFields as readonly string[]).includes(name);
}

/** Outcomes are words of ours, so a wrong one is a slip; everything else may be the word of a later service. */
function fieldValue(field: ValueField, { text, at, end }: WrittenValue): string {
  if (field !== 'outcome') return text;
  const outcome = outcomeSchema.safeParse(text.toLowerCase());
  if (!outcome.success) throw new Mistake(at, end, 'unknown-value');
  return outcome.data;
}

function onlyTime(values: WrittenTerm['values']): FilterTime {
  const [first] = values;
  const time = values.length === 1 ? parseFilterTime(first.text) : null;
  if (time === null) throw new Mistake(first.at, values.at(-1)?.end ?? first.end, 'bad-time');
  return time;
}

function printTerm(term: FilterTerm): string {
  if (term.kind === 'since' || term.kind === 'until') return `${term.kind}:${printFilterTime(term.time)}`;
  const field = term.kind === 'value' ? `${term.field}:` : '';
  return `${term.negated ? '-' : ''}${field}${term.values.map(printValue).join(',')}`;
}

/** Bare only what no extension of the language could take for something else. */
const BARE = /^[\p{L}\p{N}_][\p{L}\p{N}_.@/+-]*$/u;

function printValue(value: string): string {
  return BARE.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
