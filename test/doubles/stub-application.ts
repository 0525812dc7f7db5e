/**
 * An application for tests of the web host: a description and a feed of snapshots that does not end by itself. `marker`
 * is part of its answers, so that a test can search for leaks.
 */
import type { Application } from '../../src-main/core/api/procedures.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type {
  TimelineFeedQuery,
  TimelineUpdate,
  TimelinePage,
  TimelinePageQuery,
} from '../../src-shared/api/timeline.ts';
import type { BackendSnapshot, HostDescription, PracticeScenario } from '../../src-shared/api/watch.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { noExports } from './no-exports.ts';
import { noProfiles, noSignIns } from './no-profiles.ts';

export class StubApplication implements Application {
  readonly incidents: unknown[] = [];
  openFeeds = 0;
  readonly #marker: string;

  constructor(marker = '0.0.0') {
    this.#marker = marker;
  }

  describe(): HostDescription {
    return {
      version: this.#marker,
      capabilities: { vault: 'keychain', signInBrowser: false, practice: false, desktop: false, notifications: 'page' },
    };
  }

  async *snapshots(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ revision: number; snapshot: BackendSnapshot }, void, undefined> {
    this.openFeeds += 1;
    try {
      yield { revision: 1, snapshot: { at: 0, watches: [] } };
      await aborted(signal);
    } finally {
      this.openFeeds -= 1;
    }
  }

  retryNow(): void {}

  practiceScenarios(): readonly PracticeScenario[] {
    return [];
  }

  startPractice(): Promise<WatchId> {
    return Promise.reject(appError('UNSUPPORTED', { what: 'practice' }));
  }

  page({ watch }: TimelinePageQuery): Promise<TimelinePage> {
    return Promise.reject(appError('WATCH_CLOSED', { watch }));
  }

  async *timelineFeed(
    _query: TimelineFeedQuery,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TimelineUpdate, void, undefined> {
    await aborted(signal);
    yield* [];
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

  reportIncident(error: unknown): string {
    this.incidents.push(error);
    return 'incident';
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
