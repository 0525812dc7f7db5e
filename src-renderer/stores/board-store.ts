/** What needs somebody, as the backend's feed tells it: one board for Watch, the rail, the lists and the wall. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Board } from '../../src-shared/api/cases.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { BackendClient, Stop } from '../backend/client.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface BoardState {
  /** `null` until it was told. It stays when nothing more is told. */
  readonly board: Board | null;
  /** Why nothing more is told; `null` where it is. */
  readonly feedError: Error | null;
}
export interface BoardStore extends StoreApi<BoardState>, WatchScoped {
  /** After `feedError`; what was told last stays meanwhile. */
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
    const mine = { watch, stop: () => undefined as void };
    opened = mine;
    mine.stop = backend.subscribe(watch, {
      onData(board) {
        if (opened === mine) store.setState({ board, feedError: null });
      },
      onEnd(error) {
        if (opened === mine && error !== null) store.setState({ feedError: error });
      },
    });
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
