/** An application whose store is an array: what a wire needs behind it, without stream, sign-in or SQLite. */
import { AppError } from '../../src-shared/api/errors.ts';
import type { HostDescription, PracticeScenario, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import type { Application } from '../../src-main/core/api/procedures.ts';
import { Changes } from '../../src-main/core/lib/changes.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { undecoded } from './undecoded.ts';

export class RecordedApplication implements Application {
  readonly incidents: unknown[] = [];
  /** Feeds that are running now. */
  openFeeds = 0;
  startPracticeResult: Promise<void> = Promise.resolve();
  readonly #rows: EventSummary[] = [];
  readonly #changes = new Changes();

  /** Stores `count` more events and tells every feed. */
  receive(count: number): void {
    for (let index = 0; index < count; index++) this.#rows.push(heartbeat(this.#rows.length + 1));
    this.#changes.notify();
  }

  describe(): HostDescription {
    return { version: '0.0.0', capabilities: { osKeychain: false, practice: true } };
  }
  async *snapshots(): AsyncGenerator<{ revision: number; snapshot: WatchSnapshot }> {
    yield { revision: 1, snapshot: { kind: 'none', at: 0 } };
  }
  retryNow(): void {
    throw new Error('a bug with a secret in its message');
  }
  practiceScenarios(): readonly PracticeScenario[] {
    return [];
  }
  startPractice(): Promise<void> {
    return this.startPracticeResult;
  }
  events(): EventReader {
    throw new AppError('NOT_WATCHING', 'No profile is open. Open one first.');
  }
  async *liveEvents(after: number, signal: AbortSignal | undefined): AsyncGenerator<EventSummary[]> {
    if (signal === undefined) throw new Error('a feed without a signal cannot be ended');
    this.openFeeds += 1;
    try {
      for (let seen = after; ;) {
        const { revision } = this.#changes;
        for (const row of this.#rows.slice(seen)) {
          yield [row];
          seen = row.seq;
        }
        await this.#changes.beyond(revision, signal);
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
    ...undecoded,
    operation: '-',
    state: 'IN_PROGRESS',
  };
}
