/**
 * For users: `docs/filter.md`.
 * `outcome:failed,partial country:SE eid:8904… -code:70 seen:no since:-24h "profile download" -heartbeat`
 * All terms must match, with any of their values (`-`: none). A word without a field is `text:`. In quotes everything
 * is literal, except `\"` and `\\`. Print and parse are inverse on values.
 */
import type { Filter, FilterTerm } from './filter.ts';
import { type FilterMistake, printTerm } from './filter-interpretation.ts';
import { parseTerms } from './filter-parser.ts';

export type ParsedFilter =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | ({ readonly kind: 'mistake' } & FilterMistake);

/** Never throws. An empty text is the filter that matches every event. */
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
