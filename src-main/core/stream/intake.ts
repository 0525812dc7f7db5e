/**
 * Everything on its way into the store, in one order: events, ends of sessions, gaps. Writes are batched by what has
 * arrived while the last write ran (no timer), one at a time, and repeated until the store takes them. Nothing is
 * dropped: a full queue makes the stream wait instead.
 */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import type { StorageStatus } from '../../../src-shared/domain/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Clock } from '../ports/clock.ts';
import type { Appended, EventStore, Loss } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';

type Entry =
  | { readonly kind: 'event'; readonly event: ReceivedEvent; readonly opensSession: boolean }
  | { readonly kind: 'loss'; readonly from: number; readonly at: number; readonly loss: Loss };

/** Most events in one transaction (`performance.md`: natural batching, at most 500). */
const BATCH = 500;
/** Above these the socket is no longer read until half is stored (`reliability.md`, B 28: 10 000 events or 16 MB). */
const QUEUE_EVENTS = 10_000;
const QUEUE_CHARS = 16_000_000;
/** At the end a store that fails is tried for so long: whoever stops us waits for it. */
const CLOSE_WITHIN_MS = 5_000;
/** Between tries of a write that failed: soon enough for a lock, seldom enough for a full disk. */
const RETRY_MS = 1_000;

export class Intake {
  readonly #store: EventStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #onStored: (appended: Appended) => void;
  readonly #onStorage: (status: StorageStatus) => void;
  readonly #queue: Entry[] = [];
  readonly #drained = new Set<() => void>();
  #chars = 0;
  #sessionId: number | null = null;
  #pumping: Promise<void> | null = null;
  #failingSince: number | null = null;
  #unsaved = 0;
  #closeBy = Number.POSITIVE_INFINITY;
  readonly #closing = new AbortController();

  constructor(options: {
    store: EventStore;
    clock: Clock;
    log: Log;
    onStored: (appended: Appended) => void;
    onStorage: (status: StorageStatus) => void;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#onStored = options.onStored;
    this.#onStorage = options.onStorage;
  }

  /** Resolves when there is room for the next event. */
  event(event: ReceivedEvent, opensSession: boolean): void | Promise<void> {
    this.#chars += event.data.length;
    this.#add({ kind: 'event', event, opensSession });
    if (this.#full()) return new Promise((resolve) => this.#drained.add(resolve));
  }

  /** Nobody listens from `from` on, as was found out at `at`; ends the session, if one is open. */
  loss(from: number, at: number, loss: Loss): void {
    this.#add({ kind: 'loss', from, at, loss });
  }

  /** Writes what is left; a store that fails is tried for five seconds. Resolves with the events that it did not take. */
  async close(): Promise<number> {
    this.#closeBy = this.#clock.monotonic() + CLOSE_WITHIN_MS;
    this.#closing.abort(new Error('closing'));
    await this.#pumping;
    return this.#unsaved;
  }

  #add(entry: Entry): void {
    this.#queue.push(entry);
    this.#pumping ??= this.#pump().finally(() => (this.#pumping = null));
  }

  #full(): boolean {
    return this.#queue.length > QUEUE_EVENTS || this.#chars > QUEUE_CHARS;
  }

  async #pump(): Promise<void> {
    // One turn later, so that all events of one chunk are written together.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      const lastTry = this.#clock.monotonic() >= this.#closeBy;
      try {
        await this.#writeNext();
        this.#storing();
      } catch (error) {
        if (!(error instanceof AppError)) this.#log.error('writing failed unexpectedly', { error });
        this.#failing(error);
        if (lastTry) {
          this.#unsaved = this.#queue.filter(({ kind }) => kind === 'event').length;
          this.#log.error('closed with events that could not be stored', { events: this.#unsaved, error });
          this.#queue.length = 0;
          this.#chars = 0;
        } else await this.#pause();
      }
      if (this.#queue.length < QUEUE_EVENTS / 2 && this.#chars < QUEUE_CHARS / 2) this.#release();
    }
  }

  /** Writes the head of the queue and removes it only when it is stored. */
  async #writeNext(): Promise<void> {
    const head = this.#queue[0];
    if (head === undefined) return;
    switch (head.kind) {
      case 'loss':
        if (this.#sessionId === null) await this.#store.openGap(head.from, head.at, head.loss);
        else await this.#store.endSession(this.#sessionId, head.loss);
        this.#sessionId = null;
        this.#queue.shift();
        return;
      case 'event': {
        const events = this.#headEvents();
        const session = head.opensSession || this.#sessionId === null ? 'opens' : this.#sessionId;
        const appended = await this.#store.append({ session, events });
        this.#sessionId = appended.sessionId;
        this.#queue.splice(0, events.length);
        for (const event of events) this.#chars -= event.data.length;
        this.#onStored(appended);
        return;
      }
      default:
        assertNever(head);
    }
  }

  /** The events at the head that belong to one session and fit one batch. */
  #headEvents(): ReceivedEvent[] {
    const events: ReceivedEvent[] = [];
    for (const entry of this.#queue) {
      if (entry.kind !== 'event' || events.length === BATCH || (entry.opensSession && events.length > 0)) break;
      events.push(entry.event);
    }
    return events;
  }

  #storing(): void {
    if (this.#failingSince === null) return;
    this.#failingSince = null;
    this.#onStorage({ kind: 'storing' });
  }

  #failing(error: unknown): void {
    this.#failingSince ??= this.#clock.now();
    this.#onStorage({
      kind: 'failing',
      since: this.#failingSince,
      code: error instanceof AppError ? error.code : 'INTERNAL',
      message:
        error instanceof AppError
          ? error.message
          : 'Writing failed for a reason that Watchfloor does not know; the log has it.',
      waiting: this.#queue.length,
    });
  }

  /** Cut short when closing begins; while closing it is a pause again. */
  async #pause(): Promise<void> {
    const signal = this.#closing.signal.aborted ? new AbortController().signal : this.#closing.signal;
    await this.#clock.sleep(RETRY_MS, signal).catch(() => undefined);
  }

  #release(): void {
    const waiting = [...this.#drained];
    this.#drained.clear();
    for (const resume of waiting) resume();
  }
}
