import type { EventStore } from '../../../src-main/core/ports/event-store.ts';

export interface TestedStore {
  readonly store: EventStore;
  open(): Promise<EventStore>;
  /** Opens an empty store of another computer. */
  openOther(): Promise<EventStore>;
  reopen(source?: string): Promise<void>;
  crash(): Promise<void>;
}
