/**
 * Whether heartbeats are events for whoever reads, decided once for the list and for every number beside it: they are
 * where a filter asks for them, and otherwise the list folds them and no number has them. Pure. What is exported has
 * them all the same: a file is what was received.
 */
import { type Filter, FILTER_LIMITS, type FilterTerm } from '../../src-shared/domain/filter.ts';
import { HEARTBEAT } from '../../src-shared/domain/session-event.ts';
import type { FacetSums } from './tally-sums.ts';

const NO_HEARTBEATS: FilterTerm = { kind: 'value', field: 'kind', values: [HEARTBEAT], negated: true };
const HEARTBEATS_ONLY: FilterTerm = { ...NO_HEARTBEATS, negated: false };

/** A filter that asks for heartbeats wants to see each of them. */
export function foldsHeartbeats({ terms }: Filter): boolean {
  return !terms.some((term) => namesHeartbeats(term) && !term.negated);
}

/**
 * Heartbeats may match it, and the list folds them: they are counted apart. Not of a filter that is full already, whose
 * numbers have them rather than that there be none.
 */
export function mayFoldHeartbeats({ terms }: Filter): boolean {
  if (terms.length >= FILTER_LIMITS.terms) return false;
  return terms.every(
    (term) => term.kind !== 'value' || term.field !== 'kind' || (term.negated && !namesHeartbeats(term)),
  );
}

/** The filter by which events are counted: without the heartbeats that the list folds. */
export function withoutFoldedHeartbeats(filter: Filter): Filter {
  return mayFoldHeartbeats(filter) ? { terms: [...filter.terms, NO_HEARTBEATS] } : filter;
}

/** The heartbeats that the list folds, and nothing else. */
export function onlyFoldedHeartbeats({ terms }: Filter): Filter {
  return { terms: [...terms, HEARTBEATS_ONLY] };
}

/**
 * How many are folded, and the values without them. Kinds are counted as if nothing were asked of them, so that they are
 * among the kinds also where `withoutFoldedHeartbeats` is counted.
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
