/**
 * Reads in batches what the case projection has not applied yet: case events, requests with a digest of their text, and
 * the actions between them. The size of the batches does not change the result.
 */
import { LOCALIZATION_EVENTS, REQUEST_EVENTS } from '../../../../src-shared/domain/event/event-class.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { EventSummary, StoredEvent } from '../../../../src-shared/domain/event/event.ts';
import type { CaseProjectionPosition } from '../../ports/case-projection.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { type RequestDigest, requestDigest } from '../../requests/request-digest.ts';

interface CaseEvent {
  readonly event: EventSummary;
  readonly request: RequestDigest | null;
}

export interface CaseBatch {
  readonly to: CaseProjectionPosition;
  /** In order of arrival. */
  readonly events: readonly CaseEvent[];
  readonly actions: readonly StoredActionEntry[];
  /** True if nothing more was stored when the batch was read. */
  readonly isLast: boolean;
}

type Reader = Pick<EventReader, 'extent' | 'summaries' | 'events' | 'actions'>;

/** Events per batch. A case is written once per batch, however many of its events are in it. */
const BATCH_ROWS = 4_000;
/** Rows per read. A read of texts may return fewer, because the store limits the size of an answer. */
const READ_ROWS = 500;
const READ_TEXTS = 500;
/** Actions per read. An action on ten thousand cases names all of them. */
const BATCH_ACTIONS = 32;

/** Events of one kind, read up to `to`. Events that are in no batch yet wait here. */
class EventQueue {
  to: number;
  waiting: CaseEvent[] = [];
  readonly #read: ReadOn;

  constructor(from: number, read: ReadOn) {
    this.to = from;
    this.#read = read;
  }

  async readOn(to: number): Promise<void> {
    const { events, next } = await this.#read(this.to, to);
    this.waiting.push(...events);
    this.to = next ?? to;
  }

  dequeueThrough(upTo: number): CaseEvent[] {
    const first = this.waiting.findIndex(({ event }) => event.seq > upTo);
    return this.waiting.splice(0, first === -1 ? this.waiting.length : first);
  }
}
type ReadOn = (
  from: number,
  to: number,
) => Promise<{ readonly events: readonly CaseEvent[]; readonly next: number | null }>;

/** Reads from a position onwards. After a failure, create a new instance. */
export class CaseBatches {
  readonly #reader: Reader;
  readonly #localizations: EventQueue;
  readonly #requests: EventQueue;
  #at: CaseProjectionPosition;

  constructor(reader: Reader, from: CaseProjectionPosition) {
    this.#reader = reader;
    this.#at = from;
    this.#localizations = new EventQueue(from.cursor, async (after, to) => {
      const query = { filter: LOCALIZATION_EVENTS, direction: 'newer', from: after, to, limit: READ_ROWS } as const;
      const { rows, next } = await reader.summaries(query);
      return { events: rows.map((event) => ({ event, request: null })), next };
    });
    this.#requests = new EventQueue(from.cursor, async (after, to) => {
      const query = { filter: REQUEST_EVENTS, direction: 'newer', from: after, to, limit: READ_TEXTS } as const;
      const { events, next } = await reader.events(query);
      return { events: events.map(withReading), next };
    });
  }

  /** @throws AppError STORE_… */
  async next(): Promise<CaseBatch> {
    const [one, other] = [this.#localizations, this.#requests];
    const { newestSeq } = await this.#reader.extent();
    const before = this.#at;
    const end = Math.max(before.cursor, newestSeq);
    for (;;) {
      const lagging = one.to <= other.to ? one : other;
      if (lagging.to >= end || one.waiting.length + other.waiting.length >= BATCH_ROWS) break;
      await lagging.readOn(end);
    }
    // Read after the events: an action that is stored meanwhile is later than these events and waits for the next
    // batch.
    const actionsAfter = await this.#reader.actions(before.facts, BATCH_ACTIONS);
    const last = actionsAfter.at(-1);
    const read = Math.min(one.to, other.to);
    // More actions may follow between the last one and the last event, so the batch ends at the last action.
    const cursor = last === undefined ? read : Math.max(before.cursor, Math.min(read, last.afterSeq));
    const actions = actionsAfter.filter(({ afterSeq }) => afterSeq <= cursor);
    this.#at = { cursor, facts: actions.at(-1)?.number ?? before.facts };
    return {
      to: this.#at,
      events: [...one.dequeueThrough(cursor), ...other.dequeueThrough(cursor)].toSorted(
        (a, b) => a.event.seq - b.event.seq,
      ),
      actions,
      isLast: read >= end && last === undefined,
    };
  }
}

function withReading({ raw, whole: _whole, ...event }: StoredEvent): CaseEvent {
  return { event, request: requestDigest({ raw }) };
}
