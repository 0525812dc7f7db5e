/**
 * The page's interface to the backend, grouped by topic. Calls resolve or reject; feeds resume after a lost connection.
 * Everything except the connection, the host and lists of all watches belongs to one watch, which each call names.
 * Stores depend on this interface; only this module knows the names of the backend's procedures.
 */
import { createTRPCClient, TRPCClientError, wsLink } from '@trpc/client';
import type { AppRouter } from '../../src-main/core/api/router.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import type { AccessReport } from '../../src-shared/api/access.ts';
import type { ConnectionReport, ConnectionTestInput } from '../../src-shared/api/connection-test.ts';
import type { CredentialPersistence, ProfileEntry, SaveProfile, SignOutResult } from '../../src-shared/api/profiles.ts';
import type { BackendSnapshot, PracticeScenario } from '../../src-shared/api/watch.ts';
import type { ExportJob, StartExport } from '../../src-shared/api/exports.ts';
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
} from '../../src-shared/api/searches.ts';
import type {
  ActionRequest,
  Board,
  CaseDetail,
  CaseList,
  CaseListQuery,
  ChangeRequestDetail,
  ResourcesPage,
  ResourcesQuery,
} from '../../src-shared/api/cases.ts';
import type {
  TextFile,
  PackPreview,
  PackQuery,
  SavedPack,
  ReportResult,
  ReportQuery,
  ReportTextQuery,
} from '../../src-shared/api/reports.ts';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { SavedSearch } from '../../src-shared/domain/saved-search.ts';
import type { CaseKey } from '../../src-shared/domain/cases/case.ts';
import type { Coverage } from '../../src-shared/domain/coverage/coverage.ts';
import type { SavedView } from '../../src-shared/domain/saved-view.ts';
import type { ProfileId, WatchId } from '../../src-shared/domain/identity.ts';
import type { ConnectionProfile } from '../../src-shared/domain/profile/profile.ts';
import type { ClockReading, PageClock } from '../time/page-clock.ts';
import type { AlarmsClient } from './alarms-client.ts';
import type { DesktopClient } from './desktop-client.ts';
import { asError, BackendError, type BackendFailure } from './backend-error.ts';
import { type HostClient, hostClient } from './host-client.ts';
import type { TimelineClient } from './timeline-client.ts';
import type { Transport } from './transport.ts';
import { openWire, type WireState } from './wire.ts';

export type Stop = () => void;

export interface FeedListener<T> {
  readonly onData: (data: T) => void;
  /** The backend ended the feed; `error` is set if it failed. The feed does not resume. */
  readonly onEnd: (error: Error | null) => void;
}

/**
 * Calls reject with a `BackendError`: `no-answer` immediately if the connection is lost or breaks during the call.
 * Queries also reject with `no-answer` after 15 s.
 */
export interface BackendClient {
  readonly wire: {
    subscribe(listener: (wire: WireState) => void): Stop;
    lastReceived(): ClockReading | null;
    /** True if the host answers but rejects this page's session. Called while the connection is lost. */
    isSessionExpired(): Promise<boolean>;
  };
  readonly host: HostClient;
  readonly watches: {
    subscribe(listener: FeedListener<BackendSnapshot>): Stop;
    retryNow(watch: WatchId): Promise<void>;
  };
  readonly practice: { scenarios(): Promise<PracticeScenario[]>; start(scenario: string): Promise<void> };
  readonly timeline: TimelineClient;
  readonly views: {
    subscribe(watch: WatchId, listener: FeedListener<readonly SavedView[]>): Stop;
    put(watch: WatchId, views: readonly SavedView[]): Promise<void>;
    remove(watch: WatchId, id: string): Promise<void>;
    reorder(watch: WatchId, ids: readonly string[]): Promise<void>;
  };
  readonly profiles: {
    subscribe(listener: FeedListener<readonly ProfileEntry[]>): Stop;
    save(profile: SaveProfile): Promise<ProfileId>;
    remove(id: ProfileId, options: { readonly events: boolean }): Promise<void>;
    read(text: string): Promise<ConnectionProfile>;
    /** Returns the profile as a profile file without secrets. */
    fileText(id: ProfileId): Promise<{ readonly fileName: string; readonly text: string }>;
    watch(id: ProfileId): Promise<WatchId>;
    unwatch(id: ProfileId): Promise<void>;
  };
  readonly signIn: {
    start(id: ProfileId, keep: CredentialPersistence): Promise<{ readonly address: string; readonly opened: boolean }>;
    cancel(id: ProfileId): Promise<void>;
    setSecret(id: ProfileId, secret: string, keep: CredentialPersistence): Promise<void>;
    check(id: ProfileId): Promise<void>;
    signOut(id: ProfileId): Promise<SignOutResult>;
  };
  /** Runs until the test ends (`onEnd` with null) or is stopped. Restarts from scratch after a lost connection. */
  readonly connectionTest: { run(options: ConnectionTestInput, listener: FeedListener<ConnectionReport>): Stop };
  readonly access: { report(watch: WatchId, options: { readonly fresh: boolean }): Promise<AccessReport> };
  readonly subscriptions: {
    /**
     * Emits searches, rejected parameters and recent requests immediately, then after each change, at most four times a
     * second.
     */
    subscribe(watch: WatchId, listener: FeedListener<SubscriptionsSnapshot>): Stop;
    /** Resolves when the request was sent; its result arrives in the feed. */
    start(watch: WatchId, body: string): Promise<string>;
    next(watch: WatchId, id: string): Promise<void>;
    load(watch: WatchId, id: string, mode: 'go' | 'pause'): Promise<void>;
    cancel(watch: WatchId, id: string): Promise<void>;
    remove(watch: WatchId, id: string): Promise<void>;
    rows(query: RowsQuery): Promise<RowsPage>;
    item(key: { watch: WatchId; id: string; ordinal: number }): Promise<SubscriptionItem>;
    fields(watch: WatchId, id: string): Promise<readonly FieldUsage[]>;
    failures(query: FailuresQuery): Promise<RowFailuresResult>;
    /** `find` and `compare` return one part of a long result; call again with `after: next` to continue. */
    find(query: FindQuery): Promise<FindResult>;
    compare(query: CompareQuery): Promise<CompareResult>;
    checkGap(watch: WatchId, gap: number): Promise<string>;
    gapFindings(watch: WatchId, gap: number): Promise<GapFindings>;
    request(watch: WatchId, number: number): Promise<RequestDetail>;
    forgetNotAccepted(watch: WatchId, options: Pick<NotAccepted, 'kind' | 'name'>): Promise<void>;
    subscribeToSaved(watch: WatchId, listener: FeedListener<readonly SavedSearch[]>): Stop;
    save(watch: WatchId, searches: readonly SavedSearch[]): Promise<void>;
    removeSaved(watch: WatchId, id: string): Promise<void>;
  };
  readonly cases: {
    subscribe(watch: WatchId, listener: FeedListener<Board>): Stop;
    list(query: CaseListQuery): Promise<CaseList>;
    detail(watch: WatchId, key: CaseKey): Promise<CaseDetail>;
    changeRequestDetail(watch: WatchId, key: CaseKey): Promise<ChangeRequestDetail>;
    resources(query: ResourcesQuery): Promise<ResourcesPage>;
    /** Resolves when the action is stored. The board changes later. */
    recordAction(act: ActionRequest): Promise<void>;
  };
  readonly alarms: AlarmsClient;
  readonly desktop: DesktopClient;
  readonly reports: {
    report(query: ReportQuery): Promise<ReportResult>;
    text(query: ReportTextQuery): Promise<TextFile>;
  };
  readonly packs: {
    preview(query: PackQuery): Promise<PackPreview>;
    text(query: PackQuery): Promise<string>;
    save(query: PackQuery): Promise<SavedPack>;
  };
  readonly exports: {
    /** Emits the exports of every watch since the backend started, at most four times a second. */
    subscribe(listener: FeedListener<readonly ExportJob[]>): Stop;
    start(options: StartExport): Promise<{ id: string }>;
    cancel(id: string): Promise<void>;
    forget(id: string): Promise<void>;
  };
  /** `from` and `to` are UTC epoch ms. */
  readonly coverage: { span(span: { watch: WatchId; from: number; to: number }): Promise<Coverage> };
  readonly storage: {
    report(watch: WatchId): Promise<StoreReport>;
    /** Returns the maximum number of events that this retention would delete. */
    countRemovable(watch: WatchId, keepDays: StoreReport['keepDays']): Promise<number>;
    backUp(watch: WatchId): Promise<void>;
    acknowledge(watch: WatchId): Promise<void>;
  };
}

/**
 * Timeout for queries. The slowest take about a second, because the backend splits longer ones into pages. Mutations
 * have no timeout: copying a large store takes minutes and would continue after one.
 */
const QUERY_TIMEOUT_MS = 15_000;

/** `close` ends the connection for good; only tests need it, because leaving the page closes it. */
export function createBackendClient(pipe: Transport, clock: PageClock): BackendClient & { close(): Promise<void> } {
  const wire = openWire(pipe, clock);
  const backend = createTRPCClient<AppRouter>({ links: [wsLink({ client: wire.socket })] });

  type BackendCall<T> = (options: { signal: AbortSignal }) => Promise<T>;
  async function callBackend<T>(call: BackendCall<T>, timeoutMs?: number): Promise<T> {
    try {
      return await wire.call((signal) => call({ signal }), timeoutMs);
    } catch (error) {
      throw backendError(error);
    }
  }
  const withTimeout = <T>(call: BackendCall<T>) => callBackend(call, QUERY_TIMEOUT_MS);
  const withoutTimeout = <T>(call: BackendCall<T>) => callBackend(call);

  return {
    wire: {
      subscribe: (listener) => wire.subscribe(listener),
      lastReceived: () => wire.lastReceived(),
      isSessionExpired: () => pipe.isSessionExpired(),
    },
    host: hostClient(() => withTimeout((until) => backend.host.describe.query(undefined, until))),
    watches: {
      subscribe: (listener) => unsubscriberOf(backend.watch.feed.subscribe(undefined, toObserver(listener))),
      retryNow: (watch) => withoutTimeout((until) => backend.watch.retryNow.mutate({ watch }, until)),
    },
    practice: {
      scenarios: () => withTimeout((until) => backend.practice.scenarios.query(undefined, until)),
      start: async (scenario) =>
        void (await withoutTimeout((until) => backend.practice.start.mutate({ scenario }, until))),
    },
    timeline: {
      page: (query) => withTimeout((until) => backend.timeline.page.query(query, until)),
      subscribe: (query, listener) => unsubscriberOf(backend.timeline.feed.subscribe(query, toObserver(listener))),
      event: (key) => withTimeout((until) => backend.timeline.event.query(key, until)),
      count: (query) => withTimeout((until) => backend.timeline.count.query(query, until)),
      facets: (query) => withTimeout((until) => backend.timeline.facets.query(query, until)),
      histogram: (query) => withTimeout((until) => backend.timeline.histogram.query(query, until)),
      markSeen: (watch, ranges, isSeen) =>
        withoutTimeout((until) => backend.timeline.markSeen.mutate({ watch, ranges, seen: isSeen }, until)),
    },
    views: {
      subscribe: (watch, listener) => unsubscriberOf(backend.views.feed.subscribe({ watch }, toObserver(listener))),
      put: (watch, views) => withoutTimeout((until) => backend.views.put.mutate({ watch, views: [...views] }, until)),
      remove: (watch, id) => withoutTimeout((until) => backend.views.remove.mutate({ watch, id }, until)),
      reorder: (watch, ids) => withoutTimeout((until) => backend.views.order.mutate({ watch, ids: [...ids] }, until)),
    },
    profiles: {
      subscribe: (listener) => unsubscriberOf(backend.profiles.feed.subscribe(undefined, toObserver(listener))),
      save: async (profile) => (await withoutTimeout((until) => backend.profiles.save.mutate(profile, until))).id,
      remove: (id, { events }) => withoutTimeout((until) => backend.profiles.remove.mutate({ id, events }, until)),
      read: (text) => withTimeout((until) => backend.profiles.read.query({ text }, until)),
      fileText: (id) => withTimeout((until) => backend.profiles.text.query({ id }, until)),
      watch: async (id) => (await withoutTimeout((until) => backend.profiles.watch.mutate({ id }, until))).watch,
      unwatch: (id) => withoutTimeout((until) => backend.profiles.unwatch.mutate({ id }, until)),
    },
    signIn: {
      start: (id, keep) => withoutTimeout((until) => backend.signIn.begin.mutate({ id, keep }, until)),
      cancel: (id) => withoutTimeout((until) => backend.signIn.cancel.mutate({ id }, until)),
      setSecret: (id, secret, keep) =>
        withoutTimeout((until) => backend.signIn.giveSecret.mutate({ id, secret, keep }, until)),
      check: (id) => withoutTimeout((until) => backend.signIn.look.mutate({ id }, until)),
      signOut: (id) => withoutTimeout((until) => backend.signIn.out.mutate({ id }, until)),
    },
    connectionTest: {
      run: (options, listener) => unsubscriberOf(backend.connectionTest.run.subscribe(options, toObserver(listener))),
    },
    access: {
      report: (watch, { fresh }) => withTimeout((until) => backend.access.report.query({ watch, fresh }, until)),
    },
    subscriptions: {
      subscribe: (watch, listener) =>
        unsubscriberOf(backend.subscriptions.feed.subscribe({ watch }, toObserver(listener))),
      start: async (watch, body) =>
        (await withoutTimeout((until) => backend.subscriptions.begin.mutate({ watch, body }, until))).id,
      next: (watch, id) => withoutTimeout((until) => backend.subscriptions.next.mutate({ watch, id }, until)),
      load: (watch, id, mode) =>
        withoutTimeout((until) => backend.subscriptions.load.mutate({ watch, id, how: mode }, until)),
      cancel: (watch, id) => withoutTimeout((until) => backend.subscriptions.cancel.mutate({ watch, id }, until)),
      remove: (watch, id) => withoutTimeout((until) => backend.subscriptions.remove.mutate({ watch, id }, until)),
      rows: (query) => withTimeout((until) => backend.subscriptions.rows.query(query, until)),
      item: (key) => withTimeout((until) => backend.subscriptions.item.query(key, until)),
      fields: (watch, id) => withTimeout((until) => backend.subscriptions.fields.query({ watch, id }, until)),
      failures: (query) => withTimeout((until) => backend.subscriptions.failures.query(query, until)),
      find: (query) => withTimeout((until) => backend.subscriptions.find.query(query, until)),
      compare: (query) => withTimeout((until) => backend.subscriptions.compare.query(query, until)),
      checkGap: async (watch, gap) =>
        (await withoutTimeout((until) => backend.subscriptions.checkGap.mutate({ watch, gap }, until))).id,
      gapFindings: (watch, gap) =>
        withTimeout((until) => backend.subscriptions.gapFindings.query({ watch, gap }, until)),
      request: (watch, number) => withTimeout((until) => backend.subscriptions.request.query({ watch, number }, until)),
      forgetNotAccepted: (watch, options) =>
        withoutTimeout((until) => backend.subscriptions.forgetNotAccepted.mutate({ watch, ...options }, until)),
      subscribeToSaved: (watch, listener) =>
        unsubscriberOf(backend.subscriptions.savedFeed.subscribe({ watch }, toObserver(listener))),
      save: (watch, searches) =>
        withoutTimeout((until) => backend.subscriptions.save.mutate({ watch, searches: [...searches] }, until)),
      removeSaved: (watch, id) =>
        withoutTimeout((until) => backend.subscriptions.removeSaved.mutate({ watch, id }, until)),
    },
    cases: {
      subscribe: (watch, listener) => unsubscriberOf(backend.cases.feed.subscribe({ watch }, toObserver(listener))),
      list: (query) => withTimeout((until) => backend.cases.list.query(query, until)),
      detail: (watch, key) => withTimeout((until) => backend.cases.detail.query({ watch, key }, until)),
      changeRequestDetail: (watch, key) =>
        withTimeout((until) => backend.cases.requestFacts.query({ watch, key }, until)),
      resources: (query) => withTimeout((until) => backend.cases.resources.query(query, until)),
      recordAction: (act) =>
        withoutTimeout((until) => backend.cases.act.mutate({ ...act, subjects: [...act.subjects] }, until)),
    },
    alarms: {
      subscribe: (watch, listener) => unsubscriberOf(backend.alarms.feed.subscribe({ watch }, toObserver(listener))),
      putSettings: (watch, settings) =>
        withoutTimeout((until) => backend.alarms.putSettings.mutate({ watch, settings }, until)),
      test: (watch) => withoutTimeout((until) => backend.alarms.test.mutate({ watch }, until)),
      open: async (watch, alarm) =>
        (await withoutTimeout((until) => backend.alarms.open.mutate({ watch, alarm }, until))).target,
      acknowledge: (watch, alarms) =>
        withoutTimeout((until) => backend.alarms.seen.mutate({ watch, alarms: [...alarms] }, until)),
      reportDelivery: (watch, alarm, refused) =>
        withoutTimeout((until) => backend.alarms.delivered.mutate({ watch, alarm, refused }, until)),
      subscribeToNotifications: (listener) =>
        unsubscriberOf(backend.alarms.notices.subscribe(undefined, toObserver(listener))),
    },
    desktop: {
      subscribe: (listener) => unsubscriberOf(backend.desktop.feed.subscribe(undefined, toObserver(listener))),
      openLogs: () => withoutTimeout((until) => backend.desktop.openLogs.mutate(undefined, until)),
      startAtLogin: (on) => withoutTimeout((until) => backend.desktop.startAtLogin.mutate({ on }, until)),
      stayWhenClosed: (on) => withoutTimeout((until) => backend.desktop.stayWhenClosed.mutate({ on }, until)),
      keepAwake: (on) => withoutTimeout((until) => backend.desktop.keepAwake.mutate({ on }, until)),
      checkForUpdate: () => withoutTimeout((until) => backend.desktop.checkForUpdate.mutate(undefined, until)),
      downloadUpdate: () => withoutTimeout((until) => backend.desktop.loadUpdate.mutate(undefined, until)),
      installUpdate: () => withoutTimeout((until) => backend.desktop.installUpdate.mutate(undefined, until)),
    },
    reports: {
      report: (query) => withTimeout((until) => backend.reports.report.query(query, until)),
      text: (query) => withTimeout((until) => backend.reports.text.query(query, until)),
    },
    packs: {
      preview: (query) => withTimeout((until) => backend.packs.preview.query(query, until)),
      text: async (query) => (await withoutTimeout((until) => backend.packs.text.query(query, until))).text,
      save: (query) => withoutTimeout((until) => backend.packs.save.mutate(query, until)),
    },
    exports: {
      subscribe: (listener) => unsubscriberOf(backend.exports.feed.subscribe(undefined, toObserver(listener))),
      start: (options) => withoutTimeout((until) => backend.exports.start.mutate(options, until)),
      cancel: (id) => withoutTimeout((until) => backend.exports.cancel.mutate({ id }, until)),
      forget: (id) => withoutTimeout((until) => backend.exports.forget.mutate({ id }, until)),
    },
    coverage: { span: (span) => withTimeout((until) => backend.coverage.span.query(span, until)) },
    storage: {
      report: (watch) => withTimeout((until) => backend.store.figures.query({ watch }, until)),
      countRemovable: async (watch, keepDays) =>
        (await withoutTimeout((until) => backend.store.removable.query({ watch, keepDays }, until))).events,
      async backUp(watch) {
        await withoutTimeout((until) => backend.store.backUp.mutate({ watch }, until));
      },
      acknowledge: (watch) => withoutTimeout((until) => backend.store.acknowledge.mutate({ watch }, until)),
    },
    close: () => wire.socket.close(),
  };
}

function unsubscriberOf(subscription: { unsubscribe(): void }): Stop {
  return () => subscription.unsubscribe();
}

function toObserver<T>(listener: FeedListener<T>) {
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

/** @param data from `errorFormatter` in `core/api/procedures.ts`; missing if the connection failed */
function failureOf(data: unknown): BackendFailure {
  if (typeof data !== 'object' || data === null || !('appCode' in data)) return { kind: 'no-answer' };
  if (data.appCode === 'BAD_REQUEST') return { kind: 'not-understood' };
  if (data.appCode === 'INTERNAL')
    return { kind: 'incident', incident: 'incident' in data ? String(data.incident) : 'unlogged' };
  const details = 'facts' in data ? data.facts : {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the backend built the pair by `appError`
  return { kind: 'expected', data: { code: data.appCode, facts: details } as AppErrorData };
}
