import type { EventStore } from '../../../src-main/core/ports/event-store.ts';

/** Access of a test to a store. Each test has a new folder. */
export interface TestedStore {
  /** A new object after each reopening. */
  readonly store: EventStore;
  /** Opens the store although it is open. */
  open(): Promise<EventStore>;
  /** Closes the store and opens it again, with this source of events. */
  reopen(source?: string): Promise<void>;
  /** Ends the store like a crash and opens it again. */
  crash(): Promise<void>;
}
