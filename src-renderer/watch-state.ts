/** Describes what the page knows of the backend. `stores/watch-store.ts` keeps it, and `signal.ts` interprets it. */
import type { BackendSnapshot, WatchSnapshot } from '../src-shared/api/watch.ts';
import type { ClockReading } from './time/page-clock.ts';

type Wire =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** `since`: time of the last message, by the backend's wall clock; by the page's if nothing was ever received. */
  | { readonly kind: 'lost'; readonly since: number };

interface ReceivedSnapshot {
  readonly snapshot: BackendSnapshot;
  readonly at: ClockReading;
  readonly isFirstAfterConnect: boolean;
}

export interface WatchState {
  readonly wire: Wire;
  readonly received: ReceivedSnapshot | null;
  /** The watch of the last snapshot that this page shows; null if none is open. */
  readonly shown: WatchSnapshot | null;
}
