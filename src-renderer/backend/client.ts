/**
 * The backend as the page sees it, grouped by concern: calls that answer or reject, feeds that resume by themselves
 * after the wire was lost. All but the wire and the host is of one watch, named with each call. The stores depend on
 * the interface; no other module knows what the backend's calls are named.
 */
import { createTRPCClient, TRPCClientError, wsLink } from '@trpc/client';
import type { AppRouter } from '../../src-main/core/api/router.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type {
  EventDetail,
  FacetsQuery,
  HistogramQuery,
  SeenRanges,
  TallyQuery,
  TimelineCount,
  TimelineFacets,
  TimelineFeedQuery,
  TimelineHistogram,
  TimelineNews,
  TimelinePage,
  TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ConnectionReport, ConnectionTestInput } from '../../src-shared/api/connection-test.ts';
import type { Keep, ProfileEntry, SaveProfile, SignedOut } from '../../src-shared/api/profiles.ts';
import type { BackendSnapshot, PracticeScenario } from '../../src-shared/api/watch.ts';
import type { ExportJob, StartExport } from '../../src-shared/api/exports.ts';
import type {
  Compared,
  CompareQuery,
  Failures,
  FailuresQuery,
  FieldShare,
  FindQuery,
  FoundSubscriptions,
  GapFindings,
  NotAccepted,
  RequestDetail,
  RowsPage,
  RowsQuery,
  SubscriptionItem,
  SubscriptionsState,
} from '../../src-shared/api/searches.ts';
import type {
  Act,
  Board,
  CaseDetail,
  CaseList,
  CaseListQuery,
  RequestFacts,
  Resources,
  ResourcesQuery,
} from '../../src-shared/api/cases.ts';
import type {
  NamedText,
  PackPreview,
  PackQuery,
  PackSaved,
  ReportAnswer,
  ReportQuery,
  ReportTextQuery,
} from '../../src-shared/api/reports.ts';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { SavedSearch } from '../../src-shared/domain/saved-search.ts';
import type { CaseKey } from '../../src-shared/domain/case.ts';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import type { ProfileId, WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile.ts';
import type { ClockReading, PageClock } from '../time/page-clock.ts';
import type { AlarmsClient } from './alarms-client.ts';
import type { DesktopClient } from './desktop-client.ts';
import { asError, BackendError, type BackendFailure } from './backend-error.ts';
import { type HostClient, hostClient } from './host-client.ts';
import type { Pipe } from './pipe.ts';
import { openWire, type WireState } from './wire.ts';

/** Ends what it was returned from; idempotent. */
export type Stop = () => void;

export interface FeedListener<T> {
  readonly onData: (data: T) => void;
  /** The backend ended the feed; `error` where it failed. It does not resume by itself. */
  readonly onEnd: (error: Error | null) => void;
}

/**
 * Calls reject with a `BackendError`: at once, `no-answer`, where the wire is lost or gets lost meanwhile; questions
 * also where the backend goes on talking and does not answer them.
 */
export interface BackendClient {
  readonly wire: {
    /** The present state at once, then each change. */
    follow(listener: (wire: WireState) => void): Stop;
    /** When anything was last heard; `null` where nothing ever was. */
    lastHeard(): ClockReading | null;
    /** Whether the host answers but does not admit this page any more; asked while the wire is lost. */
    isShutOut(): Promise<boolean>;
  };
  readonly host: HostClient;
  readonly watches: {
    /** The present snapshot at once, then each that differs, and one every few seconds. */
    follow(listener: FeedListener<BackendSnapshot>): Stop;
    retryNow(watch: WatchId): Promise<void>;
  };
  readonly practice: { scenarios(): Promise<PracticeScenario[]>; start(scenario: string): Promise<void> };
  readonly timeline: {
    page(query: TimelinePageQuery): Promise<TimelinePage>;
    follow(query: TimelineFeedQuery, listener: FeedListener<TimelineNews>): Stop;
    event(place: { watch: WatchId; seq: number }): Promise<EventDetail>;
    /** Of what takes long an answer is a piece: asked again with `to: next`, it goes on. */
    count(query: TallyQuery): Promise<TimelineCount>;
    facets(query: FacetsQuery): Promise<TimelineFacets>;
    histogram(query: HistogramQuery): Promise<TimelineHistogram>;
    markSeen(watch: WatchId, ranges: SeenRanges, seen: boolean): Promise<void>;
  };
  readonly views: {
    /** All views of the watch's profile at once, then after each change. */
    follow(watch: WatchId, listener: FeedListener<readonly SavedView[]>): Stop;
    put(watch: WatchId, views: readonly SavedView[]): Promise<void>;
    remove(watch: WatchId, id: string): Promise<void>;
    order(watch: WatchId, ids: readonly string[]): Promise<void>;
  };
  readonly profiles: {
    /** All profiles at once, then after each change of any of them or of its sign-in. */
    follow(listener: FeedListener<readonly ProfileEntry[]>): Stop;
    save(wanted: SaveProfile): Promise<ProfileId>;
    remove(id: ProfileId, options: { readonly events: boolean }): Promise<void>;
    /** What the text of a profile file says. */
    read(text: string): Promise<ConnectionProfile>;
    /** As a profile file, without secrets. */
    text(id: ProfileId): Promise<{ readonly fileName: string; readonly text: string }>;
    watch(id: ProfileId): Promise<WatchId>;
    unwatch(id: ProfileId): Promise<void>;
  };
  readonly signIn: {
    begin(id: ProfileId, keep: Keep): Promise<{ readonly address: string; readonly opened: boolean }>;
    cancel(id: ProfileId): Promise<void>;
    giveSecret(id: ProfileId, secret: string, keep: Keep): Promise<void>;
    look(id: ProfileId): Promise<void>;
    out(id: ProfileId): Promise<SignedOut>;
  };
  /** Runs until it has ended (`onEnd` with `null`) or is stopped; begun anew where the wire was lost meanwhile. */
  readonly connectionTest: { run(what: ConnectionTestInput, listener: FeedListener<ConnectionReport>): Stop };
  readonly access: { report(watch: WatchId, options: { readonly fresh: boolean }): Promise<AccessReport> };
  readonly subscriptions: {
    /** All searches, what is not accepted and the last requests at once, then after each change; at most four a second. */
    follow(watch: WatchId, listener: FeedListener<SubscriptionsState>): Stop;
    /** Answers when the request is on its way; what becomes of it is in the feed. */
    begin(watch: WatchId, body: string): Promise<string>;
    next(watch: WatchId, id: string): Promise<void>;
    load(watch: WatchId, id: string, how: 'go' | 'pause'): Promise<void>;
    /** Gives up what is under way; what came stays. */
    cancel(watch: WatchId, id: string): Promise<void>;
    remove(watch: WatchId, id: string): Promise<void>;
    rows(query: RowsQuery): Promise<RowsPage>;
    item(place: { watch: WatchId; id: string; ordinal: number }): Promise<SubscriptionItem>;
    fields(watch: WatchId, id: string): Promise<readonly FieldShare[]>;
    failures(query: FailuresQuery): Promise<Failures>;
    /** Of both an answer is a piece: asked again with `after: next`, they go on. */
    find(query: FindQuery): Promise<FoundSubscriptions>;
    compare(query: CompareQuery): Promise<Compared>;
    /** The id of its search. */
    checkGap(watch: WatchId, gap: number): Promise<string>;
    gapFindings(watch: WatchId, gap: number): Promise<GapFindings>;
    request(watch: WatchId, number: number): Promise<RequestDetail>;
    forgetNotAccepted(watch: WatchId, what: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
    followSaved(watch: WatchId, listener: FeedListener<readonly SavedSearch[]>): Stop;
    save(watch: WatchId, searches: readonly SavedSearch[]): Promise<void>;
    removeSaved(watch: WatchId, id: string): Promise<void>;
  };
  readonly cases: {
    /** The board at once, then each change, at most twice a second. */
    follow(watch: WatchId, listener: FeedListener<Board>): Stop;
    list(query: CaseListQuery): Promise<CaseList>;
    detail(watch: WatchId, key: CaseKey): Promise<CaseDetail>;
    requestFacts(watch: WatchId, key: CaseKey): Promise<RequestFacts>;
    resources(query: ResourcesQuery): Promise<Resources>;
    /** Stored when it resolves; the board follows. */
    act(act: Act): Promise<void>;
  };
  readonly alarms: AlarmsClient;
  /** Answers where the host says that it has a desktop. */
  readonly desktop: DesktopClient;
  readonly reports: {
    report(query: ReportQuery): Promise<ReportAnswer>;
    text(query: ReportTextQuery): Promise<NamedText>;
  };
  readonly packs: {
    preview(query: PackQuery): Promise<PackPreview>;
    text(query: PackQuery): Promise<string>;
    save(query: PackQuery): Promise<PackSaved>;
  };
  readonly exports: {
    /** All exports of this run of the backend, of every watch; at most four times a second. */
    follow(listener: FeedListener<readonly ExportJob[]>): Stop;
    start(what: StartExport): Promise<{ id: string }>;
    /** Leaves no file behind. */
    cancel(id: string): Promise<void>;
    /** Takes an ended one off the list; its file stays. */
    forget(id: string): Promise<void>;
  };
  /** UTC epoch ms. */
  readonly coverage: { span(span: { watch: WatchId; from: number; to: number }): Promise<Coverage> };
  /** Of the files in which a watch keeps its events. */
  readonly storage: {
    report(watch: WatchId): Promise<StoreReport>;
    /** How many events would go where they were kept for so many days, at most. */
    removable(watch: WatchId, keepDays: StoreReport['keepDays']): Promise<number>;
    /** Resolves when the copy was made and checked. */
    backUp(watch: WatchId): Promise<void>;
    /** What happened was read, and is not shown any more. */
    acknowledge(watch: WatchId): Promise<void>;
  };
}

/**
 * The slowest questions take about a second, since the backend cuts what takes longer into pages. What is to be done has
 * no such limit: a copy of a large store takes minutes, and given up here it would be made all the same.
 */
const LONGEST_ANSWER_MS = 15_000;

/** `close` hangs up for good; a page does so by being left. */
export function createBackendClient(pipe: Pipe, clock: PageClock): BackendClient & { close(): Promise<void> } {
  const wire = openWire(pipe, clock);
  const backend = createTRPCClient<AppRouter>({ links: [wsLink({ client: wire.socket })] });

  type Ask<T> = (options: { signal: AbortSignal }) => Promise<T>;
  async function called<T>(ask: Ask<T>, longestMs?: number): Promise<T> {
    try {
      return await wire.call((signal) => ask({ signal }), longestMs);
    } catch (error) {
      throw backendError(error);
    }
  }
  const answered = <T>(ask: Ask<T>) => called(ask, LONGEST_ANSWER_MS);
  const done = <T>(ask: Ask<T>) => called(ask);

  return {
    wire: {
      follow: (listener) => wire.follow(listener),
      lastHeard: () => wire.lastHeard(),
      isShutOut: () => pipe.isShutOut(),
    },
    host: hostClient(() => answered((until) => backend.host.describe.query(undefined, until))),
    watches: {
      follow: (listener) => stopping(backend.watch.feed.subscribe(undefined, listening(listener))),
      retryNow: (watch) => done((until) => backend.watch.retryNow.mutate({ watch }, until)),
    },
    practice: {
      scenarios: () => answered((until) => backend.practice.scenarios.query(undefined, until)),
      start: async (scenario) => void (await done((until) => backend.practice.start.mutate({ scenario }, until))),
    },
    timeline: {
      page: (query) => answered((until) => backend.timeline.page.query(query, until)),
      follow: (query, listener) => stopping(backend.timeline.feed.subscribe(query, listening(listener))),
      event: (place) => answered((until) => backend.timeline.event.query(place, until)),
      count: (query) => answered((until) => backend.timeline.count.query(query, until)),
      facets: (query) => answered((until) => backend.timeline.facets.query(query, until)),
      histogram: (query) => answered((until) => backend.timeline.histogram.query(query, until)),
      markSeen: (watch, ranges, seen) =>
        done((until) => backend.timeline.markSeen.mutate({ watch, ranges, seen }, until)),
    },
    views: {
      follow: (watch, listener) => stopping(backend.views.feed.subscribe({ watch }, listening(listener))),
      put: (watch, views) => done((until) => backend.views.put.mutate({ watch, views: [...views] }, until)),
      remove: (watch, id) => done((until) => backend.views.remove.mutate({ watch, id }, until)),
      order: (watch, ids) => done((until) => backend.views.order.mutate({ watch, ids: [...ids] }, until)),
    },
    profiles: {
      follow: (listener) => stopping(backend.profiles.feed.subscribe(undefined, listening(listener))),
      save: async (wanted) => (await done((until) => backend.profiles.save.mutate(wanted, until))).id,
      remove: (id, { events }) => done((until) => backend.profiles.remove.mutate({ id, events }, until)),
      read: (text) => answered((until) => backend.profiles.read.query({ text }, until)),
      text: (id) => answered((until) => backend.profiles.text.query({ id }, until)),
      watch: async (id) => (await done((until) => backend.profiles.watch.mutate({ id }, until))).watch,
      unwatch: (id) => done((until) => backend.profiles.unwatch.mutate({ id }, until)),
    },
    signIn: {
      begin: (id, keep) => done((until) => backend.signIn.begin.mutate({ id, keep }, until)),
      cancel: (id) => done((until) => backend.signIn.cancel.mutate({ id }, until)),
      giveSecret: (id, secret, keep) => done((until) => backend.signIn.giveSecret.mutate({ id, secret, keep }, until)),
      look: (id) => done((until) => backend.signIn.look.mutate({ id }, until)),
      out: (id) => done((until) => backend.signIn.out.mutate({ id }, until)),
    },
    connectionTest: {
      run: (what, listener) => stopping(backend.connectionTest.run.subscribe(what, listening(listener))),
    },
    access: { report: (watch, { fresh }) => answered((until) => backend.access.report.query({ watch, fresh }, until)) },
    subscriptions: {
      follow: (watch, listener) => stopping(backend.subscriptions.feed.subscribe({ watch }, listening(listener))),
      begin: async (watch, body) =>
        (await done((until) => backend.subscriptions.begin.mutate({ watch, body }, until))).id,
      next: (watch, id) => done((until) => backend.subscriptions.next.mutate({ watch, id }, until)),
      load: (watch, id, how) => done((until) => backend.subscriptions.load.mutate({ watch, id, how }, until)),
      cancel: (watch, id) => done((until) => backend.subscriptions.cancel.mutate({ watch, id }, until)),
      remove: (watch, id) => done((until) => backend.subscriptions.remove.mutate({ watch, id }, until)),
      rows: (query) => answered((until) => backend.subscriptions.rows.query(query, until)),
      item: (place) => answered((until) => backend.subscriptions.item.query(place, until)),
      fields: (watch, id) => answered((until) => backend.subscriptions.fields.query({ watch, id }, until)),
      failures: (query) => answered((until) => backend.subscriptions.failures.query(query, until)),
      find: (query) => answered((until) => backend.subscriptions.find.query(query, until)),
      compare: (query) => answered((until) => backend.subscriptions.compare.query(query, until)),
      checkGap: async (watch, gap) =>
        (await done((until) => backend.subscriptions.checkGap.mutate({ watch, gap }, until))).id,
      gapFindings: (watch, gap) => answered((until) => backend.subscriptions.gapFindings.query({ watch, gap }, until)),
      request: (watch, number) => answered((until) => backend.subscriptions.request.query({ watch, number }, until)),
      forgetNotAccepted: (watch, what) =>
        done((until) => backend.subscriptions.forgetNotAccepted.mutate({ watch, ...what }, until)),
      followSaved: (watch, listener) =>
        stopping(backend.subscriptions.savedFeed.subscribe({ watch }, listening(listener))),
      save: (watch, searches) =>
        done((until) => backend.subscriptions.save.mutate({ watch, searches: [...searches] }, until)),
      removeSaved: (watch, id) => done((until) => backend.subscriptions.removeSaved.mutate({ watch, id }, until)),
    },
    cases: {
      follow: (watch, listener) => stopping(backend.cases.feed.subscribe({ watch }, listening(listener))),
      list: (query) => answered((until) => backend.cases.list.query(query, until)),
      detail: (watch, key) => answered((until) => backend.cases.detail.query({ watch, key }, until)),
      requestFacts: (watch, key) => answered((until) => backend.cases.requestFacts.query({ watch, key }, until)),
      resources: (query) => answered((until) => backend.cases.resources.query(query, until)),
      act: (act) => done((until) => backend.cases.act.mutate({ ...act, subjects: [...act.subjects] }, until)),
    },
    alarms: {
      follow: (watch, listener) => stopping(backend.alarms.feed.subscribe({ watch }, listening(listener))),
      putSettings: (watch, settings) => done((until) => backend.alarms.putSettings.mutate({ watch, settings }, until)),
      test: (watch) => done((until) => backend.alarms.test.mutate({ watch }, until)),
      open: async (watch, alarm) => (await done((until) => backend.alarms.open.mutate({ watch, alarm }, until))).target,
      seen: (watch, alarms) => done((until) => backend.alarms.seen.mutate({ watch, alarms: [...alarms] }, until)),
      delivered: (watch, alarm, refused) =>
        done((until) => backend.alarms.delivered.mutate({ watch, alarm, refused }, until)),
      followNotices: (listener) => stopping(backend.alarms.notices.subscribe(undefined, listening(listener))),
    },
    desktop: {
      follow: (listener) => stopping(backend.desktop.feed.subscribe(undefined, listening(listener))),
      openLogs: () => done((until) => backend.desktop.openLogs.mutate(undefined, until)),
      startAtLogin: (on) => done((until) => backend.desktop.startAtLogin.mutate({ on }, until)),
      stayWhenClosed: (on) => done((until) => backend.desktop.stayWhenClosed.mutate({ on }, until)),
      keepAwake: (on) => done((until) => backend.desktop.keepAwake.mutate({ on }, until)),
      checkForUpdate: () => done((until) => backend.desktop.checkForUpdate.mutate(undefined, until)),
      loadUpdate: () => done((until) => backend.desktop.loadUpdate.mutate(undefined, until)),
      installUpdate: () => done((until) => backend.desktop.installUpdate.mutate(undefined, until)),
    },
    reports: {
      report: (query) => answered((until) => backend.reports.report.query(query, until)),
      text: (query) => answered((until) => backend.reports.text.query(query, until)),
    },
    packs: {
      preview: (query) => answered((until) => backend.packs.preview.query(query, until)),
      text: async (query) => (await done((until) => backend.packs.text.query(query, until))).text,
      save: (query) => done((until) => backend.packs.save.mutate(query, until)),
    },
    exports: {
      follow: (listener) => stopping(backend.exports.feed.subscribe(undefined, listening(listener))),
      start: (what) => done((until) => backend.exports.start.mutate(what, until)),
      cancel: (id) => done((until) => backend.exports.cancel.mutate({ id }, until)),
      forget: (id) => done((until) => backend.exports.forget.mutate({ id }, until)),
    },
    coverage: { span: (span) => answered((until) => backend.coverage.span.query(span, until)) },
    storage: {
      report: (watch) => answered((until) => backend.store.figures.query({ watch }, until)),
      removable: async (watch, keepDays) =>
        (await done((until) => backend.store.removable.query({ watch, keepDays }, until))).events,
      async backUp(watch) {
        await done((until) => backend.store.backUp.mutate({ watch }, until));
      },
      acknowledge: (watch) => done((until) => backend.store.acknowledge.mutate({ watch }, until)),
    },
    close: () => wire.socket.close(),
  };
}

function stopping(subscription: { unsubscribe(): void }): Stop {
  return () => subscription.unsubscribe();
}

function listening<T>(listener: FeedListener<T>) {
  return {
    onData: ({ data }: { data: T }) => listener.onData(data),
    onError: (error: unknown) => listener.onEnd(backendError(error)),
    onComplete: () => listener.onEnd(null),
  };
}

function backendError(thrown: unknown): Error {
  if (!(thrown instanceof TRPCClientError)) return asError(thrown);
  return new BackendError(failureOf(thrown.data), thrown.message, { cause: thrown });
}

/** @param data as `errorFormatter` in `core/api/procedures.ts` makes it; nothing where the wire is what failed. */
function failureOf(data: unknown): BackendFailure {
  if (typeof data !== 'object' || data === null || !('appCode' in data)) return { kind: 'no-answer' };
  if (data.appCode === 'BAD_REQUEST') return { kind: 'not-understood' };
  if (data.appCode === 'INTERNAL')
    return { kind: 'incident', incident: 'incident' in data ? String(data.incident) : 'unlogged' };
  const facts = 'facts' in data ? data.facts : {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the backend built the pair by `appError`
  return { kind: 'expected', data: { code: data.appCode, facts } as AppErrorData };
}
