/**
 * The application as a web host's tests need it: a description, a feed of snapshots that never ends by itself, and
 * nothing behind either. `marker` stands in what it tells, so that a leak can be searched for.
 */
import { AppError } from '../../src-shared/api/errors.ts';
import type { HostDescription, PracticeScenario, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import type { Application } from '../../src-main/core/api/procedures.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';

export class ApplicationDouble implements Application {
  readonly incidents: unknown[] = [];
  /** Feeds that somebody follows at this moment. */
  openFeeds = 0;
  readonly #marker: string;

  constructor(marker = '0.0.0') {
    this.#marker = marker;
  }

  describe(): HostDescription {
    return { version: this.#marker, capabilities: { osKeychain: false, practice: false } };
  }

  async *snapshots(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<{ revision: number; snapshot: WatchSnapshot }, void, undefined> {
    this.openFeeds += 1;
    try {
      yield { revision: 1, snapshot: { kind: 'none', at: 0 } };
      await aborted(signal);
    } finally {
      this.openFeeds -= 1;
    }
  }

  retryNow(): void {}

  practiceScenarios(): readonly PracticeScenario[] {
    return [];
  }

  startPractice(): Promise<void> {
    return Promise.reject(new AppError('UNSUPPORTED', 'This host has no practice.'));
  }

  events(): EventReader {
    throw new AppError('NOT_WATCHING', 'No profile is open.');
  }

  async *liveEvents(_after: number, signal: AbortSignal | undefined): AsyncGenerator<EventSummary[], void, undefined> {
    await aborted(signal);
    yield* [];
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
