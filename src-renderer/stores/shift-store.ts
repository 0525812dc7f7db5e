import { createStore } from 'zustand/vanilla';
import type { ShiftHandOver } from '../../src-shared/api/shift.ts';
import type { BackendClient } from '../backend/client.ts';
import { createWatchFeed } from './loading/watch-feed.ts';

export interface ShiftState {
  /** Newest first; null until it is known. */
  readonly handOvers: readonly ShiftHandOver[] | null;
  readonly feedError: Error | null;
}

const NOTHING: ShiftState = { handOvers: null, feedError: null };

export type ShiftStore = ReturnType<typeof createShiftStore>;

export function createShiftStore({ cases }: Pick<BackendClient, 'cases'>) {
  const store = createStore<ShiftState>(() => NOTHING);
  const { open, close, resubscribe } = createWatchFeed<readonly ShiftHandOver[]>({
    subscribe: (watch, listener) => cases.handOvers.subscribe({ watch }, listener),
    onData: (handOvers) => store.setState({ handOvers }),
    onErrors: ({ feedError }) => feedError !== undefined && store.setState({ feedError }),
    reset: () => store.setState(NOTHING),
  });
  return { ...store, open, close, resubscribe };
}
