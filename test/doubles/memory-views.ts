/** Saved views in memory, by profile id. */
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';
import type { SavedViews } from '../../src-main/core/ports/profile-lists.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';

export class MemoryViews implements SavedViews {
  readonly kept = new Map<string, readonly SavedView[]>();
  /** Where set, nothing is read or written. */
  failure: Error | null = null;

  async read({ id }: StorePlace): Promise<readonly SavedView[]> {
    if (this.failure !== null) throw this.failure;
    return this.kept.get(id) ?? [];
  }
  async write({ id }: StorePlace, views: readonly SavedView[]): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.kept.set(id, views);
  }
}
