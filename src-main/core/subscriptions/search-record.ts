import { AppError } from '../../../src-shared/api/errors.ts';
import type { SearchSummary, SearchState } from '../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import type { Clock } from '../ports/clock.ts';
import type { InventoryWriter, SearchIdentity, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import type { SearchResponse, PageRows } from './search-paging.ts';

export interface SearchRecordParts {
  readonly writer: InventoryWriter;
  readonly clock: Clock;
  readonly keepMs: number;
}

export interface StoredRows extends PageRows {
  readonly added: number;
}

export class SearchRecord {
  readonly #parts: SearchRecordParts;
  readonly #of: SearchIdentity;
  #stored: StoredSearch | null;
  #isStored: boolean;

  constructor(parts: SearchRecordParts, of: SearchIdentity, stored: StoredSearch | null) {
    this.#parts = parts;
    this.#of = of;
    this.#stored = stored;
    this.#isStored = stored !== null;
  }

  get stored(): StoredSearch | null {
    return this.#stored;
  }
  get rows(): number {
    return this.#stored?.rows ?? 0;
  }

  summary(state: SearchState): SearchSummary {
    const { id, body, begunAt, gapCheck } = this.#of;
    const { keepMs } = this.#parts;
    if (this.#stored !== null) return searchSummary(this.#stored, state, keepMs);
    const counts = { rows: 0, totalHits: null, firstTotalHits: null, pages: 0, passes: 1, doubled: 0, earlier: 0 };
    const nothing = { id, body, begunAt, gapCheck, askedAt: begunAt, end: null, withoutId: 0, ...counts };
    return { ...searchSummary(nothing, state, keepMs), askedAt: null, keptUntil: null };
  }

  async storePage({ items, totalHits }: SearchResponse, isFirst: boolean): Promise<StoredRows> {
    const { writer, clock } = this.#parts;
    if (!this.#isStored) await writer.startSearch(this.#of);
    this.#isStored = true;
    const { doubled, withoutId, passes, pages } = this.#stored ?? { doubled: 0, withoutId: 0, passes: 0, pages: 0 };
    const pass = passes + (isFirst ? 1 : 0);
    const page = { search: this.#of.id, key: `${pass}.${pages}`, pass, items, totalHits, askedAt: clock.now() };
    try {
      const { added, fresh, stored } = await writer.storePage(page);
      this.#stored = stored;
      return {
        added,
        fresh,
        doubled: Math.max(0, stored.doubled - doubled),
        withoutId: Math.max(0, stored.withoutId - withoutId),
      };
    } catch (error) {
      // A damaged database was replaced, and the stored rows are gone with it.
      if (error instanceof AppError && error.code === 'NO_SEARCH') {
        this.#isStored = false;
        this.#stored = null;
      }
      throw error;
    }
  }

  async end(by: SearchEnd, repeated: number): Promise<StoredSearch> {
    this.#stored = await this.#parts.writer.endSearch(this.#of.id, by, repeated);
    return this.#stored;
  }

  noteGapCheck(gapCheck: StoredGapCheck): void {
    if (this.#stored !== null) this.#stored = { ...this.#stored, gapCheck };
  }
}

export function storedSummary(stored: StoredSearch, keepMs: number | null): SearchSummary {
  return searchSummary(stored, { kind: 'stored', end: stored.end }, keepMs);
}

function searchSummary(stored: StoredSearch, state: SearchState, keepMs: number | null): SearchSummary {
  const { earlier, end, gapCheck, ...counts } = stored;
  return {
    ...counts,
    state,
    // Before the pass ends, missing rows may still arrive.
    notSeenAgain: end === null ? 0 : earlier,
    gapCheck: gapCheck && { gap: gapCheck.gap, changed: gapCheck.changed, missed: gapCheck.missed },
    keptUntil: keepMs === null ? null : counts.askedAt + keepMs,
  };
}
