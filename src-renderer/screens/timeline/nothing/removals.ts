/** Proposes filters without one term each, or with a longer span. Pure. */
import { filterSpan, withoutTerm, withSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import { type Filter, type FilterTerm, resolveTime } from '../../../../src-shared/domain/filter/filter.ts';
import { DAY_MS } from '../../../../src-shared/lib/durations.ts';

export type Removal =
  | { readonly kind: 'term'; readonly term: FilterTerm; readonly filter: Filter }
  /** `days`: null for all that is stored. */
  | { readonly kind: 'span'; readonly days: number | null; readonly filter: Filter };

/** Limited, because each costs the backend a count. */
const MAX_TERMS = 8;
const WIDER_SPANS_DAYS = [1, 7, 30];

export function removalsOf(filter: Filter, now: number): readonly Removal[] {
  const terms = filter.terms
    .map((term, index): Removal => ({ kind: 'term', term, filter: withoutTerm(filter, index) }))
    .filter((removal) => removal.kind === 'term' && !isTime(removal.term));
  return [...terms.slice(0, MAX_TERMS), ...widerSpan(filter, now)];
}

/** Returns the next longer preset span up to now, otherwise all that is stored. */
function widerSpan(filter: Filter, now: number): readonly Removal[] {
  const { since, until } = filterSpan(filter, now);
  if (since === null && until === null) return [];
  const from = since === null ? null : resolveTime(since, now);
  const days = from === null ? undefined : WIDER_SPANS_DAYS.find((each) => now - each * DAY_MS < from);
  return [
    days === undefined
      ? { kind: 'span', days: null, filter: withSpan(filter, { since: null, until: null }) }
      : { kind: 'span', days, filter: withSpan(filter, { since: { kind: 'ago', ms: days * DAY_MS }, until: null }) },
  ];
}

export function spanAlone({ terms }: Filter): Filter {
  return { terms: terms.filter(isTime) };
}

export function countWord(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][count] ?? String(count);
}

function isTime({ kind }: FilterTerm): boolean {
  return kind === 'since' || kind === 'until';
}
