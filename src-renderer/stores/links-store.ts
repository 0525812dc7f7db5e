import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OwnLink } from '../../src-shared/domain/links/own-link.ts';
import type { BackendClient } from '../backend/client.ts';
import { createSavedList, EMPTY_SAVED_LIST, type SavedList, type SavedListState } from './loading/saved-list.ts';
import type { WatchScoped } from './loading/watch-scoped.ts';

/** `link`: null for a new one. */
interface LinkDialogState {
  readonly link: OwnLink | null;
}
type LinksState = SavedListState<OwnLink, LinkDialogState>;
export interface LinksStore extends StoreApi<LinksState>, SavedList<OwnLink, LinkDialogState>, WatchScoped {}

export function createLinksStore({ links: backend }: Pick<BackendClient, 'links'>): LinksStore {
  const store = createStore<LinksState>(() => EMPTY_SAVED_LIST);
  const { list, open, close } = createSavedList(store, {
    subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
    put: (watch, links) => backend.put.mutate({ watch, links: [...links] }),
    remove: (watch, id) => backend.remove.mutate({ watch, id }),
    reorder: (watch, ids) => backend.reorder.mutate({ watch, ids: [...ids] }),
  });
  return { ...store, ...list, open, close };
}
