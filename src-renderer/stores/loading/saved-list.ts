import type { WatchId } from '../../../src-shared/domain/identity.ts';
import type { FeedListener, Stop } from '../../backend/client.ts';
import { createWatchFeed } from './watch-feed.ts';

export interface SavedItem {
  readonly id: string;
  readonly name: string;
}

export interface SavedListState<T extends SavedItem, Dialog> {
  readonly savedItems: readonly T[] | null;
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  /** The last deleted item and the previous order. It can be restored while the dialog is open. */
  readonly deleted: { readonly item: T; readonly order: readonly string[] } | null;
  readonly dialog: Dialog | null;
}

export interface SavedList<T extends SavedItem, Dialog> {
  show(dialog: Dialog | null): void;
  /** Adds items, or replaces those with the same id. @returns true if it succeeded */
  put(items: readonly T[]): Promise<boolean>;
  remove(id: string): Promise<void>;
  restore(): Promise<void>;
  reorder(ids: readonly string[]): Promise<void>;
}

interface SavedListBackend<T> {
  subscribe(watch: WatchId, listener: FeedListener<readonly T[]>): Stop;
  put(watch: WatchId, items: readonly T[]): Promise<void>;
  remove(watch: WatchId, id: string): Promise<void>;
  reorder?(watch: WatchId, ids: readonly string[]): Promise<void>;
}

export interface SavedListStore<T extends SavedItem, Dialog> {
  getState(): SavedListState<T, Dialog>;
  setState(part: Partial<SavedListState<T, Dialog>>): void;
}

export const EMPTY_SAVED_LIST = { savedItems: null, feedError: null, requestError: null, deleted: null, dialog: null };

export function createSavedList<T extends SavedItem, Dialog>(
  store: SavedListStore<T, Dialog>,
  backend: SavedListBackend<T>,
  merge: (received: readonly T[], before: readonly T[]) => readonly T[] = (received) => received,
): {
  readonly list: SavedList<T, Dialog>;
  readonly open: (shown: { readonly watch: WatchId }) => void;
  readonly close: () => void;
} {
  const feed = createWatchFeed<readonly T[]>({
    subscribe: (watch, listener) => backend.subscribe(watch, listener),
    onData: (received) => store.setState({ savedItems: merge(received, store.getState().savedItems ?? []) }),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState(EMPTY_SAVED_LIST),
  });
  const request = async (call: (watch: WatchId) => Promise<void>): Promise<boolean> =>
    (await feed.request(call)) !== null;

  const list: SavedList<T, Dialog> = {
    show: (dialog) => store.setState({ dialog, requestError: null, deleted: null }),
    put: (items) => request((watch) => backend.put(watch, items)),
    async remove(id) {
      const items = store.getState().savedItems ?? [];
      const item = items.find((each) => each.id === id);
      if (item !== undefined && (await request((watch) => backend.remove(watch, id))))
        store.setState({ deleted: { item, order: items.map((each) => each.id) } });
    },
    async restore() {
      const { deleted } = store.getState();
      if (deleted === null) return;
      const isBack = await request(async (watch) => {
        await backend.put(watch, [deleted.item]);
        await backend.reorder?.(watch, deleted.order);
      });
      if (isBack) store.setState({ deleted: null });
    },
    reorder: (ids) => feed.send(async (watch) => backend.reorder?.(watch, ids)),
  };
  return { list, open: feed.open, close: feed.close };
}
