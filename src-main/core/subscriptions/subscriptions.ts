/**
 * The inventory of one watch: running and stored searches, their rows, recent requests, and events about a
 * subscription. Stored data can be read offline and without a sign-in.
 */
import type {
  CompareResult,
  CompareQuery,
  RowFailuresResult,
  FailuresQuery,
  FieldUsage,
  FindQuery,
  FindResult,
  GapFindings,
  NotAccepted,
  RequestDetail,
  RowsPage,
  RowsQuery,
  SubscriptionItem,
  SubscriptionsSnapshot,
} from '../../../src-shared/api/searches.ts';
import type { SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { InventoryReader } from '../ports/inventory-store.ts';
import type { ProfileList } from '../views/profile-list.ts';

type WithoutWatch<Query extends { readonly watch: unknown }> = Omit<Query, 'watch'>;

export interface Subscriptions {
  /** Yields the current state immediately, then each change. Progress is published at most four times a second. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly state: SubscriptionsSnapshot }, void, undefined>;
  /** Returns when the request is on its way; the state shows the result. @throws AppError BAD_SEARCH, STORE_… */
  begin(body: string): Promise<{ id: string }>;
  /** Requests one more page, or restarts the query if there is no valid token. @throws AppError NO_SEARCH */
  next(id: string): Promise<void>;
  /** Loads everything that is left, or pauses and keeps the token alive. @throws AppError NO_SEARCH */
  load(id: string, how: 'go' | 'pause'): Promise<void>;
  /** Cancels the running request and loading. Stored rows remain. @throws AppError NO_SEARCH */
  cancel(id: string): Promise<void>;
  /** @throws AppError NO_SEARCH, STORE_… */
  remove(id: string): Promise<void>;
  /** @throws AppError NO_SEARCH, STORE_… */
  rows(query: WithoutWatch<RowsQuery>, signal?: AbortSignal): Promise<RowsPage>;
  item(location: { readonly id: string; readonly ordinal: number }): Promise<SubscriptionItem>;
  fields(id: string): Promise<FieldUsage[]>;
  /** Reads in the thread for long reads. Used by exports. */
  readonly items: InventoryReader['items'];
  failures(query: WithoutWatch<FailuresQuery>, signal?: AbortSignal): Promise<RowFailuresResult>;
  find(query: WithoutWatch<FindQuery>, signal?: AbortSignal): Promise<FindResult>;
  compare(query: WithoutWatch<CompareQuery>, signal?: AbortSignal): Promise<CompareResult>;
  /** Starts the check of a gap, again if one was completed before. @throws AppError NO_GAP, STORE_… */
  checkGap(gap: number): Promise<{ id: string }>;
  /** @throws AppError NO_SEARCH */
  gapFindings(gap: number, signal?: AbortSignal): Promise<GapFindings>;
  /** @throws AppError NO_REQUEST */
  request(number: number): RequestDetail;
  forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
  readonly saved: ProfileList<SavedSearch>;
}
