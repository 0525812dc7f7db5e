/** An application with an array as its store, for tests of transports without a stream, a sign-in or SQLite. */
import type { Application } from '../../src-main/core/api/procedures.ts';
import { ChangeSignal } from '../../src-main/core/lib/change-signal.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type {
  TimelineFeedQuery,
  TimelineUpdate,
  TimelinePage,
  TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import type { BackendSnapshot, HostDescription, PracticeScenario } from '../../src-shared/api/watch.ts';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { type WatchId, watchIdSchema } from '../../src-shared/domain/identity.ts';
import { noExports } from './no-exports.ts';
import { noProfiles, noSignIns } from './no-profiles.ts';
import { undecoded } from './undecoded.ts';

export const ONLY_WATCH = watchIdSchema.parse('recorded');

export class RecordingApplication implements Application {
  readonly incidents: unknown[] = [];
  openFeeds = 0;
  startPracticeResult: Promise<WatchId> = Promise.resolve(ONLY_WATCH);
  /** Null makes the watch closed. */
  pageResult: Promise<TimelinePage> | null = null;
  readonly startedScenarios: string[] = [];
  readonly #rows: EventSummary[] = [];
  readonly #changes = new ChangeSignal();

  receive(count: number): void {
    for (let index = 0; index < count; index++) this.#rows.push(heartbeat(this.#rows.length + 1));
    this.#changes.notify();
  }

  describe(): HostDescription {
    return {
      version: '0.0.0',
      capabilities: { vault: 'keychain', signInBrowser: false, practice: true, desktop: false, notifications: 'page' },
    };
  }
  async *snapshots(): AsyncGenerator<{ revision: number; snapshot: BackendSnapshot }> {
    yield { revision: 1, snapshot: { at: 0, watches: [] } };
  }
  retryNow(): void {
    throw new Error('a bug with a secret in its message');
  }
  practiceScenarios(): readonly PracticeScenario[] {
    return [];
  }
  startPractice(scenario: string): Promise<WatchId> {
    this.startedScenarios.push(scenario);
    return this.startPracticeResult;
  }
  page({ watch }: TimelinePageQuery): Promise<TimelinePage> {
    return this.pageResult ?? Promise.reject(appError('WATCH_CLOSED', { watch }));
  }
  reader(watch: WatchId): EventReader {
    throw appError('WATCH_CLOSED', { watch });
  }
  markSeen(watch: WatchId): Promise<void> {
    return Promise.reject(appError('WATCH_CLOSED', { watch }));
  }
  views(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  subscriptions(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  cases(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  alarms(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  async *pageNotices(): AsyncGenerator<never, void, undefined> {
    yield* [];
  }
  async openAlarm(): Promise<void> {}
  show(): void {}
  reports(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  packs(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  readonly exports = noExports;
  readonly desktop = null;
  readonly profiles = noProfiles;
  readonly signIns = noSignIns;
  access(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  async *testConnection(): AsyncGenerator<never, void, undefined> {
    yield* [];
  }
  maintenance(watch: WatchId): never {
    throw appError('WATCH_CLOSED', { watch });
  }
  async *timelineFeed(
    { after }: TimelineFeedQuery,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TimelineUpdate, void, undefined> {
    if (signal === undefined) throw new Error('a feed without a signal cannot be ended');
    this.openFeeds += 1;
    try {
      for (let seen = after; ;) {
        const { revision } = this.#changes;
        const rows = this.#rows.slice(seen);
        seen = this.#rows.length;
        const extent = { oldestSeq: Math.min(1, seen), newestSeq: seen, storedEvents: seen };
        if (rows.length > 0) yield { rows: rows.toReversed(), count: rows.length, heartbeats: 0, gaps: [], extent };
        await this.#changes.changedSince(revision, signal);
      }
    } finally {
      this.openFeeds -= 1;
    }
  }
  reportIncident(error: unknown): string {
    this.incidents.push(error);
    return `incident-${this.incidents.length}`;
  }
}

function heartbeat(seq: number): EventSummary {
  return {
    seq,
    receivedAt: seq * 1000,
    kind: 'HEARTBEAT',
    id: String(seq),
    repeats: 0,
    seen: false,
    ...undecoded,
    operation: '-',
    state: 'IN_PROGRESS',
  };
}
