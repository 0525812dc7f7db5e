/** Splits a filter into times, seen ranges and text. A property test compares the result with `filter-match.ts`. */
import { assertNever } from '../../../../../src-shared/lib/assert-never.ts';
import type { Filter, FilterTerm } from '../../../../../src-shared/domain/filter/filter.ts';
import {
  absoluteTime,
  type IdentifierTerm,
  isIdentifierTerm,
} from '../../../../../src-shared/domain/filter/filter-match.ts';

/** Term on words or identifiers, decided by the received text and the event's id. */
export type TextTerm = Extract<FilterTerm, { kind: 'text' }> | IdentifierTerm;

export interface FilterCondition {
  /** Receive times, both inclusive; infinite if the filter has no limit. */
  readonly since: number;
  readonly until: number;
  readonly sql: string | null;
  readonly bound: Readonly<Record<string, number>>;
  /** Null if the filter does not use it. `both` requires seen and unseen, which no event is. */
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
    switch (term.kind) {
      case 'since':
        since = Math.max(since, absoluteTime(term.time));
        break;
      case 'until':
        until = Math.min(until, absoluteTime(term.time));
        break;
      case 'seen':
        seen = seen === null || seen === term.seen ? term.seen : 'both';
        break;
      case 'text':
        texts.push(term);
        break;
      case 'value':
        if (isIdentifierTerm(term)) texts.push(term);
        break;
      default:
        assertNever(term);
    }
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
