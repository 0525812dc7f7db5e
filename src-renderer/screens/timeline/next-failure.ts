/** Finds the next failure in the listed lines, and the words if there is none. Pure. */
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import type { Filter, FilterTerm } from '../../../src-shared/domain/filter/filter.ts';
import type { TimelineItem } from './timeline-items.tsx';

const FAILURES = ['failed', 'partial'] as const;

export type ListedFailure =
  | { readonly kind: 'listed'; readonly seq: number }
  /** The search must continue below this event; null for below all listed ones. */
  | { readonly kind: 'unread'; readonly below: number | null };

/** @param first line to start at if the cursor is on none */
export function listedFailure(
  items: readonly TimelineItem[],
  cursor: string | null,
  first: string | null,
): ListedFailure {
  const at = items.findIndex(({ key }) => key === cursor);
  // The cursor's event is not listed, so search below it and not below the listed ones.
  if (at === -1 && cursor !== null && Number.isSafeInteger(Number(cursor)))
    return { kind: 'unread', below: Number(cursor) };
  const from =
    at === -1
      ? Math.max(
          0,
          items.findIndex(({ key }) => key === first),
        )
      : at + 1;
  const listed = items.slice(from).find((item) => item.kind === 'row' && isFailure(item.row.event));
  return listed === undefined ? { kind: 'unread', below: null } : { kind: 'listed', seq: Number(listed.key) };
}

export function failureFilter({ terms }: Filter): Filter {
  return { terms: [...terms, { kind: 'value', field: 'outcome', values: [...FAILURES], negated: false }] };
}

export function noFailureWords({ terms }: Filter): string {
  if (terms.some(excludesFailures)) return 'The filter excludes failures';
  return terms.length > 0 ? 'No older failure matches this filter' : 'No older failure is stored';
}

function excludesFailures(term: FilterTerm): boolean {
  if (term.kind !== 'value' || term.field !== 'outcome') return false;
  return FAILURES.every((outcome) => term.values.includes(outcome) === term.negated);
}

function isFailure({ outcome }: EventSummary): boolean {
  return outcome === 'failed' || outcome === 'partial';
}
