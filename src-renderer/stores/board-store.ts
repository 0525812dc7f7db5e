/** Shared by Watch, the rail, the lists and the wall display. */
import { createStore } from 'zustand/vanilla';
import type { Board } from '../../src-shared/api/cases.ts';
import type { BackendClient } from '../backend/client.ts';
import { shareEqual } from './loading/share-equal.ts';
import { createWatchFeed } from './loading/watch-feed.ts';

interface BoardState {
  readonly board: Board | null;
  readonly feedError: Error | null;
}

const NOTHING: BoardState = { board: null, feedError: null };

export type BoardStore = ReturnType<typeof createBoardStore>;

export function createBoardStore({ cases: backend }: Pick<BackendClient, 'cases'>) {
  const store = createStore<BoardState>(() => NOTHING);
  const { open, close, resubscribe } = createWatchFeed<Board>({
    subscribe: (watch, listener) => backend.feed.subscribe({ watch }, listener),
    onData: (board) => store.setState((before) => ({ board: shareEqual(before.board, board) })),
    onErrors: (errors) => store.setState(errors),
    reset: () => store.setState(NOTHING),
  });
  return { ...store, open, close, resubscribe };
}
