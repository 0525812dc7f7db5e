/** Reads the stored searches that no run uses on first use, because most shifts search nothing. */
import type { NotAccepted } from '../../../src-shared/api/searches.ts';
import { refusedParts, parseSearchBody } from '../../../src-shared/service/search-body.ts';
import type { Clock } from '../ports/clock.ts';
import type { InventoryStore, StoredSearch } from '../ports/inventory-store.ts';
import type { PageOutcome } from './request-page.ts';

export type Refusal = Extract<PageOutcome, { readonly kind: 'refused' }>;

/** Characters of an answer that are checked for the refused part. */
const MAX_BLAME_CHARACTERS = 65_536;
/** Pause between two batches of a removal, because events are written to the same disk. */
const PAUSE_MS = 100;

export class StoredSearches {
  readonly stored = new Map<string, StoredSearch>();
  readonly #inventory: Pick<InventoryStore, 'reader' | 'writer'>;
  readonly #clock: Clock;
  #notAccepted: readonly NotAccepted[] = [];
  #reading: Promise<void> | null = null;
  #isRead = false;

  constructor(inventory: Pick<InventoryStore, 'reader' | 'writer'>, clock: Clock) {
    this.#inventory = inventory;
    this.#clock = clock;
  }

  get notAccepted(): readonly NotAccepted[] {
    return this.#notAccepted;
  }

  async read(): Promise<void> {
    if (this.#isRead) return;
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { reader } = this.#inventory;
    const [searches, notAccepted] = await Promise.all([reader.searches(), reader.notAccepted()]);
    for (const search of searches) this.stored.set(search.id, search);
    this.#notAccepted = notAccepted;
    this.#isRead = true;
  }

  async noteRefusal({ status, answer }: Refusal, body: string): Promise<void> {
    const { writer, reader } = this.#inventory;
    const read = parseSearchBody(body);
    if (read.kind !== 'body') return;
    for (const { kind, name } of refusedParts(read.undocumented, answer.slice(0, MAX_BLAME_CHARACTERS)))
      await writer.noteNotAccepted({ kind, name, status, at: this.#clock.now() });
    this.#notAccepted = await reader.notAccepted();
  }

  async forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void> {
    const { writer, reader } = this.#inventory;
    await writer.forgetNotAccepted(what);
    this.#notAccepted = await reader.notAccepted();
  }

  /** Removes the first batch. Resolves with true if there is more. @throws AppError STORE_… */
  async remove(id: string): Promise<boolean> {
    const hasMore = await this.#inventory.writer.remove(id);
    this.stored.delete(id);
    return hasMore;
  }

  removeRest(id: string, signal: AbortSignal): Promise<void> {
    return this.#inBatches(() => this.#inventory.writer.remove(id), signal);
  }

  /**
   * `before`: UTC epoch ms. Searches with a run (`exceptIds`) are kept even if the clock was set forward.
   * @throws AppError STORE_…; the signal's reason
   */
  async removeExpired(before: number, exceptIds: () => readonly string[], signal: AbortSignal): Promise<void> {
    // Before the removal, so that none of them is reopened; after it, to drop those that were loaded meanwhile.
    this.#forgetOlder(before);
    await this.#inBatches(() => this.#inventory.writer.removeExpired(before, exceptIds()), signal);
    this.#forgetOlder(before);
  }

  #forgetOlder(before: number): void {
    for (const { id, askedAt } of this.stored.values()) if (askedAt < before) this.stored.delete(id);
  }

  async #inBatches(removeBatch: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    do await this.#clock.sleep(PAUSE_MS, signal);
    while (await removeBatch());
  }
}
