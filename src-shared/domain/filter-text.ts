/**
 * The text of a filter, as people type it and as addresses and saved views keep it:
 *
 *     outcome:failed,partial country:SE eid:8904… -code:70 seen:no since:-24h "profile download" -heartbeat
 *
 * Terms are separated by white space and all hold. `field:value,value` is any of the values, a leading `-` none of
 * them; a word without a field is looked for in the received text (`text:`). In quotes everything stands for itself,
 * `\"` and `\\` being a quote and a backslash. What a piece of an identifier is says `identifier-pattern.ts`. Print and
 * parse are each other's inverse on values. For people: `docs/filter.md`.
 */
import { assertNever } from '../lib/assert-never.ts';
import { type Filter, type FilterTerm, isIdentifierField, type ValueField } from './filter.ts';
import { isOperator, type FilterMistake } from './filter-interpretation.ts';
import { parseTerms } from './filter-parser.ts';
import { printFilterTime } from './filter-time.ts';

export type ParsedFilter =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | ({ readonly kind: 'mistake' } & FilterMistake);

/** Never throws; of several mistakes the first. The empty text is the filter that everything matches. */
export function parseFilter(text: string): ParsedFilter {
  const terms: FilterTerm[] = [];
  for (const { term, mistake } of parseTerms(text)) {
    if (mistake !== null) return { kind: 'mistake', ...mistake };
    if (term !== null) terms.push(term);
  }
  return { kind: 'filter', filter: { terms } };
}

export function printFilter(filter: Filter): string {
  return filter.terms.map(printTerm).join(' ');
}

function printTerm(term: FilterTerm): string {
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

/** Bare only what no extension of the language could take for something else. */
const BARE = /^[\p{L}\p{N}_][\p{L}\p{N}_.@/+-]*$/u;
/** The sign of a piece stays outside quotes. */
const PIECE = /^([=…]?)(.*?)(…?)$/su;

/** @param field `null`: text. */
function printValue(value: string, field: ValueField | null): string {
  if (field === null || !isIdentifierField(field)) return quoted(value);
  const [, before = '', piece = '', behind = ''] = PIECE.exec(value) ?? [];
  if (piece === '') return `"${value}"`;
  return before === '' || behind === '' ? before + quoted(piece) + behind : before + quoted(piece + behind);
}

function quoted(value: string): string {
  return BARE.test(value) && !isOperator(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
