/** Where lists that people made for a profile are kept: files of their own work, apart from what was received. */
import type { SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { StoreIdentity } from './event-store.ts';

export interface ProfileListFiles<Entry> {
  /** Empty where nobody has saved one. @throws AppError VIEWS_DAMAGED, SEARCHES_DAMAGED, STORE_UNREADABLE */
  read(place: StoreIdentity): Promise<readonly Entry[]>;
  /** All of them at once, whole or not at all. @throws AppError STORE_UNWRITABLE */
  write(place: StoreIdentity, entries: readonly Entry[]): Promise<void>;
}

export type SavedViews = ProfileListFiles<SavedView>;
export type SavedSearches = ProfileListFiles<SavedSearch>;
