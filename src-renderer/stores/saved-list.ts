/**
 * Named things that a profile keeps: views, searches. They are the backend's: what is changed here is asked for there,
 * and stands here when the feed says so.
 */
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { asError } from '../backend/backend-error.ts';
import type { FeedListener, Stop } from '../backend/client.ts';

export interface SavedItem {
  readonly id: string;
  readonly name: string;
}

export interface SavedListState<T extends SavedItem, Dialog> {
  /** In the order of people; `null` until the backend told them. */
  readonly savedItems: readonly T[] | null;
  /** Why they cannot be read; `null` where they can. */
  readonly feedError: Error | null;
  /** What the last thing that was asked for here failed with. */
  readonly requestError: Error | null;
  /** What was deleted last, and where it stood: it can be had back while the dialog is open. */
  readonly deleted: { readonly thing: T; readonly order: readonly string[] } | null;
  /** What is open over the page. */
  readonly dialog: Dialog | null;
}

export interface SavedList<T extends SavedItem, Dialog> {
  show(dialog: Dialog | null): void;
  /** Adds them, or takes the place of those with their ids. @returns whether it was done */
  put(things: readonly T[]): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** What was deleted last is there again: where it stood, or as the last where no order is kept. */
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

/** @param kept what is listed of what the feed told, and of what was listed before */
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
