/**
 * What a filter asks of the store, by where the answer lies: in the facet (held in memory), in the times, in what somebody
 * has marked as seen (held in memory, too), in the received text. The same meaning as `src-shared/domain/filter-match.ts`:
 * a property test holds the two together.
 */
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter.ts';
import {
  absoluteTime,
  type IdentifierTerm,
  isFacetTerm,
  isIdentifierTerm,
} from '../../../src-shared/domain/filter-match.ts';

/** Decided by the received text, with the event's id: words in it, or identifiers that it names. */
export type TextTerm = Extract<FilterTerm, { kind: 'text' }> | IdentifierTerm;

export interface FilterCondition {
  /** Receive times, both inclusive; infinite where the filter says nothing. */
  readonly since: number;
  readonly until: number;
  /** An expression on `event` for the times; `null` where the filter asks for none. */
  readonly sql: string | null;
  /** By name. */
  readonly bound: Readonly<Record<string, number>>;
  /** `null` where the filter does not ask; both, where it asks for what cannot be. */
  readonly seen: boolean | 'both' | null;
  readonly texts: readonly TextTerm[];
}

/** @param filter with absolute times, see `resolveTimes`. */
export function filterCondition(filter: Filter): FilterCondition {
  let since = Number.NEGATIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  let seen: FilterCondition['seen'] = null;
  const texts: TextTerm[] = [];
  for (const term of filter.terms)
    if (isFacetTerm(term)) continue;
    else if (term.kind === 'since') since = Math.max(since, absoluteTime(term.time));
    else if (term.kind === 'until') until = Math.min(until, absoluteTime(term.time));
    else if (term.kind === 'seen') seen = seen === null || seen === term.seen ? term.seen : 'both';
    else if (term.kind === 'text' || isIdentifierTerm(term)) texts.push(term);
    else throw new Error(`The store does not know the field ${term.field}.`);
  const bound: Record<string, number> = {};
  const ofRow: string[] = [];
  if (since > Number.NEGATIVE_INFINITY) {
    ofRow.push('event.received_at >= :since');
    bound['since'] = since;
  }
  if (until < Number.POSITIVE_INFINITY) {
    ofRow.push('event.received_at <= :until');
    bound['until'] = until;
  }
  return { since, until, sql: ofRow.length > 0 ? ofRow.join(' AND ') : null, bound, seen, texts };
}
