import type { Filter } from '../../src-shared/domain/filter/filter.ts';
import { parseFilter } from '../../src-shared/domain/filter/filter-text.ts';

/** Parses a filter that has no mistake. */
export function filterOf(text: string): Filter {
  const parsed = parseFilter(text);
  if (parsed.kind !== 'filter') throw new Error(`This is no filter: ${text}`);
  return parsed.filter;
}
