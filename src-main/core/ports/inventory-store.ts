/**
 * What the service answered to searches, kept beside the events of one profile in a database of its own: every item
 * verbatim, in the order in which it came. It can be fetched again, so it is never mended: a damaged one is set aside.
 * Expected failures reject with `AppError` (STORE_…).
 */
import type {
  CompareResult,
  FieldUsage,
  FindResult,
  NotAccepted,
  RowsPage,
  RowsQuery,
  SubscriptionItem,
} from '../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import type { StoreIdentity } from './event-store.ts';

export interface StoredSearch {
  readonly id: string;
  readonly body: string;
  readonly begunAt: number;
  readonly askedAt: number;
  readonly rows: number;
  readonly totalHits: number | null;
  readonly firstTotalHits: number | null;
  readonly pages: number;
  readonly passes: number;
  readonly doubled: number;
  /** Rows of a pass before the last. */
  readonly earlier: number;
  readonly withoutId: number;
  readonly end: SearchEnd | null;
  readonly gapCheck: StoredGapCheck | null;
}
export interface StoredGapCheck {
  readonly gap: number;
  /** What was asked for, and how much before and behind the gap, ms. */
  readonly from: number;
  readonly to: number;
  readonly margin: number;
  readonly changed: number | null;
  readonly missed: number | null;
}

export interface SearchPage {
  readonly search: string;
  /** From 1. */
  readonly pass: number;
  /** JSON texts as they came. */
  readonly items: readonly string[];
  readonly totalHits: number | null;
  /** UTC epoch ms. */
  readonly askedAt: number;
}
export interface StoredPage {
  /** Of the search, after it. */
  readonly stored: StoredSearch;
  /** Rows that were not there before. */
  readonly added: number;
  /** Rows that this pass had not brought before: new ones, and those of earlier passes. */
  readonly fresh: number;
}

/** A piece of the items, in their order, bounded by size. */
export interface ItemBatch {
  readonly items: readonly { readonly ordinal: number; readonly raw: string; readonly isEarlier: boolean }[];
  /** Rank to go on from; `null` at the end of the view. */
  readonly next: number | null;
}

export interface InventoryReader {
  /** Newest first. */
  searches(): Promise<StoredSearch[]>;
  notAccepted(): Promise<NotAccepted[]>;
  rows(query: Omit<RowsQuery, 'watch'>, signal?: AbortSignal): Promise<RowsPage>;
  items(query: Pick<RowsQuery, 'id' | 'view' | 'from'>, signal?: AbortSignal): Promise<ItemBatch>;
  item(place: { readonly id: string; readonly ordinal: number }): Promise<SubscriptionItem | null>;
  fields(id: string): Promise<FieldUsage[]>;
  /** Answers within about half a second with a piece. */
  find(query: { readonly text: string; readonly after: string | null }, signal?: AbortSignal): Promise<FindResult>;
  compare(
    query: { readonly id: string | null; readonly ids: readonly string[]; readonly after: string | null },
    signal?: AbortSignal,
  ): Promise<CompareResult>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface InventoryWriter {
  /** Of the first answer: a search without one is not kept. */
  startSearch(search: {
    readonly id: string;
    readonly body: string;
    readonly begunAt: number;
    readonly gapCheck: StoredGapCheck | null;
  }): Promise<void>;
  /** One transaction. What is on the disk before events have no room is refused: STORE_UNWRITABLE `full`. */
  storePage(page: SearchPage): Promise<StoredPage>;
  /** @param repeated rows that were counted as such which came twice, and are none: the list ended by giving them again */
  endSearch(id: string, end: SearchEnd | null, repeated?: number): Promise<StoredSearch>;
  noteGapCheck(id: string, check: StoredGapCheck): Promise<void>;
  /** Removes some of a search; `true` while there is more. It is not listed any more after the first call. */
  remove(id: string): Promise<boolean>;
  /** Removes some of what was last asked before this, UTC epoch ms, but of none of the spared; `true` while there is more. */
  removeExpired(before: number, spared: readonly string[]): Promise<boolean>;
  noteNotAccepted(what: NotAccepted): Promise<void>;
  forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
}

export interface InventoryStore {
  /** For whoever waits: rows, items, fields. */
  readonly reader: InventoryReader;
  /** The same answers from another thread, for whoever reads long: exports, finding, comparing. */
  readonly scanner: InventoryReader;
  readonly writer: InventoryWriter;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface InventoryOpener {
  /** Opens nothing before it is first asked: most shifts search for nothing. @throws AppError STORE_… */
  open(place: StoreIdentity): InventoryStore;
  /** Where nothing is stored, it is empty. */
  openReadOnly(place: StoreIdentity): InventoryReader;
}
