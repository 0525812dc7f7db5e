/**
 * Whether there is a next page, and by what the end is known: `service-spec.md` "Pagination" shows neither what the token
 * of the last page is, nor that the count is right, nor that pages are full. Pure: what became of a page in the store, or
 * in a list of identities, is told to it.
 */
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';

/** From when the request that brought it was sent: "valid for 2 minutes", renewed by each request. */
export const TOKEN_VALID_MS = 120_000;

/** Of one pass: from asking the query itself to its end, or to a token that lapsed. */
export interface PagingProgress {
  /** Rows that this pass brought, each once; those without an id each time. */
  readonly rows: number;
  readonly largestPage: number;
  /** Pages one after the other without a row that this pass had not brought before. */
  readonly stale: number;
  /** As the service counted last. */
  readonly totalHits: number | null;
}

export interface PageStats {
  readonly items: number;
  /** Of the items those that this pass had not brought before. */
  readonly fresh: number;
  /** The items have ids, so that a row which comes again is known. */
  readonly isKnowable: boolean;
  readonly totalHits: number | null;
  readonly next: string | null;
  /** The token was given in this pass before. */
  readonly isKnownToken: boolean;
}

export type PagingDecision =
  | { readonly kind: 'more'; readonly after: string }
  | { readonly kind: 'ended'; readonly by: SearchEnd };

export const INITIAL_PROGRESS: PagingProgress = { rows: 0, largestPage: 0, stale: 0, totalHits: null };

/** A list that rows are put into at its front shows one page twice; so often in a row it does not move by chance. */
const MAX_STALE_PAGES = 3;

/** @param limit of the body: rows of a page, where it is given */
export function pagingStep(
  before: PagingProgress,
  page: PageStats,
  limit: number | null,
): { readonly progress: PagingProgress; readonly verdict: PagingDecision } {
  const progress: PagingProgress = {
    rows: before.rows + page.fresh,
    largestPage: Math.max(before.largestPage, page.items),
    stale: page.fresh > 0 ? 0 : before.stale + 1,
    totalHits: page.totalHits ?? before.totalHits,
  };
  const by = endOf(before, progress, page, limit);
  return { progress, verdict: by === null ? { kind: 'more', after: page.next ?? '' } : { kind: 'ended', by } };
}

function endOf(before: PagingProgress, after: PagingProgress, page: PageStats, limit: number | null): SearchEnd | null {
  if (page.items === 0) return 'empty-page';
  if (page.next === null) return 'no-token';
  // A count may be too small: a full page of it is followed by one more. Rows that cannot be known again would come
  // twice from a service that begins anew, so there the count is believed.
  if (isCountReached(after) && !(page.isKnowable && isFull(page, before, limit))) return 'count';
  if (page.isKnownToken) return 'repeated-token';
  if (page.fresh > 0) return null;
  return after.totalHits === null || isCountReached(after) || after.stale >= MAX_STALE_PAGES ? 'nothing-new' : null;
}

export function isCountReached({ rows, totalHits }: PagingProgress): boolean {
  return totalHits !== null && rows >= totalHits;
}

/** The first page may have fewer rows than were asked for because there are no more; later ones are held against it. */
function isFull({ items, fresh }: PageStats, { largestPage }: PagingProgress, limit: number | null): boolean {
  if (fresh === 0) return true;
  return items >= (largestPage > 0 ? largestPage : (limit ?? 0));
}

/** Rows beyond which a list that is loaded by itself is one that never ends: a person says whether it goes on. */
export function reasonableRows({ totalHits }: PagingProgress, isKnowable: boolean): number {
  if (totalHits !== null) return 2 * totalHits + 10_000;
  return isKnowable ? 10_000_000 : 100_000;
}

/** Which tokens were given in a pass. Of each a number is kept: a hundred thousand of them are some megabytes. */
export class DigestSet {
  readonly #digests = new Set<number>();

  /** Whether it was known. */
  add(token: string): boolean {
    const digest = digestOf(token);
    if (this.#digests.has(digest)) return true;
    this.#digests.add(digest);
    return false;
  }
}

/**
 * Of a pass: whether pages are the one before them, or the first one, given again. So some services end a list: where it
 * ends with them, no row of them came twice. Where others follow, the list shifted by a page.
 */
export class RepeatedPages {
  #first: string | null = null;
  #last = '';
  #repeated = 0;

  /** Rows that came twice with the pages that were given again, since the last other one. */
  get repeated(): number {
    return this.#repeated;
  }

  /** @param doubled rows of the page that this pass had brought before */
  add(items: readonly string[], { doubled, fresh }: { readonly doubled: number; readonly fresh: number }): void {
    if (items.length === 0) return;
    this.#repeated = this.#isRepeat(items) && fresh === 0 ? this.#repeated + doubled : 0;
  }

  #isRepeat(items: readonly string[]): boolean {
    const length = items.reduce((sum, item) => sum + item.length, 0);
    const page = `${items.length} ${length} ${digestOf(items[0] ?? '')} ${digestOf(items.at(-1) ?? '')}`;
    const isRepeat = page === this.#last || page === this.#first;
    this.#first ??= page;
    this.#last = page;
    return isRepeat;
  }
}

/** 53 bits (cyrb53): two of a hundred thousand tokens are alike by chance once in two million lists. */
function digestOf(text: string): number {
  let high = 0xde_ad_be_ef;
  let low = 0x41_c6_ce_57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
