import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { parseFilter } from '../../src-shared/domain/filter/filter-text.ts';

export function aView(id: string, query: string, part: Partial<SavedView> = {}): SavedView {
  const parsed = parseFilter(query);
  if (parsed.kind !== 'filter') throw new Error(`${query} is no filter`);
  return { id, name: `View ${id}`, filter: parsed.filter, pinned: false, notify: null, ...part };
}
