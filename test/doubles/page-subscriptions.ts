/**
 * The inventory of a watch, in memory. Rows of one or several searches are answered by position, like in a store. It
 * emits only what the test emits.
 */
import { FAILURES_FIELD, parseRowsFind } from '../../src-shared/domain/rows-find.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import { withEntries } from '../../src-main/core/views/profile-list.ts';
import { searchesLimit } from '../../src-main/core/views/profile-lists.ts';
import type { BackendClient } from '../../src-renderer/backend/client.ts';
import type {
  CompareResult,
  CompareQuery,
  RowFailuresResult,
  FailuresQuery,
  FindResult,
  GapFindings,
  RequestDetail,
  RowsQuery,
  SearchSummary,
  SubscriptionItem,
  SubscriptionsSnapshot,
} from '../../src-shared/api/searches.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { SavedSearch } from '../../src-shared/domain/saved-search.ts';
import { PageFeed } from './page-feed.ts';
import { WATCH } from './page-watch.ts';
import { PagePart, type Served } from './routed-client.ts';

const START = Date.UTC(2026, 10, 21, 14);

/** Makes a search of this run that has a next page. */
export function searchSummary(part: Partial<SearchSummary> = {}): SearchSummary {
  const rows = part.rows ?? 300;
  return {
    id: 'search-1',
    body: '{"sortBy":[{"direction":"asc","field":"iotSubscription.iotSubscriptionId"}],"limit":100}',
    begunAt: START - 60_000,
    askedAt: START - 26_000,
    rows,
    totalHits: 12_480,
    firstTotalHits: 12_480,
    pages: Math.ceil(rows / 100),
    passes: 1,
    doubled: 0,
    notSeenAgain: 0,
    withoutId: 0,
    state: { kind: 'more', goodUntil: START + 94_000 },
    gapCheck: null,
    keptUntil: START + 30 * 86_400_000,
    ...part,
  };
}

/** Makes the item with this ordinal, as a service could send it. */
export type Items = (ordinal: number) => Readonly<Record<string, string>>;
const someItem: Items = (ordinal) => ({
  iotSubscriptionId: `is-${String(481_605 + 3 * ordinal).padStart(8, '0')}`,
  subscriptionType: ordinal % 3 === 0 ? 'SIM' : 'eUICC',
  domainId: 'acme.europe.logistics',
  lastModifiedAt: new Date(START - ordinal * 1_234_567).toISOString(),
  state: ordinal % 4 === 0 ? 'PAUSE' : 'ACTIVE',
  iccid: `89462008${String(10_000_000_000 + ordinal * 7).padStart(11, '0')}`,
});

export class PageSubscriptions extends PagePart {
  state: SubscriptionsSnapshot = { searches: [], notAccepted: [], requests: [] };
  saved: readonly SavedSearch[] = [];
  feedFailure: Error | null = null;
  items: Items = someItem;
  /** Number of failures by ordinal. */
  failing: ReadonlyMap<number, number> = new Map();
  /** Ordinals of rows that the current pass did not return. */
  earlier: ReadonlySet<number> = new Set();
  failures: (query: FailuresQuery) => RowFailuresResult = ({ of }) => ({
    of: of.map(() => ({ count: 0, isAtLeast: false, newest: [] })),
  });
  found: FindResult = { found: [], next: null };
  compared: (query: CompareQuery) => CompareResult = () => ({ found: [], near: [], looked: 0, next: null });
  findings: GapFindings | null = null;
  readonly requests = new Map<number, RequestDetail>();
  readonly #feed = new PageFeed(() => this.state);
  readonly savedFeed = new PageFeed(() => [...this.saved]);
  emit(...searches: SearchSummary[]): void {
    this.emitState({ searches });
  }
  emitState(part: Partial<SubscriptionsSnapshot>): void {
    this.state = { ...this.state, ...part };
    this.#feed.emit(this.state);
  }
  emitSaved(...saved: SavedSearch[]): void {
    this.saved = saved;
    this.savedFeed.emit(saved);
  }

  readonly feed: BackendClient['subscriptions']['feed'] = {
    subscribe: (of, listener) => {
      if (this.feedFailure === null) return this.#feed.subscribe(of, listener);
      listener.onEnd(this.feedFailure);
      return () => undefined;
    },
  };
  readonly served = {
    subscriptions: {
      begin: async () => ({ id: `search-${this.inputsOf('subscriptions.start').length + 1}` }),
      next: async () => undefined,
      load: async () => undefined,
      cancel: async () => undefined,
      remove: async (id) => this.emit(...this.state.searches.filter((search) => search.id !== id)),
      rows: async (query) => this.#rows({ watch: WATCH, ...query }),
      inventory: {
        reader: {
          fields: async (id) => {
            const { rows } = this.#search(id);
            const names = Object.keys(this.items(1));
            return names.map((name, index) => ({ name, isDocumented: index < 4, rows }));
          },
        },
        scanner: {
          find: async () => this.found,
          compare: async (query) => this.compared({ watch: WATCH, ...query, ids: [...query.ids] }),
        },
      },
      item: async ({ ordinal }) => this.#item(ordinal),
      failures: async (query) => this.failures({ watch: WATCH, ...query }),
      checkGap: async (gap) => ({ id: `gap-${gap}` }),
      gapFindings: async (gap) => {
        if (this.findings === null) throw appError('NO_GAP', { gap });
        return this.findings;
      },
      request: (number) => {
        const request = this.requests.get(number);
        if (request === undefined) throw appError('NO_REQUEST', { number });
        return request;
      },
      forgetNotAccepted: async (what) =>
        this.emitState({
          notAccepted: this.state.notAccepted.filter(({ kind, name }) => kind !== what.kind || name !== what.name),
        }),
      saved: {
        put: async (searches) => this.emitSaved(...withEntries(this.saved, searches, searchesLimit)),
        remove: async (id) => this.emitSaved(...this.saved.filter((search) => search.id !== id)),
      },
    },
  } satisfies Served<Watch>;

  #search(id: string): SearchSummary {
    const search = this.state.searches.find((each) => each.id === id);
    if (search === undefined) throw appError('NO_SEARCH', { id });
    return search;
  }

  #rows({ id, view, from, limit, columns }: RowsQuery) {
    const { rows } = this.#search(id);
    const { sort } = view;
    const { text: found, failuresAbove } = parseRowsFind(view.find);
    const text = found.toLowerCase();
    const failures = (ordinal: number) => this.failing.get(ordinal) ?? 0;
    const ordinals = Array.from({ length: Math.min(rows, view.upTo) }, (_, index) => index + 1).filter(
      (ordinal) =>
        (failuresAbove === null || failures(ordinal) > failuresAbove) &&
        (text === '' || Object.values(this.items(ordinal)).some((value) => value.toLowerCase().includes(text))),
    );
    if (sort?.field === FAILURES_FIELD) {
      const sign = sort.direction === 'asc' ? 1 : -1;
      ordinals.sort((one, other) => sign * (failures(one) - failures(other)) || one - other);
    } else if (sort !== null) {
      const by = (ordinal: number) => this.items(ordinal)[sort.field] ?? '';
      const sign = sort.direction === 'asc' ? 1 : -1;
      ordinals.sort((one, other) => (by(one) === by(other) ? one - other : by(one) < by(other) ? -sign : sign));
    }
    return {
      rows: ordinals.slice(from, from + limit).map((ordinal) => {
        const item = this.items(ordinal);
        return {
          ordinal,
          id: item['iotSubscriptionId'] ?? null,
          identifiers: [item['iotSubscriptionId'], item['iccid'], item['eid']].filter((each) => each !== undefined),
          values: columns.map((column) => item[column] ?? null),
          isEarlier: this.earlier.has(ordinal),
        };
      }),
      total: ordinals.length,
    };
  }

  #item(ordinal: number): SubscriptionItem {
    const item = this.items(ordinal);
    return {
      ordinal,
      id: item['iotSubscriptionId'] ?? null,
      raw: JSON.stringify({ iotSubscription: item }),
      receivedAt: START - 26_000,
    };
  }
}
