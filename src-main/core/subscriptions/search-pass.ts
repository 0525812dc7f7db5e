/** How far the pass of a search is that is being made: what it brought, and by which tokens. */
import type { TakenPage } from '../ports/inventory-store.ts';
import {
  BEFORE_THE_FIRST_PAGE,
  GivenPages,
  isCountReached,
  KnownTokens,
  type PagingProgress,
  type PagingVerdict,
  pagingStep,
  reasonableRows,
} from './paging.ts';

export class SearchPass {
  readonly #limit: number | null;
  #progress: PagingProgress = BEFORE_THE_FIRST_PAGE;
  #tokens = new KnownTokens();
  #pages = new GivenPages();
  #isKnowable = true;

  /** @param limit of the body */
  constructor(limit: number | null) {
    this.#limit = limit;
  }

  /** It brought so many, each once. */
  get rows(): number {
    return this.#progress.rows;
  }
  get isCountReached(): boolean {
    return isCountReached(this.#progress);
  }
  /** As far as it may come by itself. */
  get reasonableRows(): number {
    return reasonableRows(this.#progress, this.#isKnowable);
  }

  /** Whether the service gave this page before. */
  isRepeat(items: readonly string[]): boolean {
    return this.#pages.isRepeat(items);
  }

  /** @param withoutId rows of the page that cannot be known again */
  take(
    page: { readonly items: number; readonly totalHits: number | null; readonly next: string | null },
    { fresh }: Pick<TakenPage, 'fresh'>,
    withoutId: number,
  ): PagingVerdict {
    this.#isKnowable = withoutId === 0;
    const isKnownToken = page.next !== null && this.#tokens.add(page.next);
    const facts = { ...page, fresh, isKnowable: this.#isKnowable, isKnownToken };
    const { progress, verdict } = pagingStep(this.#progress, facts, this.#limit);
    this.#progress = progress;
    return verdict;
  }

  /** The query is asked anew. */
  reset(): void {
    this.#progress = BEFORE_THE_FIRST_PAGE;
    this.#tokens = new KnownTokens();
    this.#pages = new GivenPages();
  }
}
