/**
 * Heartbeats count if the filter asks for them; otherwise the list folds them and counts omit them. Exports include
 * them, because a file contains everything received. Pure.
 */
import { type Filter, FILTER_LIMITS, type FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import { HEARTBEAT } from '../../../src-shared/domain/event/session-event.ts';
import type { FacetSums } from './tally-sums.ts';

const NO_HEARTBEATS: FilterTerm = { kind: 'value', field: 'kind', values: [HEARTBEAT], negated: true };
const HEARTBEATS_ONLY: FilterTerm = { ...NO_HEARTBEATS, negated: false };

export function foldsHeartbeats({ terms }: Filter): boolean {
  return !terms.some((term) => namesHeartbeats(term) && !term.negated);
}

/** False for a filter with the maximum number of terms: no term can be added, so its counts include heartbeats. */
export function mayFoldHeartbeats({ terms }: Filter): boolean {
  if (terms.length >= FILTER_LIMITS.terms) return false;
  return terms.every(
    (term) => term.kind !== 'value' || term.field !== 'kind' || (term.negated && !namesHeartbeats(term)),
  );
}

export function withoutFoldedHeartbeats(filter: Filter): Filter {
  return mayFoldHeartbeats(filter) ? { terms: [...filter.terms, NO_HEARTBEATS] } : filter;
}

export function onlyFoldedHeartbeats({ terms }: Filter): Filter {
  return { terms: [...terms, HEARTBEATS_ONLY] };
}

/**
 * Counts of kinds ignore the filter's own kind terms, so they include heartbeats even with `withoutFoldedHeartbeats`.
 */
export function separateHeartbeats(filter: Filter, sums: FacetSums): FacetSums & { readonly heartbeats: number } {
  if (!mayFoldHeartbeats(filter)) return { ...sums, heartbeats: 0 };
  const kinds = sums.fields.get('kind') ?? [];
  const others = kinds.filter(({ value }) => value !== HEARTBEAT);
  const heartbeats = kinds.find(({ value }) => value === HEARTBEAT)?.count ?? 0;
  return { ...sums, fields: new Map(sums.fields).set('kind', others), heartbeats };
}

function namesHeartbeats(term: FilterTerm): term is Extract<FilterTerm, { kind: 'value' }> {
  return term.kind === 'value' && term.field === 'kind' && term.values.includes(HEARTBEAT);
}
