/** Stores the lists that users create for a profile, in files apart from the received events. */
import type { SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { StoreIdentity } from './event-store.ts';

export interface ProfileListFiles<Entry> {
  /** Returns an empty list if nothing is saved. @throws AppError VIEWS_DAMAGED, SEARCHES_DAMAGED, STORE_UNREADABLE */
  read(place: StoreIdentity): Promise<readonly Entry[]>;
  /** Replaces all entries atomically. @throws AppError STORE_UNWRITABLE */
  write(place: StoreIdentity, entries: readonly Entry[]): Promise<void>;
}

export type SavedViews = ProfileListFiles<SavedView>;
export type SavedSearches = ProfileListFiles<SavedSearch>;
