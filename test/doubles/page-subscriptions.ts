/**
 * The inventory for the page's stores, in memory. Rows of one or several searches are answered by position, like in a
 * store. It emits only what the test emits, all calls are recorded, and each can fail.
 */
import type { BackendClient } from '../../src-renderer/backend/client.ts';
import type {
  CompareResult,
  CompareQuery,
  RowFailuresResult,
  FailuresQuery,
  FindQuery,
  FindResult,
  GapFindings,
  NotAccepted,
  RequestDetail,
  RowsQuery,
  SearchSummary,
  SubscriptionItem,
  SubscriptionsSnapshot,
} from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { SavedSearch } from '../../src-shared/domain/saved-search.ts';
import { mutateCall, PageFeed, queryCall } from './page-calls.ts';

const START = Date.UTC(2026, 10, 21, 14);

type Client = BackendClient['subscriptions'];
interface RecordedCalls {
  start: [watch: WatchId, body: string];
  next: [watch: WatchId, id: string];
  load: [watch: WatchId, id: string, how: 'go' | 'pause'];
  cancel: [watch: WatchId, id: string];
  remove: [watch: WatchId, id: string];
  rows: [query: RowsQuery];
  item: [place: { readonly watch: WatchId; readonly id: string; readonly ordinal: number }];
  fields: [watch: WatchId, id: string];
  failures: [query: FailuresQuery];
  find: [query: FindQuery];
  compare: [query: CompareQuery];
  checkGap: [watch: WatchId, gap: number];
  gapFindings: [watch: WatchId, gap: number];
  request: [watch: WatchId, number: number];
  forgetNotAccepted: [watch: WatchId, what: Pick<NotAccepted, 'kind' | 'name'>];
  save: [watch: WatchId, searches: readonly SavedSearch[]];
  removeSaved: [watch: WatchId, id: string];
}
type Call = { readonly [Name in keyof RecordedCalls]: readonly [Name, ...RecordedCalls[Name]] }[keyof RecordedCalls];

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

export class PageSubscriptions {
  state: SubscriptionsSnapshot = { searches: [], notAccepted: [], requests: [] };
  saved: readonly SavedSearch[] = [];
  /** Calls in order, with their arguments: `['next', watch, id]`. */
  readonly calls: Call[] = [];
  failure: Error | null = null;
  feedFailure: Error | null = null;
  /** If true, answers wait for `resolveDeferred` or `resolveFirstDeferred`. */
  defersResponses = false;
  items: Items = someItem;
  /** Ordinals of rows that the current pass did not return. */
  earlier: ReadonlySet<number> = new Set();
  failures: (query: FailuresQuery) => RowFailuresResult = ({ of }) => ({
    of: of.map(() => ({ count: 0, isAtLeast: false, newest: [] })),
  });
  found: FindResult = { found: [], next: null };
  compared: (query: CompareQuery) => CompareResult = () => ({ found: [], near: [], looked: 0, next: null });
  findings: GapFindings | null = null;
  readonly requests = new Map<number, RequestDetail>();
  readonly #heldResponses: (() => void)[] = [];
  readonly #feed = new PageFeed(() => this.state);
  readonly #savedFeed = new PageFeed(() => [...this.saved]);

  get openFeeds(): number {
    return this.#feed.listeners.size + this.#savedFeed.listeners.size;
  }
  emit(...searches: SearchSummary[]): void {
    this.emitState({ searches });
  }
  emitState(part: Partial<SubscriptionsSnapshot>): void {
    this.state = { ...this.state, ...part };
    this.#feed.emit(this.state);
  }
  emitSaved(...saved: SavedSearch[]): void {
    this.saved = saved;
    this.#savedFeed.emit(saved);
  }
  resolveDeferred(): void {
    for (const respond of this.#heldResponses.splice(0)) respond();
  }
  resolveFirstDeferred(): void {
    this.#heldResponses.shift()?.();
  }
  callsOf<Name extends Call[0]>(name: Name): Extract<Call, readonly [Name, ...unknown[]]>[] {
    return this.calls.filter((call): call is Extract<Call, readonly [Name, ...unknown[]]> => call[0] === name);
  }

  readonly client: Client = {
    feed: {
      subscribe: (_, listener) => {
        if (this.feedFailure === null) return this.#feed.subscribe(_, listener);
        listener.onEnd(this.feedFailure);
        return () => undefined;
      },
    },
    start: mutateCall(({ watch, body }) =>
      this.#called(['start', watch, body], () => ({ id: `search-${this.callsOf('start').length + 1}` })),
    ),
    next: mutateCall(({ watch, id }) => this.#called(['next', watch, id], () => undefined)),
    load: mutateCall(({ watch, id, how }) => this.#called(['load', watch, id, how], () => undefined)),
    cancel: mutateCall(({ watch, id }) => this.#called(['cancel', watch, id], () => undefined)),
    remove: mutateCall(({ watch, id }) =>
      this.#called(['remove', watch, id], () => this.emit(...this.state.searches.filter((search) => search.id !== id))),
    ),
    rows: queryCall((query) => this.#called(['rows', query], () => this.#rows(query))),
    item: queryCall((place) => this.#called(['item', place], () => this.#item(place.ordinal))),
    fields: queryCall(({ watch, id }) =>
      this.#called(['fields', watch, id], () => {
        const { rows } = this.#search(id);
        const names = Object.keys(this.items(1));
        return names.map((name, index) => ({ name, isDocumented: index < 4, rows }));
      }),
    ),
    failures: queryCall((query) => this.#called(['failures', query], () => this.failures(query))),
    find: queryCall((query) => this.#called(['find', query], () => this.found)),
    compare: queryCall((query) => this.#called(['compare', query], () => this.compared(query))),
    checkGap: mutateCall(({ watch, gap }) => this.#called(['checkGap', watch, gap], () => ({ id: `gap-${gap}` }))),
    gapFindings: queryCall(({ watch, gap }) =>
      this.#called(['gapFindings', watch, gap], () => {
        if (this.findings === null) throw new Error('No findings were said');
        return this.findings;
      }),
    ),
    request: queryCall(({ watch, number }) =>
      this.#called(['request', watch, number], () => {
        const request = this.requests.get(number);
        if (request === undefined) throw new Error('No such request was said');
        return request;
      }),
    ),
    forgetNotAccepted: mutateCall(({ watch, ...what }) =>
      this.#called(['forgetNotAccepted', watch, what], () =>
        this.emitState({
          notAccepted: this.state.notAccepted.filter(({ kind, name }) => kind !== what.kind || name !== what.name),
        }),
      ),
    ),
    savedFeed: this.#savedFeed,
    save: mutateCall(({ watch, searches }) =>
      this.#called(['save', watch, searches], () =>
        this.emitSaved(...new Map([...this.saved, ...searches].map((search) => [search.id, search])).values()),
      ),
    ),
    removeSaved: mutateCall(({ watch, id }) =>
      this.#called(['removeSaved', watch, id], () =>
        this.emitSaved(...this.saved.filter((search) => search.id !== id)),
      ),
    ),
  };

  async #called<T>(call: Call, respond: () => T): Promise<T> {
    this.calls.push(call);
    if (this.failure !== null) throw this.failure;
    if (this.defersResponses) await new Promise<void>((resolve) => this.#heldResponses.push(resolve));
    return respond();
  }

  #search(id: string): SearchSummary {
    const search = this.state.searches.find((each) => each.id === id);
    if (search === undefined) throw new Error(`Nobody said a search ${id}`);
    return search;
  }

  #rows({ id, view, from, limit, columns }: RowsQuery) {
    const { rows } = this.#search(id);
    const upTo = Math.min(rows, view.upTo);
    let ordinals: number[];
    if (view.find === '' && view.sort === null)
      ordinals = Array.from({ length: Math.max(0, Math.min(limit, upTo - from)) }, (_, index) => from + index + 1);
    else {
      const text = view.find.toLowerCase();
      ordinals = Array.from({ length: upTo }, (_, index) => index + 1).filter((ordinal) =>
        Object.values(this.items(ordinal)).some((value) => value.toLowerCase().includes(text)),
      );
      const { sort } = view;
      if (sort !== null) {
        const by = (ordinal: number) => this.items(ordinal)[sort.field] ?? '';
        const sign = sort.direction === 'asc' ? 1 : -1;
        ordinals.sort((one, other) => (by(one) === by(other) ? one - other : by(one) < by(other) ? -sign : sign));
      }
    }
    const total = view.find === '' && view.sort === null ? upTo : ordinals.length;
    const page = view.find === '' && view.sort === null ? ordinals : ordinals.slice(from, from + limit);
    return {
      rows: page.map((ordinal) => {
        const item = this.items(ordinal);
        return {
          ordinal,
          id: item['iotSubscriptionId'] ?? null,
          values: columns.map((column) => item[column] ?? null),
          isEarlier: this.earlier.has(ordinal),
        };
      }),
      total,
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
