import type { EventStore } from '../../../src-main/core/ports/event-store.ts';

/** What a test does to a store; each test has a new place. */
export interface TestedStore {
  /** Another object after each time it was opened. */
  readonly store: EventStore;
  /** Opens what is open already. */
  open(): Promise<EventStore>;
  /** Closes it, and opens it again; fed from another source where one is named. */
  reopen(source?: string): Promise<void>;
  /** Ends it like a crash, and opens it again. */
  crash(): Promise<void>;
}
