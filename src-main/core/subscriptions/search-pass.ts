import {
  INITIAL_PROGRESS,
  RepeatedPages,
  isCountReached,
  DigestSet,
  type PagingProgress,
  type PagingDecision,
  pagingStep,
  reasonableRows,
} from './paging.ts';
import type { StoredRows } from './search-record.ts';

export class SearchPass {
  readonly #limit: number | null;
  #progress: PagingProgress = INITIAL_PROGRESS;
  #tokens = new DigestSet();
  #pages = new RepeatedPages();
  #isKnowable = true;

  constructor(limit: number | null) {
    this.#limit = limit;
  }

  get rows(): number {
    return this.#progress.rows;
  }
  get totalHits(): number | null {
    return this.#progress.totalHits;
  }
  get isCountReached(): boolean {
    return isCountReached(this.#progress);
  }
  get reasonableRows(): number {
    return reasonableRows(this.#progress, this.#isKnowable);
  }

  /** Rows to subtract from the duplicates if the list ends here, see `RepeatedPages`. */
  get repeated(): number {
    return this.#pages.repeated;
  }

  applyPage(
    page: { readonly items: readonly string[]; readonly totalHits: number | null; readonly next: string | null },
    { fresh, doubled, withoutId }: Pick<StoredRows, 'fresh' | 'doubled' | 'withoutId'>,
  ): PagingDecision {
    this.#pages.add(page.items, { doubled, fresh });
    this.#isKnowable = withoutId === 0;
    const isKnownToken = page.next !== null && this.#tokens.add(page.next);
    const stats = { ...page, items: page.items.length, fresh, isKnowable: this.#isKnowable, isKnownToken };
    const { progress, verdict } = pagingStep(this.#progress, stats, this.#limit);
    this.#progress = progress;
    return verdict;
  }

  reset(): void {
    this.#progress = INITIAL_PROGRESS;
    this.#tokens = new DigestSet();
    this.#pages = new RepeatedPages();
  }
}
