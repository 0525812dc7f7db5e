import type { EventReader, EventStore, EventStoreOpener, StorePlace } from '../../src-main/core/ports/event-store.ts';
import type { StoreIncident } from '../../src-shared/domain/store-condition.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { emptyReader } from './empty-store.ts';
import { RecordingStore } from './recording-store.ts';

/** Opens stores that only remember, and keeps a journal of what was opened and closed. */
export class RecordedStores implements EventStoreOpener {
  readonly journal: string[] = [];
  readonly stores: RecordingStore[] = [];
  failToOpen: Error | null = null;
  /** Of single profiles. */
  readonly failures = new Map<ProfileId, Error>();
  /** What a store that only can be read answers. */
  readOnly: EventReader = { ...emptyReader };
  /** Says that something happened to the store that was opened last. */
  tellIncident: (incident: StoreIncident | null) => void = () => {};
  failToClose: Error | null = null;
  /** Holds opening back until released. */
  hold: Promise<void> = Promise.resolve();

  async open({ id }: StorePlace, onIncident: (incident: StoreIncident | null) => void): Promise<EventStore> {
    this.journal.push(`open ${id}`);
    await this.hold;
    const failure = this.failToOpen ?? this.failures.get(id);
    if (failure !== undefined) throw failure;
    this.tellIncident = onIncident;
    const store = new ToldStore(() => {
      this.journal.push(`close ${id}`);
      if (this.failToClose !== null) throw this.failToClose;
    });
    this.stores.push(store);
    return store;
  }

  async openReadOnly({ id }: StorePlace): Promise<EventReader> {
    this.journal.push(`open ${id} to read`);
    this.readOnly.close = async () => void this.journal.push(`close ${id}`);
    return this.readOnly;
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
