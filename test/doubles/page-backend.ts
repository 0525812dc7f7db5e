/** The backend as the stores see it, in memory: everything is said when the test says it. */
import type { BackendClient, FeedListener, Stop } from '../../src-renderer/backend/client.ts';
import type { WireState } from '../../src-renderer/backend/wire.ts';
import { BackendError } from '../../src-renderer/backend/backend-error.ts';
import type { ClockReading } from '../../src-renderer/time/page-clock.ts';
import type { AppErrorData } from '../../src-shared/api/errors.ts';
import {
  type EventDetail,
  NEWS_ROWS,
  type TimelineFeedQuery,
  type TimelineNews,
  type TimelinePage,
  type TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import {
  type BackendSnapshot,
  type Extent,
  type HostDescription,
  type PracticeScenario,
  SNAPSHOT_EVERY_MS,
  type WatchSnapshot,
} from '../../src-shared/api/watch.ts';
import type { StoreReport } from '../../src-shared/api/store.ts';
import type { Coverage, Gap } from '../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { matchesFilter } from '../../src-shared/domain/filter-match.ts';
import { profileIdSchema, type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import { summaryOf } from './example-events.ts';

/** 2026-11-21 14:00:00 UTC */
export const START = Date.UTC(2026, 10, 21, 14);

/** The watch that is open from the beginning. */
export const WATCH = watchIdSchema.parse('watch-1');
export const OTHER_WATCH = watchIdSchema.parse('watch-2');

export function watchSnapshot(part: Partial<WatchSnapshot> = {}): WatchSnapshot {
  return {
    watch: WATCH,
    profile: {
      id: profileIdSchema.parse('acme-europe'),
      name: 'Acme Europe',
      practice: false,
      eventsUrl: 'https://events.example.com',
      domain: 'acme:eu',
      heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
    },
    stream: { kind: 'watching', since: START - 761_000, lastEventAt: START - 8_000, lastHeartbeatAt: START - 8_000 },
    storage: { kind: 'storing' },
    store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
    extent: { oldestSeq: 0, newestSeq: 0, storedEvents: 0 },
    coverageRevision: 0,
    providerClockOffsetMs: null,
    ...part,
  };
}

export function snapshotOf(...watches: WatchSnapshot[]): BackendSnapshot {
  return { at: START, watches };
}

export function failure(data: AppErrorData): BackendError {
  return new BackendError({ kind: 'expected', data }, data.code);
}

interface Follower {
  readonly query: TimelineFeedQuery;
  readonly listener: FeedListener<TimelineNews>;
  /** Everything up to it was told. */
  told: number;
  /** Gaps as they were told last, each as text. */
  readonly toldGaps: Map<number, string>;
}

type StoreCall = 'report' | 'backUp' | 'acknowledge';

export class PageBackend implements BackendClient {
  /** What each open watch has stored, oldest first. */
  readonly stores = new Map<WatchId, EventSummary[]>([[WATCH, []]]);
  spans: Coverage = { sessions: [], gaps: [] };
  /** Gaps that pages and news tell of, wherever their `afterSeq` puts them; in any order. */
  gaps: Gap[] = [];
  description: HostDescription = { version: '0.1.0', capabilities: { osKeychain: true, practice: true } };
  scenarios: PracticeScenario[] = [];
  /** Where set, practice does not start. */
  practiceFailure: Error | null = null;
  details = new Map<number, EventDetail>();
  readonly started: string[] = [];
  readonly retries: WatchId[] = [];
  readonly pageQueries: TimelinePageQuery[] = [];
  readonly feedQueries: TimelineFeedQuery[] = [];
  readonly coverageQueries: { watch: WatchId; from: number; to: number }[] = [];
  /** `null`: nobody answers at all. */
  shutOut: boolean | null = false;
  /** Where set, nothing is tried at once. */
  retryFailure: Error | null = null;
  /** When the page heard anything; `null`: the store goes by its snapshots. */
  lastHeard: ClockReading | null = null;
  /** Where set, pages are answered only when `answerPages` is called, with what was stored when they were asked for. */
  holdPages = false;
  /** As for pages, of events. */
  holdEvents = false;
  /** What the store says of itself when it is asked. */
  report: StoreReport = {
    bytes: 0,
    freeBytes: 0,
    storedEvents: 0,
    oldestAt: null,
    bytesPerDay: null,
    keepDays: { failures: 365, successes: 90, heartbeats: 7 },
    backups: [],
  };
  /** What answers of the store wait for; they are of the moment at which they were asked for. */
  reportsWait: Promise<void> | null = null;
  /** Where set, the store says nothing, makes no copy and forgets no incident. */
  storeFailure: Error | null = null;
  readonly storeCalls: { readonly call: StoreCall; readonly watch: WatchId }[] = [];
  /** Where set, no event can be read. */
  eventFailure: Error | null = null;
  /** Where set, no coverage can be read. */
  coverageFailure: Error | null = null;
  /** Seqs that the next stored event leaves out. */
  hole = 0;
  #said: WatchSnapshot[] = [];
  readonly #held: (() => void)[] = [];
  readonly #wireListeners = new Set<(wire: WireState) => void>();
  readonly #watchers = new Set<FeedListener<BackendSnapshot>>();
  readonly #followers = new Set<Follower>();

  get rows(): EventSummary[] {
    return this.stores.get(WATCH) ?? [];
  }
  set rows(rows: EventSummary[]) {
    this.stores.set(WATCH, rows);
  }
  get watchFeeds(): number {
    return this.#watchers.size;
  }
  get feedsOpen(): number {
    return this.#watchers.size + this.#followers.size;
  }
  say(...watches: WatchSnapshot[]): void {
    this.#said = watches;
    for (const listener of this.#watchers) listener.onData(snapshotOf(...watches));
  }
  /** Time passes, and what was said last is said again every few seconds, as a backend does where nothing changes. */
  goOn(clock: { advance(ms: number): void; read(): ClockReading }, ms: number): void {
    for (let left = ms; left > 0; left -= SNAPSHOT_EVERY_MS) {
      clock.advance(Math.min(left, SNAPSHOT_EVERY_MS));
      const snapshot = { at: clock.read().wall, watches: this.#said };
      for (const listener of this.#watchers) listener.onData(snapshot);
    }
  }
  sayWire(state: WireState): void {
    for (const listener of this.#wireListeners) listener(state);
  }
  /** Stores `count` more events and announces them in one piece of news. */
  store(count: number, fields: Partial<EventSummary> = {}, watch = WATCH): void {
    this.storeQuietly(count, fields, watch);
    this.announce();
  }
  storeQuietly(count: number, fields: Partial<EventSummary> = {}, watch = WATCH): void {
    const rows = this.stores.get(watch) ?? [];
    this.stores.set(watch, rows);
    for (let added = 0; added < count; added += 1) {
      rows.push(summaryOf((rows.at(-1)?.seq ?? 0) + 1 + this.hole, fields));
      this.hole = 0;
    }
  }
  /** What retention does: everything before `seq` is gone. */
  dropBefore(seq: number): void {
    this.rows = this.rows.filter((row) => row.seq >= seq);
  }
  announce(): void {
    for (const follower of this.#followers) {
      const stored = this.stores.get(follower.query.watch) ?? [];
      const matching = stored.filter((row) => row.seq > follower.told).toReversed();
      const extent = extentOf(stored);
      const behind = follower.query.after;
      const gaps = newestFirst(this.gaps).filter(
        (gap) => gap.afterSeq >= behind && follower.toldGaps.get(gap.id) !== JSON.stringify(gap),
      );
      follower.told = extent.newestSeq;
      for (const gap of gaps) follower.toldGaps.set(gap.id, JSON.stringify(gap));
      if (matching.length === 0 && gaps.length === 0) continue;
      const heartbeats = matching.filter(({ kind }) => kind === 'HEARTBEAT').length;
      const rows = matching.slice(0, NEWS_ROWS);
      follower.listener.onData({ rows, count: matching.length, heartbeats, gaps, extent });
    }
  }
  endNews(error: Error | null): void {
    for (const { listener } of this.#followers) listener.onEnd(error);
  }
  /** As when a profile is closed: its feeds end, and whatever is asked of it is refused. */
  closeWatch(watch: WatchId): void {
    this.stores.delete(watch);
    for (const { query, listener } of this.#followers) if (query.watch === watch) listener.onEnd(null);
  }
  answerPages(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  readonly wire = {
    follow: (listener: (wire: WireState) => void): Stop => {
      this.#wireListeners.add(listener);
      return () => this.#wireListeners.delete(listener);
    },
    lastHeard: () => this.lastHeard,
    isShutOut: async () => {
      if (this.shutOut === null) throw new TypeError('Failed to fetch');
      return this.shutOut;
    },
  };
  readonly host = { describe: async () => this.description };
  readonly watches = {
    follow: (listener: FeedListener<BackendSnapshot>): Stop => {
      this.#watchers.add(listener);
      return () => this.#watchers.delete(listener);
    },
    retryNow: async (watch: WatchId) => {
      this.#stored(watch);
      if (this.retryFailure !== null) throw this.retryFailure;
      this.retries.push(watch);
    },
  };
  readonly practice = {
    scenarios: async () => this.scenarios,
    start: async (scenario: string) => {
      if (this.practiceFailure !== null) throw this.practiceFailure;
      this.started.push(scenario);
    },
  };
  readonly timeline = {
    page: async (query: TimelinePageQuery): Promise<TimelinePage> => {
      this.pageQueries.push(query);
      // Its received text is what the row says.
      const stored = this.#stored(query.watch);
      const matching = stored.filter((row) => matchesFilter(query.filter, row, () => JSON.stringify(row)));
      const page = { ...pageOf(matching, query, this.gaps), extent: extentOf(stored) };
      if (this.holdPages) await new Promise<void>((resolve) => this.#held.push(resolve));
      return page;
    },
    follow: (query: TimelineFeedQuery, listener: FeedListener<TimelineNews>): Stop => {
      this.feedQueries.push(query);
      const follower = { query, listener, told: query.after, toldGaps: new Map<number, string>() };
      this.#followers.add(follower);
      return () => this.#followers.delete(follower);
    },
    event: async ({ watch, seq }: { watch: WatchId; seq: number }): Promise<EventDetail> => {
      this.#stored(watch);
      const detail = this.details.get(seq);
      if (this.holdEvents) await new Promise<void>((resolve) => this.#held.push(resolve));
      if (this.eventFailure !== null) throw this.eventFailure;
      if (detail === undefined) throw failure({ code: 'EVENT_NOT_FOUND', facts: { seq } });
      return detail;
    },
  };
  readonly coverage = {
    span: async (span: { watch: WatchId; from: number; to: number }): Promise<Coverage> => {
      this.coverageQueries.push(span);
      this.#stored(span.watch);
      if (this.coverageFailure !== null) throw this.coverageFailure;
      return this.spans;
    },
  };

  readonly storage = {
    report: (watch: WatchId): Promise<StoreReport> => this.#ofStore('report', watch, this.report),
    backUp: async (watch: WatchId): Promise<void> => this.#ofStore('backUp', watch, undefined),
    acknowledge: async (watch: WatchId): Promise<void> => this.#ofStore('acknowledge', watch, undefined),
  };

  async #ofStore<T>(call: StoreCall, watch: WatchId, answer: T): Promise<T> {
    this.storeCalls.push({ call, watch });
    await this.reportsWait;
    this.#stored(watch);
    if (this.storeFailure !== null) throw this.storeFailure;
    return answer;
  }

  #stored(watch: WatchId): EventSummary[] {
    const rows = this.stores.get(watch);
    if (rows === undefined) throw failure({ code: 'WATCH_CLOSED', facts: { watch } });
    return rows;
  }
}

export function extentOf(rows: readonly EventSummary[]): Extent {
  return { oldestSeq: rows[0]?.seq ?? 0, newestSeq: rows.at(-1)?.seq ?? 0, storedEvents: rows.length };
}

/** @param stored oldest first. */
export function pageOf(
  stored: readonly EventSummary[],
  { direction, cursor, limit }: Pick<TimelinePageQuery, 'direction' | 'cursor' | 'limit'>,
  gaps: readonly Gap[] = [],
): TimelinePage {
  const side =
    direction === 'older'
      ? stored.filter((row) => cursor === null || row.seq < cursor).slice(-limit)
      : stored.filter((row) => cursor === null || row.seq > cursor).slice(0, limit);
  const [oldest, newest] = [side[0]?.seq, side.at(-1)?.seq];
  const extent = extentOf(stored);
  const hasOlder = oldest === undefined ? direction === 'newer' && stored.length > 0 : oldest > extent.oldestSeq;
  const hasNewer = newest === undefined ? direction === 'older' && stored.length > 0 : newest < extent.newestSeq;
  // A cursor is exclusive: of a page without rows the next one goes on with the cursor's own event, on the other side.
  const [behind, ahead] = direction === 'older' ? [0, -1] : [1, 0];
  const olderCursor = oldest ?? (cursor === null ? extent.newestSeq : cursor + behind);
  const newerCursor = newest ?? (cursor === null ? extent.newestSeq : cursor + ahead);
  // A gap goes with the event behind which it lies, also where that one is not among the rows.
  const [first, last] =
    direction === 'older'
      ? [hasOlder ? olderCursor : 0, cursor === null ? extent.newestSeq : cursor - 1]
      : [cursor === null ? 0 : cursor + 1, hasNewer ? newerCursor : extent.newestSeq];
  return {
    rows: side.toReversed(),
    hasOlder,
    hasNewer,
    olderCursor,
    newerCursor,
    gaps: newestFirst(gaps).filter(({ afterSeq }) => afterSeq >= first && afterSeq <= last),
    extent,
  };
}

function newestFirst(gaps: readonly Gap[]): Gap[] {
  return gaps.toSorted((one, other) => other.afterSeq - one.afterSeq || other.id - one.id);
}
