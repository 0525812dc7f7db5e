/**
 * The saved searches of the profile that is shown. They are the backend's: what is changed here is asked for there, and
 * stands here when the feed says so.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { SavedSearch } from '../../src-shared/domain/saved-search.ts';
import { asError } from '../backend/backend-error.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface SavedSearchesState {
  /** In the order of people; `null` until the backend told them. */
  readonly searches: readonly SavedSearch[] | null;
  /** Why they cannot be read; `null` where they can. */
  readonly trouble: Error | null;
  /** What the last thing that was asked for here failed with. */
  readonly refusal: Error | null;
  /** The one that was deleted last: it can be had back while the dialog is open. */
  readonly deleted: SavedSearch | null;
  /** What is open over the page. */
  readonly dialog: 'save' | 'manage' | null;
}

export interface SavedSearchesStore extends StoreApi<SavedSearchesState>, WatchScoped {
  show(dialog: SavedSearchesState['dialog']): void;
  /** Adds them, or takes the place of those with their ids. @returns whether it was done */
  put(searches: readonly SavedSearch[]): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** What was deleted last is there again, as the last. */
  restore(): Promise<void>;
}

const NOTHING: SavedSearchesState = { searches: null, trouble: null, refusal: null, deleted: null, dialog: null };

export function createSavedSearchesStore({
  subscriptions: backend,
}: Pick<BackendClient, 'subscriptions'>): SavedSearchesStore {
  const store = createStore<SavedSearchesState>(() => NOTHING);
  let opened: { readonly watch: WatchId; stop: Stop } | null = null;

  async function ask(call: (watch: WatchId) => Promise<void>): Promise<boolean> {
    if (opened === null) return false;
    const { watch } = opened;
    store.setState({ refusal: null });
    try {
      await call(watch);
      return true;
    } catch (error) {
      if (opened?.watch === watch) store.setState({ refusal: asError(error) });
      return false;
    }
  }
  const put = (searches: readonly SavedSearch[]) => ask((watch) => backend.save(watch, searches));
  function close(): void {
    opened?.stop();
    opened = null;
    store.setState(NOTHING);
  }

  return {
    ...store,
    show: (dialog) => store.setState({ dialog, refusal: null, deleted: null }),
    put,
    async remove(id) {
      const search = store.getState().searches?.find((each) => each.id === id);
      if (search !== undefined && (await ask((watch) => backend.removeSaved(watch, id))))
        store.setState({ deleted: search });
    },
    async restore() {
      const { deleted } = store.getState();
      if (deleted !== null && (await put([deleted]))) store.setState({ deleted: null });
    },
    open({ watch }) {
      close();
      const own = { watch, stop: (): void => undefined };
      opened = own;
      own.stop = backend.followSaved(watch, {
        onData(searches) {
          if (opened === own) store.setState({ searches, trouble: null });
        },
        onEnd(error) {
          if (opened === own && error !== null) store.setState({ trouble: error });
        },
      });
    },
    follow: () => undefined,
    close,
  };
}
