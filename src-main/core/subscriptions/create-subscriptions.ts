/**
 * Assembles the inventory of one watch. If the store is read-only, requests to the service are refused, because their
 * results could not be stored.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type {
  FailuresQuery,
  GapFindings,
  RequestDetail,
  RowFailuresResult,
  RowsPage,
  RowsQuery,
  SubscriptionItem,
} from '../../../src-shared/api/searches.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import type { SavedSearch } from '../../../src-shared/domain/saved-search.ts';
import type { ChangeSignal } from '../lib/change-signal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryStore } from '../ports/inventory-store.ts';
import type { ProfileList } from '../views/profile-list.ts';
import { createFailingRows } from './failing-rows.ts';
import { recentFailures } from './failures.ts';
import { gapFindings } from './gap-checks.ts';
import type { RequestLog } from './request-log.ts';
import type { Searches } from './searches.ts';
import { storedSummary } from './search-record.ts';
import { eitherSignal } from '../lib/either-signal.ts';
import { stateFeed } from '../lib/state-feed.ts';

export type Subscriptions = ReturnType<typeof readOperations> & Omit<Searches, 'run'>;

interface SubscriptionsParts {
  readonly clock: Clock;
  readonly requests: RequestLog;
  readonly saved: ProfileList<SavedSearch>;
  readonly inventory: Pick<InventoryStore, 'reader' | 'scanner'>;
  readonly eventsFor: (filter: Filter) => EventReader;
  readonly scanner: EventReader;
}

export function createSubscriptions(parts: SubscriptionsParts & { readonly searches: Searches }): Subscriptions {
  return { ...readOperations(parts), ...parts.searches };
}

export function readOnlySubscriptions(
  parts: SubscriptionsParts & {
    readonly refuse: () => Promise<never>;
    /** Emits when the request log changes. Access checks still send requests in a read-only watch. */
    readonly requestChanges: ChangeSignal;
    readonly stopSignal: AbortSignal;
  },
): Subscriptions {
  const { clock, refuse, inventory, requests, requestChanges, stopSignal } = parts;
  return {
    ...readOperations(parts),
    async *subscribe(signal) {
      const stored = await inventory.reader.searches();
      const searches = stored.map((search) => storedSummary(search, null));
      const notAccepted = await inventory.reader.notAccepted();
      const read = () => ({ searches, notAccepted, requests: requests.list() });
      yield* stateFeed({ clock, changes: () => [requestChanges], read }, eitherSignal(signal, stopSignal));
    },
    begin: refuse,
    next: refuse,
    load: refuse,
    cancel: refuse,
    remove: refuse,
    checkGap: refuse,
    forgetNotAccepted: refuse,
  };
}

function readOperations({ clock, requests, saved, inventory, eventsFor, scanner }: SubscriptionsParts) {
  const { viewWithFailures } = createFailingRows({
    clock,
    events: () => eventsFor(NAMES_AN_IDENTIFIER),
    inventory: inventory.scanner,
  });
  return {
    viewWithFailures,
    /** @throws AppError NO_SEARCH, STORE_… */
    async rows(query: Omit<RowsQuery, 'watch'>, signal?: AbortSignal): Promise<RowsPage> {
      return inventory.reader.rows({ ...query, view: await viewWithFailures(query.id, query.view) }, signal);
    },
    /** Stored rows. `scanner` is for long reads, such as exports and finding. @throws AppError NO_SEARCH, STORE_… */
    inventory,
    async item(location: { readonly id: string; readonly ordinal: number }): Promise<SubscriptionItem> {
      const item = await inventory.reader.item(location);
      if (item === null) throw appError('NO_ROW', { ordinal: location.ordinal });
      return item;
    },
    failures: (query: Omit<FailuresQuery, 'watch'>, signal?: AbortSignal): Promise<RowFailuresResult> =>
      recentFailures(eventsFor(NAMES_AN_IDENTIFIER), query, clock, signal),
    /** @throws AppError NO_SEARCH */
    gapFindings: (gap: number, signal?: AbortSignal): Promise<GapFindings> =>
      gapFindings({ events: scanner, inventory: inventory.scanner }, gap, signal),
    /** @throws AppError NO_REQUEST */
    request: (number: number): RequestDetail => requests.detail(number),
    saved,
  };
}

/** A filter that reads event texts, so that `eventsFor` returns a reader that does not delay pages. */
const NAMES_AN_IDENTIFIER: Filter = { terms: [{ kind: 'value', field: 'id', values: ['identifier'], negated: false }] };
