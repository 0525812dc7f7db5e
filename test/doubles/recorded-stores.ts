import type { EventStore, EventStoreOpener, StorePlace } from '../../src-main/core/ports/event-store.ts';
import { RecordingStore } from './recording-store.ts';

/** Opens stores that only remember, and keeps a journal of what was opened and closed. */
export class RecordedStores implements EventStoreOpener {
  readonly journal: string[] = [];
  readonly stores: RecordingStore[] = [];
  failToOpen: Error | null = null;
  failToClose: Error | null = null;
  /** Holds opening back until released. */
  hold: Promise<void> = Promise.resolve();

  async open({ id }: StorePlace): Promise<EventStore> {
    this.journal.push(`open ${id}`);
    await this.hold;
    if (this.failToOpen !== null) throw this.failToOpen;
    const store = new ToldStore(() => {
      this.journal.push(`close ${id}`);
      if (this.failToClose !== null) throw this.failToClose;
    });
    this.stores.push(store);
    return store;
  }
}

class ToldStore extends RecordingStore {
  readonly #onClose: () => void;
  constructor(onClose: () => void) {
    super();
    this.#onClose = onClose;
  }
  override async close(): Promise<void> {
    await super.close();
    this.#onClose();
  }
}
