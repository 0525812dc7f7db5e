/** Parses the sort order of the rows in the address: `state:desc`. Invalid text means no order. */
import { FAILURES_FIELD } from '../../../../src-shared/domain/rows-find.ts';
import type { RowsView } from '../../../../src-shared/api/searches.ts';

export function parseSort(text: string): RowsView['sort'] {
  const at = text.lastIndexOf(':');
  const direction = text.slice(at + 1);
  const field = text.slice(0, at);
  return at > 0 && field.length <= 256 && (direction === 'asc' || direction === 'desc') ? { field, direction } : null;
}

export function printSort(sort: RowsView['sort']): string {
  return sort === null ? '' : `${sort.field}:${sort.direction}`;
}

/** Ascending, descending, then that of the service. Failures start with most. */
export function nextSort(sort: RowsView['sort'], field: string): RowsView['sort'] {
  const [first, second] = field === FAILURES_FIELD ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const);
  if (sort?.field !== field) return { field, direction: first };
  return sort.direction === first ? { field, direction: second } : null;
}
