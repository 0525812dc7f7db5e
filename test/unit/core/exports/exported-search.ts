/** A search over rows in a real store, whose loading state the test sets. */
import type { ExportedWatch } from '../../../../src-main/core/exports/export-jobs.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import type { InventoryStore } from '../../../../src-main/core/ports/inventory-store.ts';
import { storedSummary } from '../../../../src-main/core/subscriptions/search-record.ts';
import type { StartSearchExport } from '../../../../src-shared/api/exports.ts';
import type { SearchSummary, SearchState } from '../../../../src-shared/api/searches.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { createFailingRows } from '../../../../src-main/core/subscriptions/failing-rows.ts';
import { emptyReader } from '../../../doubles/empty-store.ts';
import { ALL_ROWS, REQUESTED_AT } from '../../../doubles/stored-items.ts';

export const allRows: StartSearchExport = {
  of: 'search',
  watch: watchIdSchema.parse('the-watch'),
  id: 's',
  view: ALL_ROWS,
  format: 'jsonl',
  columns: null,
  cells: 'verbatim',
  mask: [],
  awaitsAll: false,
  fileName: 'all.jsonl',
};

export class ExportedSearch {
  readonly loads: string[] = [];
  onLoad = (): void => this.emit({ kind: 'ended', by: 'count' });
  readonly #store: InventoryStore;
  readonly #changes = new ChangeSignal();
  #state: SearchState | null;
  #summary: SearchSummary | null = null;

  constructor(store: InventoryStore, state: SearchState) {
    this.#store = store;
    this.#state = state;
    this.subscriptions = {
      inventory: store,
      viewWithFailures: createFailingRows({
        clock: { now: () => REQUESTED_AT },
        events: () => emptyReader,
        inventory: store.scanner,
      }).viewWithFailures,
      subscribe: (signal) => this.#follow(signal),
      load: async (id, how) => {
        this.loads.push(`${id} ${how}`);
        this.onLoad();
      },
    };
  }
  emit(state: SearchState | null): void {
    this.#state = state;
    this.#changes.notify();
  }
  async summary(): Promise<SearchSummary> {
    const [stored] = await this.#store.reader.searches();
    if (stored === undefined) throw new Error('nothing is stored');
    const summary = storedSummary(stored, null);
    this.#summary = this.#state === null ? summary : { ...summary, state: this.#state };
    return this.#summary;
  }

  readonly subscriptions: ExportedWatch['subscriptions'];

  async *#follow(signal: AbortSignal | undefined) {
    const until = signal ?? new AbortController().signal;
    while (!until.aborted) {
      const { revision } = this.#changes;
      const searches = this.#state === null ? [] : [await this.summary()];
      yield { revision, state: { searches, notAccepted: [], requests: [] } };
      await this.#changes.changedSince(revision, until).catch(() => undefined);
    }
  }
}
