import type { Moment } from '../../src-main/core/ports/clock.ts';
import type {
  Appended,
  EventStore,
  FollowerCommit,
  FollowerPosition,
  FollowerRecord,
  Loss,
  ReceivedBatch,
  Resumed,
  Slice,
} from '../../src-main/core/ports/event-store.ts';
import type { Extent } from '../../src-shared/api/watch.ts';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import type { StoredEvent } from '../../src-shared/domain/event.ts';

/** Remembers what was written, in order, and fails when told to. What SQLite does is tested with SQLite. */
export class RecordingStore implements EventStore {
  readonly written: string[] = [];
  failWith: Error | null = null;
  /** Holds writes back until released. */
  hold: Promise<void> = Promise.resolve();
  #stored = 0;
  #sessions = 0;
  readonly #followers = new Map<string, { version: number; cursor: number; records: Map<string, string> }>();

  async append({ session, events }: ReceivedBatch): Promise<Appended> {
    const opens = session === 'opens';
    await this.#write(
      `${opens ? `session ${this.#sessions + 1} opens` : `session ${session}`}: ${events.map(({ data }) => data).join(' ')}`,
    );
    if (opens) this.#sessions += 1;
    this.#stored += events.length;
    return {
      sessionId: this.#sessions,
      extent: this.#extent(),
      principal: null,
      stored: events.length,
      repeated: 0,
    };
  }
  moveCursor(lastEventId: string): Promise<void> {
    return this.#write(`cursor ${JSON.stringify(lastEventId)}`);
  }
  endSession(sessionId: number, loss: Loss): Promise<void> {
    return this.#write(`session ${sessionId} ends: ${loss.reason}`);
  }
  async openGap(from: Moment, _at: Moment, loss: Loss): Promise<boolean> {
    const line = `gap from ${from.at}: ${loss.reason}`;
    const isNews = this.written.at(-1) !== line;
    await this.#write(line);
    return isNews;
  }
  async rememberProfile(): Promise<void> {}
  async resume(): Promise<Resumed> {
    return {
      extent: this.#extent(),
      lastEventId: null,
      lastEventAt: null,
      principal: null,
      toRedecode: false,
    };
  }
  async redecode(): Promise<boolean> {
    return false;
  }
  async followerPosition(name: string, version: number): Promise<FollowerPosition> {
    const known = this.#followers.get(name);
    if (known?.version !== version) this.#followers.set(name, { version, cursor: 0, records: new Map() });
    const { cursor = 0, records = new Map<string, string>() } = this.#followers.get(name) ?? {};
    return { cursor, records: [...records].map(([key, value]): FollowerRecord => ({ key, value })) };
  }
  async commitFollower({ name, version, from, to, put, remove }: FollowerCommit): Promise<boolean> {
    const known = this.#followers.get(name);
    if (known?.version !== version || known.cursor !== from) return false;
    for (const key of remove) known.records.delete(key);
    for (const { key, value } of put) known.records.set(key, value);
    known.cursor = to;
    return true;
  }
  async extent(): Promise<Extent> {
    return this.#extent();
  }
  async slice(): Promise<Slice> {
    return { rows: [], next: null };
  }
  async count(): Promise<{ count: number; next: number | null }> {
    return { count: 0, next: null };
  }
  async event(): Promise<StoredEvent | null> {
    return null;
  }
  async coverage(): Promise<Coverage> {
    return { sessions: [], gaps: [] };
  }
  async close(): Promise<void> {
    this.written.push('closed');
  }

  #extent(): Extent {
    return { oldestSeq: Math.min(1, this.#stored), newestSeq: this.#stored, storedEvents: this.#stored };
  }

  async #write(line: string): Promise<void> {
    await this.hold;
    if (this.failWith !== null) throw this.failWith;
    this.written.push(line);
  }
}
