import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ProfileListFiles } from '../../src-main/core/ports/profile-lists.ts';
import type { OwnLink } from '../../src-shared/domain/links/own-link.ts';
import type { SavedSearch } from '../../src-shared/domain/saved-search.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';

class MemoryLists<Entry> implements ProfileListFiles<Entry> {
  readonly stored = new Map<string, readonly Entry[]>();
  failure: Error | null = null;

  async read({ id }: StoreIdentity): Promise<readonly Entry[]> {
    if (this.failure !== null) throw this.failure;
    return this.stored.get(id) ?? [];
  }
  async write({ id }: StoreIdentity, entries: readonly Entry[]): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.stored.set(id, entries);
  }
}

export class MemoryViews extends MemoryLists<SavedView> {}
export class MemorySearches extends MemoryLists<SavedSearch> {}
export class MemoryLinks extends MemoryLists<OwnLink> {}
