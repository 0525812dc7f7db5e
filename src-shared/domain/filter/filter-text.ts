/**
 * Parses and prints the text of a filter, as users type it and as addresses and saved views store it:
 * `outcome:failed,partial country:SE eid:8904… -code:70 seen:no since:-24h "profile download" -heartbeat`
 * Terms are separated by white space and must all match. `field:value,value` matches any of the values, with a leading
 * `-` none of them; a word without a field is searched in the received text (`text:`). In quotes everything is literal,
 * except `\"` and `\\` for a quote and a backslash. `identifier-pattern.ts` describes parts of an identifier. Print and
 * parse are inverse on values. For users: `docs/filter.md`.
 */
import { assertNever } from '../../lib/assert-never.ts';
import { type Filter, type FilterTerm, isIdentifierField, type ValueField } from './filter.ts';
import { isOperator, type FilterMistake } from './filter-interpretation.ts';
import { parseTerms } from './filter-parser.ts';
import { printFilterTime } from './filter-time.ts';

export type ParsedFilter =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | ({ readonly kind: 'mistake' } & FilterMistake);

/**
 * Returns the first mistake if there are several; never throws. An empty text is the filter that matches every event.
 */
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
