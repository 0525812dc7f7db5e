/** What needs somebody, as the backend's feed tells it: one board for Watch, the rail, the lists and the wall. */
import type { StoreApi } from 'zustand/vanilla';
import type { Board } from '../../src-shared/api/cases.ts';
import type { WatchScoped } from './watch-scoped.ts';

export interface BoardState {
  /** `null` until it was told. It stays when nothing more is told. */
  readonly board: Board | null;
  /** Why nothing more is told; `null` where it is. */
  readonly trouble: Error | null;
}
export type BoardStore = StoreApi<BoardState> & WatchScoped;
