/** Reads the events of a saved view in the order of their seqs. Keeps what was read until it is past. */
import { caseKeyOf } from '../../../src-shared/domain/cases/case-keys.ts';
import { maskedFields } from '../../../src-shared/domain/event/masked-fields.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import { type Filter, resolveTimes } from '../../../src-shared/domain/filter/filter.ts';
import type { SentEvent } from '../../../src-shared/domain/outlets/sent-event.ts';
import { maskedEvent } from '../exports/masking.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { SendQueue } from './message-outlet.ts';

export interface ViewEventsParts {
  readonly eventsFor: (filter?: Filter) => Pick<EventReader, 'events' | 'event'>;
  readonly newestSeq: () => number;
  readonly store: string;
  readonly areIdentifiersWhole: boolean;
  readonly now: () => number;
}

/** Some milliseconds of reading. */
const BATCH_ROWS = 256;

export class ViewEvents implements SendQueue {
  readonly #parts: ViewEventsParts;
  #filter: Filter;
  #ahead: readonly SentEvent[] = [];
  #readThrough: number;

  constructor(filter: Filter, after: number, parts: ViewEventsParts) {
    this.#filter = filter;
    this.#readThrough = after;
    this.#parts = parts;
  }

  /** Every matching event up to this seq is past. */
  get doneThrough(): number {
    const [first] = this.#ahead;
    return first === undefined ? this.#readThrough : first.number - 1;
  }

  /** Receive time of the oldest event that was read and not sent, UTC epoch ms. */
  get waitingSince(): number | null {
    return this.#ahead[0]?.at ?? null;
  }

  /** The user edited the view: events that are not past are read again. */
  setFilter(filter: Filter): void {
    if (filter === this.#filter) return;
    this.#readThrough = this.doneThrough;
    this.#ahead = [];
    this.#filter = filter;
  }

  /** @throws AppError STORE_…; the signal's reason */
  async after(number: number, limit: number, signal: AbortSignal): Promise<readonly SentEvent[]> {
    const { eventsFor, newestSeq, now } = this.#parts;
    const past = this.#ahead.findIndex((event) => event.number > number);
    this.#ahead = past === -1 ? [] : this.#ahead.slice(past);
    while (this.#ahead.length === 0 && this.#readThrough < newestSeq()) {
      const to = newestSeq();
      const filter = resolveTimes(this.#filter, now());
      const query = { filter, direction: 'newer', from: this.#readThrough, to, limit: BATCH_ROWS } as const;
      const { events, next } = await eventsFor(filter).events(query, signal);
      this.#ahead = events.map((event) => new EventToSend(event, this.#parts));
      this.#readThrough = next ?? to;
    }
    return this.#ahead.slice(0, limit);
  }

  /** Returns null if retention has removed the event. @throws AppError STORE_… */
  async get(number: number): Promise<SentEvent | null> {
    const event = await this.#parts.eventsFor().event(number);
    return event === null ? null : new EventToSend(event, this.#parts);
  }
}

/** Masking takes a tenth of a millisecond or more, so it waits until the event is sent. */
class EventToSend implements SentEvent {
  readonly kind = 'event';
  readonly number: number;
  readonly id: string;
  readonly at: number;
  readonly key: SentEvent['key'];
  readonly #stored: StoredEvent;
  readonly #areIdentifiersWhole: boolean;
  #masked: SentEvent['event'] | null = null;

  constructor(stored: StoredEvent, { store, areIdentifiersWhole }: ViewEventsParts) {
    this.number = stored.seq;
    this.id = `${store}-${stored.seq}`;
    this.at = stored.receivedAt;
    this.key = caseKeyOf(stored);
    this.#stored = stored;
    this.#areIdentifiersWhole = areIdentifiersWhole;
  }

  get event(): SentEvent['event'] {
    this.#masked ??= maskedEvent(this.#stored, this.#areIdentifiersWhole ? [] : maskedFields);
    return this.#masked;
  }

  get subject(): SentEvent['subject'] {
    return caseKeyOf(this.event);
  }
}
