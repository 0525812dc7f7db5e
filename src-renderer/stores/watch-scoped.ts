/** What belongs to the watch that is shown: opened and closed with it, one list of them in `stores.ts`. */
import type { WatchSnapshot } from '../../src-shared/api/watch.ts';

/** What was read, when, and why not newer: every screen says "as of" in the same way. */
export interface Loadable<T> {
  /** `null` until it was read once. It stays when a later reading fails. */
  readonly value: T | null;
  /** The backend's wall clock when `value` was asked for, UTC epoch ms. */
  readonly asOf: number | null;
  /** What the last reading failed with; `null` where it did not. */
  readonly error: Error | null;
}

export interface WatchScoped {
  /** Begins anew. The same profile opened again is another watch. */
  open(shown: WatchSnapshot): void;
  /** A later snapshot of the same watch. `resumed`: the first after the wire was lost, so anything may have changed. */
  onSnapshot(shown: WatchSnapshot, before: WatchSnapshot, resumed: boolean): void;
  close(): void;
}
