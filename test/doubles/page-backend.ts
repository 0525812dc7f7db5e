/** The backend as the stores see it, in memory: everything is said when the test says it. */
import type { BackendClient, FeedListener, Stop } from '../../src-renderer/backend-client.ts';
import type { EventDetail, TimelinePage } from '../../src-shared/api/timeline.ts';
import type { HostDescription, PracticeScenario, WatchSnapshot } from '../../src-shared/api/watch.ts';
import type { Coverage } from '../../src-shared/domain/coverage.ts';
import type { EventSummary } from '../../src-shared/domain/event.ts';
import { summaryOf } from './example-events.ts';

export type OpenSnapshot = Extract<WatchSnapshot, { kind: 'open' }>;

/** 2026-11-21 14:00:00 UTC */
export const START = Date.UTC(2026, 10, 21, 14);

export function openSnapshot(part: Partial<OpenSnapshot> = {}): OpenSnapshot {
  return {
    kind: 'open',
    at: START,
    profile: {
      name: 'Acme Europe',
      practice: false,
      eventsUrl: 'https://events.example.com',
      domain: 'acme:eu',
      heartbeat: { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 },
    },
    stream: { kind: 'watching', since: START - 761_000, lastEventAt: START - 8_000, lastHeartbeatAt: START - 8_000 },
    storage: { kind: 'storing' },
    newestSeq: 0,
    ...part,
  };
}

export class PageBackend implements BackendClient {
  rows: EventSummary[] = [];
  spans: Coverage = { sessions: [], gaps: [] };
  description: HostDescription = { version: '0.1.0', capabilities: { osKeychain: true, practice: true } };
  scenarios: PracticeScenario[] = [];
  details = new Map<number, EventDetail>();
  readonly started: string[] = [];
  retries = 0;
  shutOut = false;
  /** Where set, pages are answered only when `answerPages` is called. */
  holdPages = false;
  readonly #held: (() => void)[] = [];
  readonly #wireListeners = new Set<(wire: 'connecting' | 'open' | 'lost') => void>();
  readonly #watchers = new Set<FeedListener<WatchSnapshot>>();
  readonly #readers = new Map<FeedListener<EventSummary[]>, number>();

  get feedsOpen(): number {
    return this.#watchers.size + this.#readers.size;
  }
  wire(state: 'connecting' | 'open' | 'lost'): void {
    for (const listener of this.#wireListeners) listener(state);
  }
  say(snapshot: WatchSnapshot): void {
    for (const listener of this.#watchers) listener.onData(snapshot);
  }
  /** Stores `count` more events and announces them in one batch. */
  store(count: number, fields: Partial<EventSummary> = {}): void {
    this.storeQuietly(count, fields);
    this.announce();
  }
  storeQuietly(count: number, fields: Partial<EventSummary> = {}): void {
    for (let added = 0; added < count; added += 1) this.rows.push(summaryOf(this.rows.length + 1, fields));
  }
  announce(): void {
    for (const [listener, after] of this.#readers) {
      const batch = this.rows.slice(after);
      if (batch.length === 0) continue;
      this.#readers.set(listener, this.rows.length);
      listener.onData(batch);
    }
  }
  endLiveEvents(error: Error | null): void {
    for (const listener of this.#readers.keys()) listener.onEnd(error);
  }
  answerPages(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  onWire(listener: (wire: 'connecting' | 'open' | 'lost') => void): Stop {
    this.#wireListeners.add(listener);
    return () => this.#wireListeners.delete(listener);
  }
  watch(listener: FeedListener<WatchSnapshot>): Stop {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }
  liveEvents(after: number, listener: FeedListener<EventSummary[]>): Stop {
    this.#readers.set(listener, after);
    return () => this.#readers.delete(listener);
  }
  async page({ before, limit }: { before?: number; limit: number }): Promise<TimelinePage> {
    const end = Math.min(this.rows.length, (before ?? Number.POSITIVE_INFINITY) - 1);
    const page = { rows: this.rows.slice(Math.max(0, end - limit), end).toReversed(), newestSeq: this.rows.length };
    if (this.holdPages) await new Promise<void>((resolve) => this.#held.push(resolve));
    return page;
  }
  async event(seq: number): Promise<EventDetail> {
    const detail = this.details.get(seq);
    if (detail === undefined) throw new Error(`There is no stored event ${seq}.`);
    return detail;
  }
  async coverage(): Promise<Coverage> {
    return this.spans;
  }
  async isShutOut(): Promise<boolean> {
    return this.shutOut;
  }
  async describe(): Promise<HostDescription> {
    return this.description;
  }
  async practiceScenarios(): Promise<PracticeScenario[]> {
    return this.scenarios;
  }
  async startPractice(scenario: string): Promise<void> {
    this.started.push(scenario);
  }
  async retryNow(): Promise<void> {
    this.retries += 1;
  }
}
