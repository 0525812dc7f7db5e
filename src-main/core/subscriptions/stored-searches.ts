/**
 * What the store has of searches that nobody asks at this moment, and what the service did not accept: read when it is
 * first asked for, since most shifts search for nothing, and carried on from then.
 */
import type { NotAccepted } from '../../../src-shared/api/searches.ts';
import { refusedParts, parseSearchBody } from '../../../src-shared/service/search-body.ts';
import type { Clock } from '../ports/clock.ts';
import type { InventoryStore, StoredSearch } from '../ports/inventory-store.ts';
import type { PageOutcome } from './request-page.ts';

export type Refusal = Extract<PageOutcome, { readonly kind: 'refused' }>;

/** Of an answer, what is looked through for what it blames. */
const MAX_BLAME_CHARACTERS = 65_536;
/** Between two pieces of what is removed: events are written to the same disk. */
const PAUSE_MS = 100;

export class StoredSearches {
  /** Those that no run has, by id. */
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

  /** Resolves when it is known what is kept. @throws AppError STORE_… */
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

  /** What the refusal of a body blames is remembered. @throws AppError STORE_… */
  async noteRefusal({ status, answer }: Refusal, body: string): Promise<void> {
    const { writer, reader } = this.#inventory;
    const read = parseSearchBody(body);
    if (read.kind !== 'body') return;
    for (const { kind, name } of refusedParts(read.undocumented, answer.slice(0, MAX_BLAME_CHARACTERS)))
      // oxlint-disable-next-line no-await-in-loop -- one writer
      await writer.noteNotAccepted({ kind, name, status, at: this.#clock.now() });
    this.#notAccepted = await reader.notAccepted();
  }

  /** @throws AppError STORE_… */
  async forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void> {
    const { writer, reader } = this.#inventory;
    await writer.forgetNotAccepted(what);
    this.#notAccepted = await reader.notAccepted();
  }

  /** Its first piece; resolves with whether there is more. @throws AppError STORE_… */
  async remove(id: string): Promise<boolean> {
    const hasMore = await this.#inventory.writer.remove(id);
    this.stored.delete(id);
    return hasMore;
  }

  /** The rest of it. @throws AppError STORE_…; the signal's reason */
  removeRest(id: string, signal: AbortSignal): Promise<void> {
    return this.#inPieces(() => this.#inventory.writer.remove(id), signal);
  }

  /**
   * What was last asked before this, UTC epoch ms, is removed.
   * @param asked those that runs have at that moment: a clock that was set forward makes none of them old
   * @throws AppError STORE_…; the signal's reason
   */
  async removeExpired(before: number, asked: () => readonly string[], signal: AbortSignal): Promise<void> {
    // What is about to go is taken up by nobody; and what was read meanwhile is gone.
    this.#forgetOlder(before);
    await this.#inPieces(() => this.#inventory.writer.removeExpired(before, asked()), signal);
    this.#forgetOlder(before);
  }

  #forgetOlder(before: number): void {
    for (const { id, askedAt } of this.stored.values()) if (askedAt < before) this.stored.delete(id);
  }

  async #inPieces(piece: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other, that is the point
    do await this.#clock.sleep(PAUSE_MS, signal);
    // oxlint-disable-next-line no-await-in-loop
    while (await piece());
  }
}
