import type { OwnLink } from '../../../src-shared/domain/links/own-link.ts';
import type { SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { StoreIdentity } from './event-store.ts';

export interface ProfileListFiles<Entry> {
  /** Returns an empty list if nothing is saved. @throws AppError VIEWS_DAMAGED, SEARCHES_DAMAGED, LINKS_DAMAGED, STORE_UNREADABLE */
  read(identity: StoreIdentity): Promise<readonly Entry[]>;
  /** Replaces all entries atomically. @throws AppError STORE_UNWRITABLE */
  write(identity: StoreIdentity, entries: readonly Entry[]): Promise<void>;
}

export type SavedViews = ProfileListFiles<SavedView>;
export type SavedSearches = ProfileListFiles<SavedSearch>;
export type OwnLinks = ProfileListFiles<OwnLink>;
