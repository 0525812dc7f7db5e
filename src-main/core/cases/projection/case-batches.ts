/** Reads what the case projection has not applied yet. The size of the batches does not change the result. */
import { type CaseKey, caseKeyOf } from '../../../../src-shared/domain/cases/case-keys.ts';
import type { StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import type { CaseProjectionPosition } from '../../ports/case-projection.ts';
import type { CaseEvent } from '../../ports/case-event.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { type RequestDigest, requestDigest } from '../../requests/request-digest.ts';

interface DigestedEvent {
  readonly key: CaseKey;
  readonly event: CaseEvent;
  readonly request: RequestDigest | null;
}

export interface CaseBatch {
  readonly to: CaseProjectionPosition;
  readonly events: readonly DigestedEvent[];
  readonly actions: readonly StoredActionEntry[];
  readonly isLast: boolean;
}

type Reader = Pick<EventReader, 'orderedThrough' | 'caseEvents' | 'actions'>;

/** Events per batch. A case is written once per batch, however many of its events are in it. */
const BATCH_ROWS = 4_000;
/** Rows per read. A read may return fewer, because the store limits the size of an answer. */
const READ_ROWS = 500;
/** Actions per read. An action on ten thousand cases names all of them. */
const BATCH_ACTIONS = 32;

/** Reads from a position onwards. After a failure, create a new instance. */
export class CaseBatches {
  readonly #reader: Reader;
  #at: CaseProjectionPosition;
  #readThrough: number;
  /** Events that are in no batch yet: actions were stored before them. */
  #waiting: DigestedEvent[] = [];

  constructor(reader: Reader, from: CaseProjectionPosition) {
    this.#reader = reader;
    this.#at = from;
    this.#readThrough = from.cursor;
  }

  /** @throws AppError STORE_… */
  async next(): Promise<CaseBatch> {
    const ordered = await this.#reader.orderedThrough();
    const before = this.#at;
    const end = Math.max(before.cursor, ordered);
    while (this.#readThrough < end && this.#waiting.length < BATCH_ROWS) await this.#readOn(end);
    // Read after the events: an action that is stored meanwhile waits for the next batch.
    const actionsAfter = await this.#reader.actions(before.actions, BATCH_ACTIONS);
    const last = actionsAfter.at(-1);
    const read = this.#readThrough;
    // More actions may follow between the last one and the last event, so the batch ends at the last action.
    const cursor = last === undefined ? read : Math.max(before.cursor, Math.min(read, last.afterSeq));
    const actions = actionsAfter.filter(({ afterSeq }) => afterSeq <= cursor);
    this.#at = { cursor, actions: actions.at(-1)?.number ?? before.actions };
    return {
      to: this.#at,
      events: this.#dequeueThrough(cursor),
      actions,
      isLast: read >= end && last === undefined,
    };
  }

  async #readOn(to: number): Promise<void> {
    const { events, next } = await this.#reader.caseEvents({ after: this.#readThrough, to, limit: READ_ROWS });
    for (const { event, raw } of events)
      this.#waiting.push({
        key: caseKeyOf(event),
        event,
        request: raw === null ? null : requestDigest({ raw }, event.marks.length === 0),
      });
    this.#readThrough = next ?? to;
  }

  #dequeueThrough(cursor: number): DigestedEvent[] {
    const first = this.#waiting.findIndex(({ event }) => event.seq > cursor);
    return this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
  }
}
