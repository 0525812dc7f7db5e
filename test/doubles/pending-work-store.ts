import type {
  CheckBatch,
  EventReader,
  EventStore,
  EventWriter,
  RetentionLimits,
} from '../../src-main/core/ports/event-store.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import type { BackupCopy } from '../../src-shared/domain/store-condition.ts';
import { emptyReader } from './empty-store.ts';
import type { FakeClock } from './fake-clock.ts';
import { RecordingStore } from './recording-store.ts';

export class PendingWorkStore extends RecordingStore implements EventStore {
  readonly journal: string[] = [];
  readonly remaining = { mend: 0, redecode: 0, tidy: 0, space: 0 };
  checkResults: CheckBatch[] = [{ flaws: [], next: null }];
  /** Newest events, whose creation times show the provider's clock. */
  newest: Pick<EventSummary, 'receivedAt' | 'createdAt'>[] = [];
  copies: BackupCopy[] = [];
  failingOperation: string | null = null;
  readonly limits: RetentionLimits[] = [];
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    super();
    this.#clock = clock;
  }

  override readonly reader: EventReader = {
    ...emptyReader,
    extent: async () => ({ oldestSeq: 1, newestSeq: 100, storedEvents: 100 }),
    orderedThrough: async () => 100,
    summaries: async () => ({ rows: this.newest as EventSummary[], next: null }),
    check: async (after) => {
      this.#did(`check after ${after}`);
      const [batch, ...rest] = this.checkResults;
      if (rest.length > 0) this.checkResults = rest;
      return batch ?? { flaws: [], next: null };
    },
  };
  override readonly scanner: EventReader = this.reader;
  override readonly writer: EventWriter = {
    ...new RecordingStore().writer,
    repair: async () => this.#worked('mend'),
    redecode: async () => this.#worked('redecode'),
    removeExpired: async (limits) => {
      this.limits.push(limits);
      return this.#worked('tidy');
    },
    vacuum: async () => this.#worked('space'),
    rederive: async (first, last) => {
      this.#did(`rederive ${first} to ${last}`);
      return first + 32 <= last ? first + 32 : null;
    },
    repairTexts: async (first, last) => this.#did(`texts ${first} to ${last}`),
    replace: async (detail) => this.#did(`replace: ${detail}`),
    acknowledgeIncident: async () => this.#did('acknowledge'),
  };

  override async backups(): Promise<readonly BackupCopy[]> {
    return this.copies;
  }
  override async backUp(): Promise<BackupCopy> {
    this.#did('copy');
    const copy = { path: '/data/backups/new.db', at: this.#clock.now(), bytes: 10, storedEvents: 100 };
    this.copies = [copy, ...this.copies];
    return copy;
  }

  #worked(what: keyof PendingWorkStore['remaining']): boolean {
    this.#did(what);
    this.remaining[what] = Math.max(0, this.remaining[what] - 1);
    return this.remaining[what] > 0;
  }

  #did(what: string): void {
    this.journal.push(what);
    if (this.failingOperation !== null && what.startsWith(this.failingOperation))
      throw appError('STORE_UNWRITABLE', { path: '/data', problem: 'full' });
  }
}
