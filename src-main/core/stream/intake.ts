/** Queues everything for the store in one order, and publishes only what is committed. Drops nothing. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event/event.ts';
import type { StorageStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { Clock, Moment } from '../ports/clock.ts';
import type { AppendResult, EventWriter, StreamLoss } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { SourceSink } from '../ports/source.ts';
import { lostEventsCause } from './cause.ts';

type Entry =
  | { readonly kind: 'event'; readonly event: ReceivedEvent; readonly when: Moment; readonly opensSession: boolean }
  | { readonly kind: 'cursor'; readonly lastEventId: string }
  | { readonly kind: 'request'; readonly at: number | null }
  | { readonly kind: 'loss'; readonly from: Moment; readonly at: Moment; readonly loss: StreamLoss };
type EventEntry = Extract<Entry, { kind: 'event' }>;

export interface IntakeOptions {
  readonly writer: Pick<EventWriter, 'append' | 'moveCursor' | 'noteRequest' | 'endSession' | 'openGap'>;
  readonly newestSeq: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly onStored: (appended: AppendResult) => void;
  readonly onCoverage: () => void;
  readonly onStorage: (status: StorageStatus) => void;
}

const MAX_BATCH_EVENTS = 500;
/** A commit costs as much as storing ten events. The page gets its updates less often than this. */
const COMMIT_INTERVAL_MS = 40;
/** With so many events the commit costs little. At full speed, the writer never waits for more. */
const ENOUGH_EVENTS = 100;
/**
 * Below this rate a commit comes with the first event after the interval, or at its latest time. It wakes the threads
 * for few events, and nothing shows them sooner.
 */
const QUIET = { eventsPerSecond: 100, intervalMs: 200, latestMs: 250 };
/** The rate is measured for so long, because a process that stood still receives few events before many. */
const COUNTED_MS = 1_000;
/**
 * Above these limits the socket is not read until half is stored. While writing works, four batches: more would not be
 * stored sooner, and memory of a long queue is not given back. While writing fails, what memory allows.
 */
const QUEUE_EVENTS = { storing: 2_000, failing: 10_000 };
const QUEUE_CHARS = 16_000_000;
/** Short, because the caller of `close` waits. */
const CLOSE_TIMEOUT_MS = 5_000;
/** Pause before a failed write is repeated: short enough for a lock, long enough for a full disk. */
const RETRY_MS = 1_000;

const ENOUGH = new Error('enough events wait');

export class Intake implements SourceSink {
  readonly #options: IntakeOptions;
  readonly #queue: Entry[] = [];
  readonly #drained = new Set<() => void>();
  #events = 0;
  #chars = 0;
  #sessionId: number | null = null;
  #newestSeq: number;
  #isPumping = false;
  #pumped: Promise<void> = Promise.resolve();
  #failingSince: number | null = null;
  #unsaved = 0;
  #closeBy = Number.POSITIVE_INFINITY;
  #counted = { from: Number.NEGATIVE_INFINITY, events: 0 };
  #isQuiet = true;
  /** Since the last commit, in monotonic ms: the next one comes with an event from `from` on, and without one at `by`. */
  #nextCommit = { from: 0, by: 0 };
  /** Number of events of a batch that failed: it may be stored although its answer was lost. */
  #retriedEvents: number | null = null;
  /** Ends the wait for more events; null if there is none. */
  #enoughWait: (() => void) | null = null;
  readonly #closing = new AbortController();

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#newestSeq = options.newestSeq;
  }

  /** True while more events wait than one batch holds, so that the next write follows at once. */
  get isBusy(): boolean {
    return this.#failingSince === null && this.#events > MAX_BATCH_EVENTS;
  }

  event(event: ReceivedEvent, when: Moment, opensSession: boolean): void | Promise<void> {
    this.#events += 1;
    this.#chars += charsOf(event);
    this.#add({ kind: 'event', event, when, opensSession });
    if (this.#enoughWait !== null && this.#isDue) this.#enoughWait();
    const isFull = this.#events > this.#room() || this.#chars > QUEUE_CHARS;
    if (isFull) return new Promise((resolve) => this.#drained.add(resolve));
  }

  /** Stores a resume position that moved without an event. Only the last of several in a row is kept. */
  cursor(lastEventId: string): void {
    if (this.#queue.at(-1)?.kind === 'cursor') this.#queue.pop();
    this.#add({ kind: 'cursor', lastEventId });
  }

  request(at: number | null): void {
    this.#add({ kind: 'request', at });
  }

  loss(from: Moment, at: Moment, loss: StreamLoss): void {
    this.#add({ kind: 'loss', from, at, loss });
  }

  /** Retries for five seconds. Resolves with the number of events that were not stored. */
  async close(): Promise<number> {
    this.#closeBy = this.#options.clock.monotonic() + CLOSE_TIMEOUT_MS;
    this.#closing.abort(new Error('closing'));
    this.#enoughWait?.();
    await this.#pumped;
    return this.#unsaved;
  }

  #add(entry: Entry): void {
    this.#queue.push(entry);
    if (this.#isPumping) return;
    this.#isPumping = true;
    this.#pumped = this.#pump();
  }

  #room(): number {
    return QUEUE_EVENTS[this.#failingSince === null ? 'storing' : 'failing'];
  }

  async #pump(): Promise<void> {
    try {
      // Continues after the current turn, so that all events of one network chunk are written together.
      await Promise.resolve();
      while (this.#queue.length > 0) {
        const waitMs = this.#waitForBatchMs();
        if (waitMs > 0) await this.#waitForMore(waitMs);
        await this.#writeOrPause();
      }
    } finally {
      // Runs in the same turn in which the queue was found empty, so the next entry starts a new round.
      this.#isPumping = false;
    }
  }

  #waitForBatchMs(): number {
    if (this.#isDue || this.#queue[0]?.kind !== 'event' || this.#closing.signal.aborted) return 0;
    return this.#nextCommit.by - this.#options.clock.monotonic();
  }

  get #isDue(): boolean {
    return this.#events >= ENOUGH_EVENTS || this.#options.clock.monotonic() >= this.#nextCommit.from;
  }

  async #waitForMore(ms: number): Promise<void> {
    const enough = new AbortController();
    this.#enoughWait = () => enough.abort(ENOUGH);
    await this.#options.clock.sleep(ms, enough.signal).catch(() => undefined);
    this.#enoughWait = null;
  }

  async #writeOrPause(): Promise<void> {
    const lastTry = this.#options.clock.monotonic() >= this.#closeBy;
    try {
      await this.#writeNext();
      this.#storing();
    } catch (error) {
      this.#failing(error);
      this.#releaseWhereRoom();
      if (lastTry) this.#giveUp(error);
      else await this.#pause();
    }
    this.#releaseWhereRoom();
  }

  async #writeNext(): Promise<void> {
    const { writer, onCoverage } = this.#options;
    const head = this.#queue[0];
    if (head === undefined) return;
    switch (head.kind) {
      case 'loss':
        if (await this.#storeLoss(head)) onCoverage();
        return;
      case 'cursor':
        await writer.moveCursor(head.lastEventId);
        // A later cursor may have replaced it during the write.
        if (this.#queue[0] === head) this.#queue.shift();
        return;
      case 'request':
        await writer.noteRequest(head.at);
        this.#queue.shift();
        return;
      case 'event':
        await this.#append(head);
        return;
      default:
        assertNever(head);
    }
  }

  async #storeLoss({ from, at, loss }: Extract<Entry, { kind: 'loss' }>): Promise<boolean> {
    const { writer } = this.#options;
    let isNews = true;
    if (this.#sessionId === null) isNews = await writer.openGap(from, at, loss);
    else await writer.endSession(this.#sessionId, loss, from);
    this.#sessionId = null;
    this.#queue.shift();
    return isNews;
  }

  async #append(head: EventEntry): Promise<void> {
    const { writer, onStored, onCoverage } = this.#options;
    const entries = this.#headEvents();
    const session = head.opensSession || this.#sessionId === null ? 'opens' : this.#sessionId;
    this.#noteCommit(entries.length);
    this.#retriedEvents = entries.length;
    const appended = await writer.append({
      session,
      events: entries.map(({ event }) => event),
      first: head.when,
      last: (entries.at(-1) ?? head).when,
      after: this.#newestSeq,
    });
    this.#retriedEvents = null;
    this.#newestSeq = appended.extent.newestSeq;
    this.#sessionId = appended.sessionId;
    this.#queue.splice(0, entries.length);
    this.#events -= entries.length;
    for (const { event } of entries) this.#chars -= charsOf(event);
    this.#compareCounts(entries, appended);
    onStored(appended);
    if (session === 'opens') onCoverage();
  }

  #noteCommit(events: number): void {
    const now = this.#options.clock.monotonic();
    const counted = this.#counted;
    counted.events += events;
    if (now - counted.from >= COUNTED_MS) {
      this.#isQuiet = counted.events / (now - counted.from) < QUIET.eventsPerSecond / 1_000;
      this.#counted = { from: now, events: 0 };
    }
    this.#nextCommit = this.#isQuiet
      ? { from: now + QUIET.intervalMs, by: now + QUIET.latestMs }
      : { from: now + COMMIT_INTERVAL_MS, by: now + COMMIT_INTERVAL_MS };
  }

  /** Ends the session at a batch that the store did not store completely. */
  #compareCounts(entries: readonly EventEntry[], { stored, repeated }: AppendResult): void {
    const at = entries.at(-1)?.when;
    if (at === undefined || stored + repeated === entries.length) return;
    const { reason, code: detail } = lostEventsCause(stored + repeated, entries.length);
    this.#options.log.error('the store has not stored all events of a batch', { stored, repeated, of: entries.length });
    this.#queue.unshift({ kind: 'loss', from: at, at, loss: { reason, detail } });
  }

  /** Events at the head of the queue that fit one batch. A loss separates sessions, so all are of one session. */
  #headEvents(): EventEntry[] {
    const events: EventEntry[] = [];
    const most = this.#retriedEvents ?? MAX_BATCH_EVENTS;
    for (const entry of this.#queue) {
      if (entry.kind !== 'event' || events.length === most) break;
      events.push(entry);
    }
    return events;
  }

  #storing(): void {
    if (this.#failingSince === null) return;
    this.#failingSince = null;
    this.#options.onStorage({ kind: 'storing' });
  }

  #failing(error: unknown): void {
    const { clock, log, onStorage } = this.#options;
    const isExpected = error instanceof AppError;
    // Logged once, although writing is retried every second and the status shows it.
    if (!isExpected && this.#failingSince === null) log.error('writing failed unexpectedly', { error });
    this.#failingSince ??= clock.now();
    onStorage({
      kind: 'failing',
      since: this.#failingSince,
      error: isExpected ? error.data : null,
      waiting: this.#events,
    });
  }

  #giveUp(error: unknown): void {
    this.#unsaved = this.#events;
    this.#options.log.error('closed with events that could not be stored', { events: this.#unsaved, error });
    this.#queue.length = 0;
    this.#events = 0;
    this.#chars = 0;
  }

  async #pause(): Promise<void> {
    const signal = this.#closing.signal.aborted ? new AbortController().signal : this.#closing.signal;
    await this.#options.clock.sleep(RETRY_MS, signal).catch(() => undefined);
  }

  #releaseWhereRoom(): void {
    if (this.#events >= this.#room() / 2 || this.#chars >= QUEUE_CHARS / 2) return;
    const waiting = [...this.#drained];
    this.#drained.clear();
    for (const resume of waiting) resume();
  }
}

/** Includes the kind and the id, which may be as long as the data. */
function charsOf({ kind, id, data }: ReceivedEvent): number {
  return kind.length + (id?.length ?? 0) + data.length;
}
