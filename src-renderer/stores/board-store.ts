/**
 * The board of open cases and groups from the backend's feed; shared by Watch, the rail, the lists and the wall
 * display.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Board } from '../../src-shared/api/cases.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './queries/watch-scoped.ts';

export interface BoardState {
  readonly board: Board | null;
  readonly feedError: Error | null;
}
export interface BoardStore extends StoreApi<BoardState>, WatchScoped {
  resubscribe(): void;
}

const NOTHING: BoardState = { board: null, feedError: null };

export function createBoardStore({ cases: backend }: Pick<BackendClient, 'cases'>): BoardStore {
  const store = createStore<BoardState>(() => NOTHING);
  let opened: { readonly watch: WatchId; readonly stop: Stop } | null = null;

  function close(): void {
    opened?.stop();
    opened = null;
    store.setState(NOTHING);
  }
  function listen(watch: WatchId): void {
    const subscription = { watch, stop: () => undefined as void };
    opened = subscription;
    subscription.stop = backend.feed.subscribe(
      { watch },
      {
        onData(board) {
          if (opened === subscription) store.setState({ board, feedError: null });
        },
        onEnd(error) {
          if (opened === subscription && error !== null) store.setState({ feedError: error });
        },
      },
    );
  }

  return {
    ...store,
    open({ watch }) {
      close();
      listen(watch);
    },
    resubscribe() {
      if (opened === null || store.getState().feedError === null) return;
      opened.stop();
      store.setState({ feedError: null });
      listen(opened.watch);
    },
    onSnapshot: () => undefined,
    close,
  };
}
