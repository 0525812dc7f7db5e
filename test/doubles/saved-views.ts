import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { filterOf } from './filters.ts';

export function aView(id: string, query: string, part: Partial<SavedView> = {}): SavedView {
  return { id, name: `View ${id}`, filter: filterOf(query), pinned: false, notify: null, ...part };
}
