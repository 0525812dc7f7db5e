/** Interfaces of stores that belong to the shown watch. `stores.ts` lists, opens and closes them. */
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';

/** Loaded data with its time and the last error, so that every screen shows "as of" in the same way. */
export interface Loadable<T> {
  readonly value: T | null;
  /** The backend's wall clock when `value` was requested, UTC epoch ms. */
  readonly asOf: number | null;
  readonly error: Error | null;
}

export interface WatchScoped {
  /** Starts from scratch. The same profile opened again is another watch. */
  open(shown: WatchSnapshot): void;
  close(): void;
}
/** A store that also applies later snapshots of its watch. */
export interface SnapshotFollower extends WatchScoped {
  /** `resumed`: the first one after the connection was lost, so anything may have changed. */
  onSnapshot(shown: WatchSnapshot, before: WatchSnapshot, resumed: boolean): void;
}
