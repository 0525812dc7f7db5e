/**
 * Fills a store through its own writer, in threads like the product, for benchmarks of reads and maintenance. The
 * events cover 400 days, however many they are.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import type { EventStore, StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { PRACTICE_ID } from '../../src-shared/domain/identity.ts';
import { BATCH } from './baselines.ts';
import { generatedEvents, type Pace } from './generated-events.ts';

export const DAY_MS = 86_400_000;
export const DEPTH_DAYS = 400;
const PRACTICE: StoreIdentity = { id: PRACTICE_ID, name: 'Practice', practice: true, source: 'http://127.0.0.1' };

interface FilledAs {
  readonly storeIdentity?: StoreIdentity;
  /** Defaults to a span of 400 days. */
  readonly pace?: Pace;
  /**
   * Receives each batch before it is stored.
   * @param first index of its first event, from 0
   */
  readonly onMade?: (events: readonly ReceivedEvent[], first: number) => void;
}

export class FilledStore {
  readonly count: number;
  readonly pace: Pace;
  readonly #storeIdentity: StoreIdentity;
  readonly directory: string;
  #store: EventStore | null = null;
  #made = 0;
  #after = 0;
  #session: number | 'opens' = 'opens';

  private constructor(count: number, { storeIdentity = PRACTICE, pace }: FilledAs) {
    this.count = count;
    this.pace = pace ?? { startAt: Date.UTC(2025, 0, 1), stepMs: (DEPTH_DAYS * DAY_MS) / count };
    this.#storeIdentity = storeIdentity;
    this.directory = mkdtempSync(join(tmpdir(), 'watchfloor-bench-'));
  }

  static async fill(count: number, as: FilledAs = {}): Promise<FilledStore> {
    const filled = new FilledStore(count, as);
    await filled.open();
    let batch = filled.generate(BATCH);
    for (let at = 0; at < count; at += BATCH) {
      as.onMade?.(batch, at);
      const stored = filled.append(batch);
      // Makes the next batch while the store writes.
      batch = at + BATCH < count ? filled.generate(BATCH) : [];
      await stored;
    }
    return filled;
  }

  get store(): EventStore {
    if (this.#store === null) throw new Error('the store is closed');
    return this.#store;
  }

  get databasePath(): string {
    return storePaths(this.directory, this.#storeIdentity).events;
  }

  /** Exclusive end of the receive times. */
  get endAt(): number {
    return Math.ceil(this.pace.startAt + this.#made * this.pace.stepMs);
  }

  async open(): Promise<void> {
    this.#store = await databasesInThreads(this.directory).stores.open(this.#storeIdentity, (incident) => {
      if (incident !== null) throw new Error(`an incident of a store that nobody harmed: ${JSON.stringify(incident)}`);
    });
    await this.#store.writer.resume();
    this.#session = 'opens';
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = null;
  }

  generate(count: number): ReceivedEvent[] {
    const events = [...generatedEvents(this.#made, count, this.pace)];
    this.#made += count;
    return events;
  }

  /** @returns milliseconds until the batch was committed */
  async append(events: readonly ReceivedEvent[]): Promise<number> {
    const moment = (index: number) => {
      const at = events.at(index)?.receivedAt ?? 0;
      return { at, elapsed: at - this.pace.startAt };
    };
    const start = performance.now();
    const { sessionId, extent, stored } = await this.store.writer.append({
      session: this.#session,
      events,
      first: moment(0),
      last: moment(-1),
      after: this.#after,
    });
    const ms = performance.now() - start;
    if (stored !== events.length) throw new Error(`${stored} of ${events.length} events were new to the store`);
    this.#session = sessionId;
    this.#after = extent.newestSeq;
    return ms;
  }

  async remove(): Promise<void> {
    await this.close();
    rmSync(this.directory, { recursive: true });
  }
}
