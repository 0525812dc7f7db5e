import type { Appended, EventStore, Loss, ReceivedBatch, Resumed } from '../../src-main/core/ports/event-store.ts';

/** Remembers what was written, in order, and fails when told to. What SQLite does is tested with SQLite. */
export class RecordingStore implements EventStore {
  readonly written: string[] = [];
  failWith: Error | null = null;
  /** Holds writes back until released. */
  hold: Promise<void> = Promise.resolve();
  #newestSeq = 0;
  #sessions = 0;

  async append({ session, events }: ReceivedBatch): Promise<Appended> {
    await this.#write(
      `${session === 'opens' ? `session ${this.#sessions + 1} opens` : `session ${session}`}: ${events.map(({ data }) => data).join(' ')}`,
    );
    if (session === 'opens') this.#sessions += 1;
    this.#newestSeq += events.length;
    return {
      sessionId: this.#sessions,
      newestSeq: this.#newestSeq,
      principal: null,
      stored: events.length,
      repeated: 0,
    };
  }
  endSession(sessionId: number, loss: Loss): Promise<void> {
    return this.#write(`session ${sessionId} ends: ${loss.reason}`);
  }
  openGap(from: number, _at: number, loss: Loss): Promise<void> {
    return this.#write(`gap from ${from}: ${loss.reason}`);
  }
  async rememberProfile(): Promise<void> {}
  async resume(): Promise<Resumed> {
    return { newestSeq: 0, lastEventId: null, lastEventAt: null, principal: null };
  }
  async page() {
    return { rows: [], newestSeq: this.#newestSeq };
  }
  async after() {
    return [];
  }
  async event() {
    return null;
  }
  async coverage() {
    return { sessions: [], gaps: [] };
  }
  async close(): Promise<void> {
    this.written.push('closed');
  }

  async #write(line: string): Promise<void> {
    await this.hold;
    if (this.failWith !== null) throw this.failWith;
    this.written.push(line);
  }
}
