/**
 * The backend for the page's stores: the real router over an application in memory. It emits only what the test emits.
 */
import { NO_POLICY } from '../../src-shared/api/policy/policy.ts';
import type { Backend } from '../../src-main/core/backend.ts';
import type { ProjectionRecord } from '../../src-main/core/ports/event-store.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import { reordered, withEntries } from '../../src-main/core/views/profile-list.ts';
import { linksLimit, viewsLimit } from '../../src-main/core/views/profile-lists.ts';
import type { BackendClient, FeedListener, Stop } from '../../src-renderer/backend/client.ts';
import type { WireState } from '../../src-renderer/backend/wire.ts';
import type { ClockReading } from '../../src-renderer/time/page-clock.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { EventDetail, TimelineFeedQuery, TimelineUpdate } from '../../src-shared/api/timeline.ts';
import { MAX_UPDATE_ROWS, SNAPSHOT_INTERVAL_MS } from '../../src-shared/api/page-timing.ts';
import type { BackendSnapshot, HostDescription, PracticeScenario, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { ExportJob } from '../../src-shared/api/exports.ts';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { BackupCopy } from '../../src-shared/domain/store-condition.ts';
import type { Coverage, Gap } from '../../src-shared/domain/coverage/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { OwnLink } from '../../src-shared/domain/links/own-link.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import { summaryOf } from './example-events.ts';
import { FakeClock } from './fake-clock.ts';
import { hostDescription } from './host-description.ts';
import { MemoryReader } from './memory-reader.ts';
import { extentOf, newestFirst } from './timeline-page.ts';
import { PageFeed } from './page-feed.ts';
import { PageAlarms } from './page-alarms.ts';
import { PageOutlets } from './page-outlets.ts';
import { PageTeam } from './page-team.ts';
import { PageCases } from './page-cases.ts';
import { PageDesktop } from './page-desktop.ts';
import { PageProfiles } from './page-profiles.ts';
import { PageSubscriptions } from './page-subscriptions.ts';
import { snapshotOf, WATCH } from './page-watch.ts';
import { failRun, PageCalls, routedClient, type Served } from './routed-client.ts';

/** Rows that the store reads in one batch. */
const BATCH_ROWS = 1_000;

interface TimelineSubscriber {
  readonly query: TimelineFeedQuery;
  readonly listener: FeedListener<TimelineUpdate>;
  /** Seq up to which this feed has emitted. */
  emittedThrough: number;
  readonly emittedGaps: Map<number, string>;
}

export class PageBackend implements BackendClient {
  readonly calls = new PageCalls();
  readonly stores = new Map<WatchId, EventSummary[]>([[WATCH, []]]);
  spans: Coverage = { sessions: [], gaps: [] };
  /** Gaps in pages and updates, placed by `afterSeq`; in any order. */
  gaps: Gap[] = [];
  description: HostDescription = {
    ...hostDescription,
    version: '0.1.0',
    capabilities: { vault: 'keychain', signInBrowser: true, practice: true, desktop: false },
  };
  scenarios: PracticeScenario[] = [];
  details = new Map<number, EventDetail>();
  /** Null simulates a backend that does not answer. */
  sessionExpired: boolean | null = false;
  /** Number of launch links that the page asked for. */
  printedLinks = 0;
  madeLinks = 0;
  /** Last time the page received a message; null makes the store use its snapshots. */
  lastReceived: ClockReading | null = null;
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
  readonly ownLinks = new Map<WatchId, readonly OwnLink[]>();
  readonly savedViews = new Map<WatchId, readonly SavedView[]>();
  jobs: readonly ExportJob[] = [];
  #watches: WatchSnapshot[] = [];
  readonly #wireListeners = new Set<(wire: WireState) => void>();
  readonly #watchFeed = new PageFeed<BackendSnapshot>();
  readonly #subscribers = new Set<TimelineSubscriber>();
  readonly #viewsFeed = new PageFeed(({ watch }: { readonly watch: WatchId }) => [
    ...(this.savedViews.get(watch) ?? []),
  ]);
  readonly #linksFeed = new PageFeed(({ watch }: { readonly watch: WatchId }) => [...(this.ownLinks.get(watch) ?? [])]);
  readonly #exportFeed = new PageFeed(() => [...this.jobs]);

  get rows(): EventSummary[] {
    return this.stores.get(WATCH) ?? [];
  }
  set rows(rows: EventSummary[]) {
    this.stores.set(WATCH, rows);
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
    this.#viewsFeed.emit([...views], (of) => of.watch === watch);
  }
  emitLinks(watch: WatchId, links: readonly OwnLink[]): void {
    this.ownLinks.set(watch, links);
    this.#linksFeed.emit(links as OwnLink[], (of) => of.watch === watch);
  }
  emitExports(...jobs: ExportJob[]): void {
    this.jobs = jobs;
    this.#exportFeed.emit(jobs);
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
    printLink: async () => {
      this.printedLinks += 1;
    },
    makeLink: async () => `http://127.0.0.1:4711/#launch=${(this.madeLinks += 1)}`,
  };
  readonly pageProfiles = new PageProfiles(this.calls, 'profiles', 'signIn', 'access');
  readonly pageSubscriptions = new PageSubscriptions(this.calls, 'subscriptions');
  readonly pageAlarms = new PageAlarms(this.calls, 'alarms');
  readonly pageOutlets = new PageOutlets(this.calls, 'outlets');
  readonly pageTeam = new PageTeam(this.calls, 'team');
  readonly pageDesktop = new PageDesktop(this.calls, 'desktop');
  /** Records of the status page; the page reads no others. */
  projectionRecords: ProjectionRecord[] = [];
  readonly pageCases = new PageCases(this.calls, 'cases', 'reports', 'packs', 'quality');
  readonly #client = routedClient(
    () => this.#served(),
    this.calls,
    {
      'watches.feed': this.#watchFeed,
      'timeline.feed': {
        subscribe: (query, listener) => {
          const subscriber = { query, listener, emittedThrough: query.after, emittedGaps: new Map<number, string>() };
          this.#subscribers.add(subscriber);
          return () => this.#subscribers.delete(subscriber);
        },
      },
      'views.feed': this.#viewsFeed,
      'views.sharedFeed': this.pageTeam.sharedFeed,
      'links.feed': this.#linksFeed,
      'outlets.feed': this.pageOutlets.feed,
      'team.feed': this.pageTeam.feed,
      'exports.feed': this.#exportFeed,
      'profiles.feed': this.pageProfiles.feed,
      'connectionTest.run': this.pageProfiles.testFeed,
      'subscriptions.feed': this.pageSubscriptions.feed,
      'subscriptions.savedFeed': this.pageSubscriptions.savedFeed,
      'alarms.feed': this.pageAlarms.feed,
      'alarms.notifications': this.pageAlarms.notifications,
      'cases.feed': this.pageCases.feed,
      'cases.handOvers': this.pageCases.handOversFeed,
      'desktop.feed': this.pageDesktop.feed,
    },
    this.wire,
  );
  readonly host: BackendClient['host'] = this.#client.host;
  readonly watches: BackendClient['watches'] = this.#client.watches;
  readonly practice: BackendClient['practice'] = this.#client.practice;
  readonly profiles: BackendClient['profiles'] = this.#client.profiles;
  readonly signIn: BackendClient['signIn'] = this.#client.signIn;
  readonly connectionTest: BackendClient['connectionTest'] = this.#client.connectionTest;
  readonly access: BackendClient['access'] = this.#client.access;
  readonly timeline: BackendClient['timeline'] = this.#client.timeline;
  readonly views: BackendClient['views'] = this.#client.views;
  readonly links: BackendClient['links'] = this.#client.links;
  readonly outlets: BackendClient['outlets'] = this.#client.outlets;
  readonly team: BackendClient['team'] = this.#client.team;
  readonly ids: BackendClient['ids'] = this.#client.ids;
  readonly subscriptions: BackendClient['subscriptions'] = this.#client.subscriptions;
  readonly cases: BackendClient['cases'] = this.#client.cases;
  readonly alarms: BackendClient['alarms'] = this.#client.alarms;
  readonly reports: BackendClient['reports'] = this.#client.reports;
  readonly quality: BackendClient['quality'] = this.#client.quality;
  readonly packs: BackendClient['packs'] = this.#client.packs;
  readonly exports: BackendClient['exports'] = this.#client.exports;
  readonly storage: BackendClient['storage'] = this.#client.storage;
  readonly desktop: BackendClient['desktop'] = this.#client.desktop;
  readonly coverage: BackendClient['coverage'] = this.#client.coverage;

  /** Returns the members that the procedures call. */
  #served(): Served<Backend> {
    return {
      ...this.pageProfiles.served,
      ...this.pageDesktop.served,
      clock: new FakeClock(),
      description: this.description,
      policy: NO_POLICY,
      practiceScenarios: this.scenarios,
      startPractice: async () => WATCH,
      recordInput: () => undefined,
      exports: {
        start: async () => ({ id: `export-${this.calls.inputsOf('exports.start').length}` }),
        cancel: async () => undefined,
        forget: async () => undefined,
      },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page calls no other members
      watch: (id) => this.#watch(id) as Watch,
      reportIncident(error) {
        failRun(error);
        return 'incident';
      },
    };
  }

  /** Returns the members that the procedures call. @throws AppError WATCH_CLOSED */
  #watch(id: WatchId): Served<Watch> {
    const rows = this.stores.get(id);
    if (rows === undefined) throw appError('WATCH_CLOSED', { watch: id });
    return {
      ...this.pageProfiles.servedByWatch,
      ...this.pageSubscriptions.served,
      ...this.pageAlarms.served,
      ...this.pageOutlets.served,
      ...this.pageTeam.served,
      ...this.pageCases.served,
      reader: () => this.#reader(rows),
      scanner: this.#reader(rows),
      retryNow: () => undefined,
      markSeen: async () => undefined,
      views: {
        read: async () => this.savedViews.get(id) ?? [],
        put: async (views) => this.#changeViews(id, (before) => withEntries(before, views, viewsLimit)),
        remove: async (view) => this.#changeViews(id, (before) => before.filter((each) => each.id !== view)),
        reorder: async (ids) => this.#changeViews(id, (before) => reordered(before, ids)),
      },
      links: {
        put: async (links) => this.#changeLinks(id, (before) => withEntries(before, links, linksLimit)),
        remove: async (link) => this.#changeLinks(id, (before) => before.filter((each) => each.id !== link)),
        reorder: async (ids) => this.#changeLinks(id, (before) => reordered(before, ids)),
      },
      maintenance: {
        report: async () => this.report,
        removable: async () => this.removable,
        backUp: async () => this.copy,
        acknowledge: async () => undefined,
      },
    };
  }

  #reader(rows: EventSummary[]): MemoryReader {
    const reader = new MemoryReader(rows, BATCH_ROWS);
    reader.textOf = (row) => JSON.stringify(row);
    reader.storedGaps = newestFirst(this.gaps).toReversed();
    reader.coverage = async ({ from, to }) => {
      const overlaps = (each: { readonly from: number; readonly to: number | null }) =>
        each.from <= to && (each.to ?? to) >= from;
      return { sessions: this.spans.sessions.filter(overlaps), gaps: this.spans.gaps.filter(overlaps) };
    };
    reader.projectionRecords = async () => this.projectionRecords;
    reader.event = async (seq) => {
      const detail = this.details.get(seq);
      return detail === undefined ? null : { ...detail, whole: null };
    };
    return reader;
  }

  #changeLinks(watch: WatchId, change: (before: readonly OwnLink[]) => readonly OwnLink[]): void {
    this.emitLinks(watch, change(this.ownLinks.get(watch) ?? []));
  }

  #changeViews(watch: WatchId, change: (before: readonly SavedView[]) => readonly SavedView[]): void {
    this.emitViews(watch, change(this.savedViews.get(watch) ?? []));
  }
}
