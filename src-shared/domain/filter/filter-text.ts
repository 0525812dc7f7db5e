/**
 * Parses and prints the text of a filter, as users type it and as addresses and saved views store it:
 * `outcome:failed,partial country:SE eid:8904… -code:70 seen:no since:-24h "profile download" -heartbeat`
 * Terms are separated by white space and must all match. `field:value,value` matches any of the values, with a leading
 * `-` none of them; a word without a field is searched in the received text (`text:`). In quotes everything is literal,
 * except `\"` and `\\` for a quote and a backslash. `identifier-pattern.ts` describes parts of an identifier. Print and
 * parse are inverse on values. For users: `docs/filter.md`.
 */
import type { Filter, FilterTerm } from './filter.ts';
import { type FilterMistake, printTerm } from './filter-interpretation.ts';
import { parseTerms } from './filter-parser.ts';

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
