/** The backend for the page's stores, in memory. It emits only what the test emits. */
import type { BackendClient, FeedListener, Stop } from '../../src-renderer/backend/client.ts';
import type { WireState } from '../../src-renderer/backend/wire.ts';
import type { ClockReading } from '../../src-renderer/time/page-clock.ts';
import type {
  EventDetail,
  FacetsQuery,
  HistogramQuery,
  SeqRanges,
  TallyQuery,
  TimelineCount,
  TimelineFacets,
  TimelineFeedQuery,
  TimelineHistogram,
  TimelineUpdate,
  TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS, SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import type { BackendSnapshot, HostDescription, PracticeScenario, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { ExportJob, StartExport } from '../../src-shared/api/exports.ts';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { BackupCopy } from '../../src-shared/domain/store-condition.ts';
import type { Coverage, Gap } from '../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { matchesFilter } from '../../src-shared/domain/filter/filter-match.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { summaryOf } from './example-events.ts';
import { extentOf, newestFirst, timelinePageOf } from './timeline-page.ts';
import { mutateCall, PageFeed, queryCall } from './page-calls.ts';
import { PageAlarms } from './page-alarms.ts';
import { PageCases } from './page-cases.ts';
import { PageDesktop } from './page-desktop.ts';
import { PageProfiles } from './page-profiles.ts';
import { PageSubscriptions } from './page-subscriptions.ts';
import { backendError, snapshotOf, WATCH } from './page-watch.ts';

interface TimelineSubscriber {
  readonly query: TimelineFeedQuery;
  readonly listener: FeedListener<TimelineUpdate>;
  /** Seq up to which this feed has emitted. */
  emittedThrough: number;
  readonly emittedGaps: Map<number, string>;
}

type StoreCall = 'report' | 'countRemovable' | 'backUp' | 'acknowledge';

export class PageBackend implements BackendClient {
  readonly stores = new Map<WatchId, EventSummary[]>([[WATCH, []]]);
  spans: Coverage = { sessions: [], gaps: [] };
  /** Gaps in pages and updates, placed by `afterSeq`; in any order. */
  gaps: Gap[] = [];
  description: HostDescription = {
    version: '0.1.0',
    capabilities: { vault: 'keychain', signInBrowser: true, practice: true, notifications: 'page', desktop: false },
  };
  scenarios: PracticeScenario[] = [];
  practiceFailure: Error | null = null;
  details = new Map<number, EventDetail>();
  readonly startedScenarios: string[] = [];
  readonly retries: WatchId[] = [];
  readonly pageQueries: TimelinePageQuery[] = [];
  readonly feedQueries: TimelineFeedQuery[] = [];
  readonly coverageQueries: { watch: WatchId; from: number; to: number }[] = [];
  /** Null simulates a backend that does not answer. */
  sessionExpired: boolean | null = false;
  retryFailure: Error | null = null;
  /** Last time the page received a message; null makes the store use its snapshots. */
  lastReceived: ClockReading | null = null;
  /** If true, page requests wait for `resolveDeferred`. Their answers show the state at the time of the request. */
  defersPages = false;
  /** Same as `defersPages`, for events. */
  defersEvents = false;
  report: StoreReport = {
    bytes: 0,
    freeBytes: 0,
    beside: { search: 0, cases: 0, inventory: 0 },
    storedEvents: 0,
    oldestAt: null,
    bytesPerDay: null,
    keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
    backups: [],
  };
  copy: BackupCopy = { path: '/data/backups/new.db', at: 0, bytes: 0, storedEvents: 0 };
  /** Number of events that a shorter retention would remove. */
  removable = 0;
  /** Answers of the store wait for this promise. They show the state at the time of the request. */
  storeBlockedUntil: Promise<void> | null = null;
  storeFailure: Error | null = null;
  readonly storeCalls: { readonly call: StoreCall; readonly watch: WatchId }[] = [];
  eventFailure: Error | null = null;
  coverageFailure: Error | null = null;
  /** Answers of counts, facets and histograms. Empty by default. */
  count: (query: TallyQuery) => TimelineCount = () => ({ count: 0, next: null });
  facets: (query: FacetsQuery) => TimelineFacets = ({ fields }) => ({
    count: 0,
    fields: fields.map((field) => ({ field, values: [] })),
    next: null,
  });
  histogram: (query: HistogramQuery) => TimelineHistogram = () => ({ outcomes: [], next: null });
  tallyFailure: Error | null = null;
  /** Same as `defersPages`, for counts, facets and histograms. */
  defersTallies = false;
  readonly tallyQueries: (
    | { readonly kind: 'count'; readonly query: TallyQuery }
    | { readonly kind: 'facets'; readonly query: FacetsQuery }
    | { readonly kind: 'histogram'; readonly query: HistogramQuery }
  )[] = [];
  readonly seen: { readonly watch: WatchId; readonly ranges: SeqRanges; readonly seen: boolean }[] = [];
  readonly savedViews = new Map<WatchId, readonly SavedView[]>();
  viewsFailure: Error | null = null;
  jobs: readonly ExportJob[] = [];
  readonly exportCalls: { readonly call: 'start' | 'cancel' | 'forget'; readonly what: StartExport | string }[] = [];
  exportFailure: Error | null = null;
  #watches: WatchSnapshot[] = [];
  readonly #heldResponses: (() => void)[] = [];
  readonly #wireListeners = new Set<(wire: WireState) => void>();
  readonly #watchFeed = new PageFeed<BackendSnapshot>();
  readonly #subscribers = new Set<TimelineSubscriber>();
  readonly #viewSubscribers = new Set<{
    readonly watch: WatchId;
    readonly listener: FeedListener<SavedView[]>;
  }>();
  readonly #exportFeed = new PageFeed(() => [...this.jobs]);

  get rows(): EventSummary[] {
    return this.stores.get(WATCH) ?? [];
  }
  set rows(rows: EventSummary[]) {
    this.stores.set(WATCH, rows);
  }
  get watchFeeds(): number {
    return this.#watchFeed.listeners.size;
  }
  get openFeeds(): number {
    const all = [this.#watchFeed.listeners, this.#subscribers, this.#viewSubscribers, this.#exportFeed.listeners];
    return all.reduce(
      (sum, { size }) => sum + size,
      this.pageProfiles.openFeeds +
        this.pageSubscriptions.openFeeds +
        this.pageCases.openFeeds +
        this.pageAlarms.openFeeds,
    );
  }
  emit(...watches: WatchSnapshot[]): void {
    this.#watches = watches;
    this.#watchFeed.emit(snapshotOf(...watches));
  }
  /** Advances the clock and repeats the last snapshot every few seconds, like a backend without changes. */
  advanceAndRepeat(clock: { advance(ms: number): void; read(): ClockReading }, ms: number): void {
    for (let left = ms; left > 0; left -= SNAPSHOT_INTERVAL_MS) {
      clock.advance(Math.min(left, SNAPSHOT_INTERVAL_MS));
      this.#watchFeed.emit({ at: clock.read().wall, watches: this.#watches });
    }
  }
  emitWire(state: WireState): void {
    for (const listener of this.#wireListeners) listener(state);
  }
  store(count: number, fields: Partial<EventSummary> = {}, watch = WATCH): void {
    this.storeQuietly(count, fields, watch);
    this.announce();
  }
  storeQuietly(count: number, fields: Partial<EventSummary> = {}, watch = WATCH): void {
    const rows = this.stores.get(watch) ?? [];
    this.stores.set(watch, rows);
    for (let added = 0; added < count; added += 1) rows.push(summaryOf((rows.at(-1)?.seq ?? 0) + 1, fields));
  }
  dropBefore(seq: number): void {
    this.rows = this.rows.filter((row) => row.seq >= seq);
  }
  announce(): void {
    for (const subscriber of this.#subscribers) {
      const stored = this.stores.get(subscriber.query.watch) ?? [];
      const matching = stored.filter((row) => row.seq > subscriber.emittedThrough).toReversed();
      const extent = extentOf(stored);
      const afterSeq = subscriber.query.after;
      const gaps = newestFirst(this.gaps).filter(
        (gap) => gap.afterSeq >= afterSeq && subscriber.emittedGaps.get(gap.id) !== JSON.stringify(gap),
      );
      subscriber.emittedThrough = extent.newestSeq;
      for (const gap of gaps) subscriber.emittedGaps.set(gap.id, JSON.stringify(gap));
      if (matching.length === 0 && gaps.length === 0) continue;
      const heartbeats = matching.filter(({ kind }) => kind === 'HEARTBEAT').length;
      const rows = matching.slice(0, MAX_UPDATE_ROWS);
      subscriber.listener.onData({ rows, count: matching.length, heartbeats, gaps, extent });
    }
  }
  endTimelineFeeds(error: Error | null): void {
    for (const { listener } of this.#subscribers) listener.onEnd(error);
  }
  /** Closes a watch: its feeds end, and every later request about it fails. */
  closeWatch(watch: WatchId): void {
    this.stores.delete(watch);
    for (const { query, listener } of this.#subscribers) if (query.watch === watch) listener.onEnd(null);
  }
  emitViews(watch: WatchId, views: readonly SavedView[]): void {
    this.savedViews.set(watch, views);
    for (const subscriber of this.#viewSubscribers)
      if (subscriber.watch === watch) subscriber.listener.onData([...views]);
  }
  emitExports(...jobs: ExportJob[]): void {
    this.jobs = jobs;
    this.#exportFeed.emit(jobs);
  }
  resolveDeferred(): void {
    for (const respond of this.#heldResponses.splice(0)) respond();
  }

  readonly wire = {
    subscribe: (listener: (wire: WireState) => void): Stop => {
      this.#wireListeners.add(listener);
      return () => this.#wireListeners.delete(listener);
    },
    lastReceived: () => this.lastReceived,
    isSessionExpired: async () => {
      if (this.sessionExpired === null) throw new TypeError('Failed to fetch');
      return this.sessionExpired;
    },
  };
  readonly host: BackendClient['host'] = { describe: queryCall(async () => this.description) };
  readonly watches: BackendClient['watches'] = {
    feed: this.#watchFeed,
    retryNow: mutateCall(async ({ watch }) => {
      this.#stored(watch);
      if (this.retryFailure !== null) throw this.retryFailure;
      this.retries.push(watch);
    }),
  };
  readonly practice: BackendClient['practice'] = {
    scenarios: queryCall(async () => this.scenarios),
    start: mutateCall(async ({ scenario }) => {
      if (this.practiceFailure !== null) throw this.practiceFailure;
      this.startedScenarios.push(scenario);
      return { watch: WATCH };
    }),
  };
  readonly timeline: BackendClient['timeline'] = {
    page: queryCall(async (query) => {
      this.pageQueries.push(query);
      const stored = this.#stored(query.watch);
      const matching = stored.filter((row) => matchesFilter(query.filter, row, () => JSON.stringify(row)));
      const page = { ...timelinePageOf(matching, query, this.gaps), extent: extentOf(stored) };
      if (this.defersPages) await new Promise<void>((resolve) => this.#heldResponses.push(resolve));
      return page;
    }),
    feed: {
      subscribe: (query, listener) => {
        this.feedQueries.push(query);
        const subscriber = { query, listener, emittedThrough: query.after, emittedGaps: new Map<number, string>() };
        this.#subscribers.add(subscriber);
        return () => this.#subscribers.delete(subscriber);
      },
    },
    event: queryCall(async ({ watch, seq }) => {
      this.#stored(watch);
      const detail = this.details.get(seq);
      if (this.defersEvents) await new Promise<void>((resolve) => this.#heldResponses.push(resolve));
      if (this.eventFailure !== null) throw this.eventFailure;
      if (detail === undefined) throw backendError({ code: 'EVENT_NOT_FOUND', facts: { seq } });
      return detail;
    }),
    count: queryCall(async (query) => {
      this.tallyQueries.push({ kind: 'count', query });
      return this.#tallied(query, () => this.count(query));
    }),
    facets: queryCall(async (query) => {
      this.tallyQueries.push({ kind: 'facets', query });
      return this.#tallied(query, () => this.facets(query));
    }),
    histogram: queryCall(async (query) => {
      this.tallyQueries.push({ kind: 'histogram', query });
      return this.#tallied(query, () => this.histogram(query));
    }),
    markSeen: mutateCall(async ({ watch, ranges, seen }) => {
      this.#stored(watch);
      this.seen.push({ watch, ranges, seen });
    }),
  };
  readonly views: BackendClient['views'] = {
    feed: {
      subscribe: ({ watch }, listener) => {
        const subscriber = { watch, listener };
        this.#viewSubscribers.add(subscriber);
        listener.onData([...(this.savedViews.get(watch) ?? [])]);
        return () => this.#viewSubscribers.delete(subscriber);
      },
    },
    put: mutateCall(async ({ watch, views }) =>
      this.#changeViews(watch, (before) => [...new Map([...before, ...views].map((view) => [view.id, view])).values()]),
    ),
    remove: mutateCall(async ({ watch, id }) =>
      this.#changeViews(watch, (before) => before.filter((view) => view.id !== id)),
    ),
    reorder: mutateCall(async ({ watch, ids }) =>
      this.#changeViews(watch, (before) =>
        before.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      ),
    ),
  };
  readonly exports: BackendClient['exports'] = {
    feed: this.#exportFeed,
    start: mutateCall(async (what) => {
      this.#callExports('start', what);
      return { id: `export-${this.exportCalls.length}` };
    }),
    cancel: mutateCall(async ({ id }) => this.#callExports('cancel', id)),
    forget: mutateCall(async ({ id }) => this.#callExports('forget', id)),
  };
  readonly coverage: BackendClient['coverage'] = {
    span: queryCall(async (span) => {
      this.coverageQueries.push(span);
      this.#stored(span.watch);
      if (this.coverageFailure !== null) throw this.coverageFailure;
      return this.spans;
    }),
  };
  readonly pageProfiles = new PageProfiles();
  readonly profiles: BackendClient['profiles'] = this.pageProfiles.profiles;
  readonly signIn: BackendClient['signIn'] = this.pageProfiles.signIn;
  readonly connectionTest: BackendClient['connectionTest'] = this.pageProfiles.connectionTest;
  readonly access: BackendClient['access'] = this.pageProfiles.accessOf;
  readonly pageSubscriptions = new PageSubscriptions();
  readonly subscriptions: BackendClient['subscriptions'] = this.pageSubscriptions.client;
  readonly pageAlarms = new PageAlarms();
  readonly alarms: BackendClient['alarms'] = this.pageAlarms.alarms;
  readonly desktop = new PageDesktop();
  readonly pageCases = new PageCases();
  readonly cases: BackendClient['cases'] = this.pageCases.cases;
  readonly reports: BackendClient['reports'] = this.pageCases.reports;
  readonly packs: BackendClient['packs'] = this.pageCases.packs;
  readonly storage: BackendClient['storage'] = {
    report: queryCall(({ watch }) => this.#ofStore('report', watch, this.report)),
    countRemovable: queryCall(({ watch }) => this.#ofStore('countRemovable', watch, { events: this.removable })),
    backUp: mutateCall(({ watch }) => this.#ofStore('backUp', watch, this.copy)),
    acknowledge: mutateCall(({ watch }) => this.#ofStore('acknowledge', watch, undefined)),
  };

  async #ofStore<T>(call: StoreCall, watch: WatchId, respond: T): Promise<T> {
    this.storeCalls.push({ call, watch });
    await this.storeBlockedUntil;
    this.#stored(watch);
    if (this.storeFailure !== null) throw this.storeFailure;
    return respond;
  }

  async #tallied<T>({ watch }: { watch: WatchId }, respond: () => T): Promise<T> {
    this.#stored(watch);
    if (this.defersTallies) await new Promise<void>((resolve) => this.#heldResponses.push(resolve));
    if (this.tallyFailure !== null) throw this.tallyFailure;
    return respond();
  }

  #changeViews(watch: WatchId, change: (before: readonly SavedView[]) => readonly SavedView[]): void {
    if (this.viewsFailure !== null) throw this.viewsFailure;
    this.emitViews(watch, change(this.savedViews.get(watch) ?? []));
  }
  #callExports(call: 'start' | 'cancel' | 'forget', what: StartExport | string): void {
    this.exportCalls.push({ call, what });
    if (this.exportFailure !== null) throw this.exportFailure;
  }

  #stored(watch: WatchId): EventSummary[] {
    const rows = this.stores.get(watch);
    if (rows === undefined) throw backendError({ code: 'WATCH_CLOSED', facts: { watch } });
    return rows;
  }
}
