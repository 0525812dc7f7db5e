/** Stores search results verbatim. A damaged database is set aside: they can be fetched again. Failures: STORE_…. */
import type {
  CompareResult,
  FieldUsage,
  FindResult,
  NotAccepted,
  RowsPage,
  RowsQuery,
  SearchSummary,
  SubscriptionItem,
} from '../../../src-shared/api/searches.ts';
import type { SearchEnd } from '../../../src-shared/domain/saved-search.ts';
import type { StoreIdentity } from './event-store.ts';

export interface StoredSearch extends Omit<
  SearchSummary,
  'state' | 'notSeenAgain' | 'keptUntil' | 'askedAt' | 'gapCheck'
> {
  /** UTC epoch ms. */
  readonly askedAt: number;
  readonly earlier: number;
  readonly end: SearchEnd | null;
  readonly gapCheck: StoredGapCheck | null;
}
export type SearchIdentity = Pick<StoredSearch, 'id' | 'body' | 'begunAt' | 'gapCheck'>;
export interface StoredGapCheck {
  readonly gap: number;
  /** Searched range, and the margin before and after the gap in ms. */
  readonly from: number;
  readonly to: number;
  readonly margin: number;
  readonly changed: number | null;
  readonly missed: number | null;
}

export interface SearchPage {
  readonly search: string;
  /** Repeated if the same page is stored again because its answer was lost. Other pages have another key. */
  readonly key: string;
  readonly pass: number;
  /** JSON texts, verbatim. */
  readonly items: readonly string[];
  readonly totalHits: number | null;
  readonly askedAt: number;
}
export interface StoredPage {
  readonly stored: StoredSearch;
  readonly added: number;
  /** Number of rows that are new in this pass: new ones, and those of earlier passes. */
  readonly fresh: number;
}

export interface ItemBatch {
  readonly items: readonly { readonly ordinal: number; readonly raw: string; readonly isEarlier: boolean }[];
  readonly next: number | null;
}

/** The rows that have failures, in the order of arrival. */
export type FailingRows = readonly (readonly [ordinal: number, count: number])[];
/** `failing`: required by a view that uses failures (`usesFailures`). */
export type StoredRowsView = RowsQuery['view'] & { readonly failing?: FailingRows };

export interface InventoryReader {
  searches(): Promise<StoredSearch[]>;
  notAccepted(): Promise<NotAccepted[]>;
  rows(query: Omit<RowsQuery, 'watch' | 'view'> & { view: StoredRowsView }, signal?: AbortSignal): Promise<RowsPage>;
  items(query: Pick<RowsQuery, 'id' | 'from'> & { view: StoredRowsView }, signal?: AbortSignal): Promise<ItemBatch>;
  item(location: { readonly id: string; readonly ordinal: number }): Promise<SubscriptionItem | null>;
  fields(id: string): Promise<FieldUsage[]>;
  /** Returns a batch within about half a second. */
  find(query: { readonly text: string; readonly after: string | null }, signal?: AbortSignal): Promise<FindResult>;
  compare(
    query: { readonly id: string | null; readonly ids: readonly string[]; readonly after: string | null },
    signal?: AbortSignal,
  ): Promise<CompareResult>;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface InventoryWriter {
  /** Called with the first answer. A search without an answer is not stored. */
  startSearch(search: SearchIdentity): Promise<void>;
  /** In one transaction. Rejects with STORE_UNWRITABLE `full` if the rest of the disk is reserved for events. */
  storePage(page: SearchPage): Promise<StoredPage>;
  /** @param repeated rows to subtract from `doubled`: the list ended by returning them again */
  endSearch(id: string, end: SearchEnd | null, repeated?: number): Promise<StoredSearch>;
  noteGapCheck(id: string, check: StoredGapCheck): Promise<void>;
  /** Removes a batch of a search; the first call hides it from the list. Returns true while there is more. */
  remove(id: string): Promise<boolean>;
  /** Removes a batch of searches last requested before this (UTC epoch ms). Returns true while there is more. */
  removeExpired(before: number, spared: readonly string[]): Promise<boolean>;
  noteNotAccepted(what: NotAccepted): Promise<void>;
  forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
}

export interface InventoryStore {
  /** For requests that a user waits for: rows, items, fields. */
  readonly reader: InventoryReader;
  readonly scanner: InventoryReader;
  readonly writer: InventoryWriter;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface InventoryOpener {
  /** Opens the files on the first call, because most shifts search nothing. @throws AppError STORE_… */
  open(identity: StoreIdentity): InventoryStore;
  openReadOnly(identity: StoreIdentity): InventoryReader;
}
