import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { BackendClient } from '../../backend/client.ts';
import { createSavedList, EMPTY_SAVED_LIST, type SavedList, type SavedListState } from '../loading/saved-list.ts';
import type { WatchScoped } from '../loading/watch-scoped.ts';

type SavedSearchesDialog = 'save' | 'manage';
type SavedSearchesState = SavedListState<SavedSearch, SavedSearchesDialog>;
export interface SavedSearchesStore
  extends StoreApi<SavedSearchesState>, SavedList<SavedSearch, SavedSearchesDialog>, WatchScoped {}

export function createSavedSearchesStore({
  subscriptions: backend,
}: Pick<BackendClient, 'subscriptions'>): SavedSearchesStore {
  const store = createStore<SavedSearchesState>(() => EMPTY_SAVED_LIST);
  const { list, open, close } = createSavedList(store, {
    subscribe: (watch, listener) => backend.savedFeed.subscribe({ watch }, listener),
    put: (watch, searches) => backend.save.mutate({ watch, searches: [...searches] }),
    remove: (watch, id) => backend.removeSaved.mutate({ watch, id }),
  });
  return { ...store, ...list, open, close };
}
