/** A profile's saved items: views or searches. Changes go to the backend and appear when the feed reports them. */
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { FeedListener, Stop } from '../backend/client.ts';

export interface SavedItem {
  readonly id: string;
  readonly name: string;
}

export interface SavedListState<T extends SavedItem, Dialog> {
  /** In the user's order; null until the first message. */
  readonly savedItems: readonly T[] | null;
  /** Why the items cannot be read; null if they can. */
  readonly feedError: Error | null;
  readonly requestError: Error | null;
  /** The last deleted item and the previous order. It can be restored while the dialog is open. */
  readonly deleted: { readonly thing: T; readonly order: readonly string[] } | null;
  readonly dialog: Dialog | null;
}

export interface SavedList<T extends SavedItem, Dialog> {
  show(dialog: Dialog | null): void;
  /** Adds items, or replaces those with the same id. @returns true if it succeeded */
  put(things: readonly T[]): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Restores the last deleted item at its position, or at the end if the list has no order. */
  restore(): Promise<void>;
  reorder(ids: readonly string[]): Promise<void>;
}

interface SavedListBackend<T> {
  subscribe(watch: WatchId, listener: FeedListener<readonly T[]>): Stop;
  put(watch: WatchId, things: readonly T[]): Promise<void>;
  remove(watch: WatchId, id: string): Promise<void>;
  reorder?(watch: WatchId, ids: readonly string[]): Promise<void>;
}

export interface SavedListStore<T extends SavedItem, Dialog> {
  getState(): SavedListState<T, Dialog>;
  setState(part: Partial<SavedListState<T, Dialog>>): void;
}

export const EMPTY_SAVED_LIST = { savedItems: null, feedError: null, requestError: null, deleted: null, dialog: null };

/** @param kept returns the items to list, given those from the feed and those listed before */
export function createSavedList<T extends SavedItem, Dialog>(
  store: SavedListStore<T, Dialog>,
  backend: SavedListBackend<T>,
  kept: (told: readonly T[], before: readonly T[]) => readonly T[] = (told) => told,
): { readonly list: SavedList<T, Dialog>; readonly open: (watch: WatchId) => void; readonly close: () => void } {
  let opened: { readonly watch: WatchId; stop: Stop } | null = null;

  async function ask(call: (watch: WatchId) => Promise<void>): Promise<boolean> {
    if (opened === null) return false;
    const { watch } = opened;
    store.setState({ requestError: null });
    try {
      await call(watch);
      return true;
    } catch (error) {
      if (opened?.watch === watch) store.setState({ requestError: asError(error) });
      return false;
    }
  }
  function close(): void {
    opened?.stop();
    opened = null;
    store.setState(EMPTY_SAVED_LIST);
  }

  const list: SavedList<T, Dialog> = {
    show: (dialog) => store.setState({ dialog, requestError: null, deleted: null }),
    put: (things) => ask((watch) => backend.put(watch, things)),
    async remove(id) {
      const things = store.getState().savedItems ?? [];
      const thing = things.find((each) => each.id === id);
      if (thing !== undefined && (await ask((watch) => backend.remove(watch, id))))
        store.setState({ deleted: { thing, order: things.map((each) => each.id) } });
    },
    async restore() {
      const { deleted } = store.getState();
      if (deleted === null) return;
      const isBack = await ask(async (watch) => {
        await backend.put(watch, [deleted.thing]);
        await backend.reorder?.(watch, deleted.order);
      });
      if (isBack) store.setState({ deleted: null });
    },
    async reorder(ids) {
      await ask(async (watch) => backend.reorder?.(watch, ids));
    },
  };
  return {
    list,
    open(watch) {
      close();
      const own = { watch, stop: (): void => undefined };
      opened = own;
      own.stop = backend.subscribe(watch, {
        onData(told) {
          if (opened === own)
            store.setState({ savedItems: kept(told, store.getState().savedItems ?? []), feedError: null });
        },
        onEnd(error) {
          if (opened === own && error !== null) store.setState({ feedError: error });
        },
      });
    },
    close,
  };
}
