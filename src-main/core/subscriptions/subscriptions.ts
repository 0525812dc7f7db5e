/**
 * The inventory of one watch as everybody asks for it: searches under way and stored ones, their rows, the last requests,
 * and what events know of a subscription. What is stored can be read without a network and without a sign-in.
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
  /** The present state at once, then each change, at most four times a second. */
  subscribe(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ readonly revision: number; readonly state: SubscriptionsSnapshot }, void, undefined>;
  /** Answers when the request is on its way; what becomes of it is in the state. @throws AppError BAD_SEARCH, STORE_… */
  begin(body: string): Promise<{ id: string }>;
  /** Asks for one more page; where the token lapsed, or there is none, the query anew. @throws AppError NO_SEARCH */
  next(id: string): Promise<void>;
  /** Loads all that is left, or holds it and keeps the token alive. @throws AppError NO_SEARCH */
  load(id: string, how: 'go' | 'pause'): Promise<void>;
  /** Gives up the request that is under way, and loading; what came stays. @throws AppError NO_SEARCH */
  cancel(id: string): Promise<void>;
  /** With its rows. @throws AppError NO_SEARCH, STORE_… */
  remove(id: string): Promise<void>;
  /** @throws AppError NO_SEARCH, STORE_… */
  rows(query: WithoutWatch<RowsQuery>, signal?: AbortSignal): Promise<RowsPage>;
  item(place: { readonly id: string; readonly ordinal: number }): Promise<SubscriptionItem>;
  fields(id: string): Promise<FieldUsage[]>;
  /** Of the thread behind which nobody waits: for exports. */
  readonly items: InventoryReader['items'];
  failures(query: WithoutWatch<FailuresQuery>, signal?: AbortSignal): Promise<RowFailuresResult>;
  find(query: WithoutWatch<FindQuery>, signal?: AbortSignal): Promise<FindResult>;
  compare(query: WithoutWatch<CompareQuery>, signal?: AbortSignal): Promise<CompareResult>;
  /** Begins the check of a gap; a check that was made is made anew. @throws AppError NO_GAP, STORE_… */
  checkGap(gap: number): Promise<{ id: string }>;
  /** @throws AppError NO_SEARCH */
  gapFindings(gap: number, signal?: AbortSignal): Promise<GapFindings>;
  /** @throws AppError NO_REQUEST */
  request(number: number): RequestDetail;
  forgetNotAccepted(what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
  readonly saved: ProfileList<SavedSearch>;
}
