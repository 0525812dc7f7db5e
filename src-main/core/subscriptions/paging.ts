/**
 * Decides about the next page, the end and waits. `docs/service.md` §7.4 documents neither the token of the last page,
 * nor that the count is right, nor that pages are full. Pure.
 */
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import { backoffMs } from '../../../src-shared/lib/backoff.ts';
import { textHash } from '../lib/text-hash.ts';

/** Validity from the time when the request was sent. "Valid for 2 minutes", renewed by each request. */
export const TOKEN_VALID_MS = 120_000;

/** Progress of one pass: from the query itself to its end or to an expired token. */
export interface PagingProgress {
  /** Distinct rows of this pass. Rows without an id all count. */
  readonly rows: number;
  readonly largestPage: number;
  readonly stale: number;
  readonly totalHits: number | null;
}

export interface PageStats {
  readonly items: number;
  readonly fresh: number;
  readonly isKnowable: boolean;
  readonly totalHits: number | null;
  readonly next: string | null;
  /** True if an earlier page of this pass had the same token. */
  readonly isKnownToken: boolean;
}

export type PagingDecision =
  | { readonly kind: 'more'; readonly after: string }
  | { readonly kind: 'ended'; readonly by: SearchEnd };

export const INITIAL_PROGRESS: PagingProgress = { rows: 0, largestPage: 0, stale: 0, totalHits: null };

/**
 * A row inserted at the front of the list can repeat one page, and a service that checks rights after it cuts the pages
 * can send an empty one. Three in a row are not a coincidence.
 */
const MAX_STALE_PAGES = 3;

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
  const end = endOf(before, progress, page, limit);
  const by = end !== null && page.items === 0 ? 'empty-page' : end;
  return { progress, verdict: by === null ? { kind: 'more', after: page.next ?? '' } : { kind: 'ended', by } };
}

function endOf(before: PagingProgress, after: PagingProgress, page: PageStats, limit: number | null): SearchEnd | null {
  if (page.next === null) return 'no-token';
  // The count may be too small, so a full page at the count is followed by one more request. But if rows have no ids,
  // the count is trusted, because rows would be duplicated if the service starts over.
  if (isCountReached(after) && !(page.isKnowable && isFull(page, before, limit))) return 'count';
  if (page.isKnownToken) return 'repeated-token';
  if (page.fresh > 0) return null;
  return after.totalHits === null || isCountReached(after) || after.stale >= MAX_STALE_PAGES ? 'nothing-new' : null;
}

export function isCountReached({ rows, totalHits }: PagingProgress): boolean {
  return totalHits !== null && rows >= totalHits;
}

/** The first page is compared with the limit, although it may be short because there are no more rows. */
function isFull({ items, fresh }: PageStats, { largestPage }: PagingProgress, limit: number | null): boolean {
  if (fresh === 0) return true;
  return items >= (largestPage > 0 ? largestPage : (limit ?? 0));
}

/** Row count after which automatic loading stops, because the list may never end. The user decides if it continues. */
export function reasonableRows({ totalHits }: PagingProgress, isKnowable: boolean): number {
  if (totalHits !== null) return 2 * totalHits + 10_000;
  return isKnowable ? 10_000_000 : 100_000;
}

const MIN_WAIT_MS = 1_000;
/** Longer waits end the search; the user can retry. */
const MAX_WAIT_MS = 600_000;
const MAX_TRIES = 5;
/** Consecutive answers with Retry-After: the service is up and sets the pace. */
const MAX_DEFERRALS = 100;

export interface Tries {
  readonly failed: number;
  readonly deferred: number;
}
export const NO_TRIES: Tries = { failed: 0, deferred: 0 };

/** Null if the search gives up. `afterMs`: Retry-After. A user waits for the page unless `isPatient`. */
export function waitAfter(
  tries: Tries,
  afterMs: number | null,
  isPatient: boolean,
  random: number,
): { readonly ms: number; readonly tries: Tries } | null {
  if (afterMs !== null) {
    if (afterMs > MAX_WAIT_MS || tries.deferred >= MAX_DEFERRALS) return null;
    return { ms: Math.max(MIN_WAIT_MS, afterMs), tries: { ...tries, deferred: tries.deferred + 1 } };
  }
  const failed = tries.failed + 1;
  if (!isPatient || failed >= MAX_TRIES) return null;
  const ms = backoffMs({ failures: failed + 1, baseMs: MIN_WAIT_MS, capMs: 30_000, random });
  return { ms, tries: { ...tries, failed } };
}

/** Recognizes values that were added before. Stores a number for each: 100 000 tokens need a few megabytes. */
export class DigestSet {
  readonly #digests = new Set<number>();

  add(token: string): boolean {
    const digest = textHash(token);
    if (this.#digests.has(digest)) return true;
    this.#digests.add(digest);
    return false;
  }
}

/**
 * Detects pages that repeat the page before them or the first one. Some services end a list that way; the repeated rows
 * are then no duplicates. If other pages follow, the list shifted by a page and they are.
 */
export class RepeatedPages {
  #first: string | null = null;
  #last = '';
  #repeated = 0;

  get repeated(): number {
    return this.#repeated;
  }

  add(items: readonly string[], { doubled, fresh }: { readonly doubled: number; readonly fresh: number }): void {
    if (items.length === 0) return;
    this.#repeated = this.#isRepeat(items) && fresh === 0 ? this.#repeated + doubled : 0;
  }

  #isRepeat(items: readonly string[]): boolean {
    const length = items.reduce((sum, item) => sum + item.length, 0);
    const page = `${items.length} ${length} ${textHash(items[0] ?? '')} ${textHash(items.at(-1) ?? '')}`;
    const isRepeat = page === this.#last || page === this.#first;
    this.#first ??= page;
    this.#last = page;
    return isRepeat;
  }
}
