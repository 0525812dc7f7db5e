import type {
  EventReader,
  EventStore,
  EventStoreOpener,
  StoreIdentity,
} from '../../src-main/core/ports/event-store.ts';
import type { StoreIncident } from '../../src-shared/domain/store-condition.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { emptyReader } from './empty-store.ts';
import { RecordingStore } from './recording-store.ts';

export class RecordingStores implements EventStoreOpener {
  readonly journal: string[] = [];
  readonly stores: RecordingStore[] = [];
  openFailure: Error | null = null;
  readonly failures = new Map<ProfileId, Error>();
  readOnly: EventReader = { ...emptyReader };
  reportIncident: (incident: StoreIncident | null) => void = () => {};
  closeFailure: Error | null = null;
  openBlockedUntil: Promise<void> = Promise.resolve();

  async open({ id }: StoreIdentity, onIncident: (incident: StoreIncident | null) => void): Promise<EventStore> {
    this.journal.push(`open ${id}`);
    await this.openBlockedUntil;
    const failure = this.openFailure ?? this.failures.get(id);
    if (failure !== undefined) throw failure;
    this.reportIncident = onIncident;
    const store = new CloseReportingStore(() => {
      this.journal.push(`close ${id}`);
      if (this.closeFailure !== null) throw this.closeFailure;
    });
    this.stores.push(store);
    return store;
  }

  async openReadOnly({ id }: StoreIdentity): Promise<EventReader> {
    this.journal.push(`open ${id} to read`);
    this.readOnly.close = async () => void this.journal.push(`close ${id}`);
    return this.readOnly;
  }
}

class CloseReportingStore extends RecordingStore {
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
