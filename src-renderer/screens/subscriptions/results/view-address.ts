/** How the rows are sorted, as the address has it: `state:desc`. What cannot be read is no order. */
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

/** A click on a title: up, down, and then the service's order again. */
export function nextSort(sort: RowsView['sort'], field: string): RowsView['sort'] {
  if (sort?.field !== field) return { field, direction: 'asc' };
  return sort.direction === 'asc' ? { field, direction: 'desc' } : null;
}
