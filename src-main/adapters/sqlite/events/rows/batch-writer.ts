/**
 * Writes a batch of received events to all tables that it affects: texts, rows, repeats, session, cursor, and the chunk
 * that it completes. The caller holds the transaction and the state that belongs to it.
 */
import { crc32 } from 'node:zlib';
import type { AppendResult, ReceivedBatch } from '../../../../core/ports/event-store.ts';
import type { ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';
import { namesDomain } from '../../../../../src-shared/domain/event/session-event.ts';
import { chunkOf } from '../texts/chunk.ts';
import type { ChunkRowWriter } from '../texts/chunk-row-writer.ts';
import type { CoverageRowWriter } from './coverage-row-writer.ts';
import type { EventRowWriter } from './event-row-writer.ts';
import type { WriterState } from './writer-state.ts';
import { MAX_RECENT_EVENTS, RecentEvents, repeatKey } from '../columns/recent-events.ts';
import type { TextStore } from '../texts/text-store.ts';
import { toSafeInteger } from '../safe-integer.ts';
import type { WriteStatements } from './write-statements.ts';

/** Max length that a request header can carry (`stream-request.ts`). A longer id cannot be used to resume. */
const MAX_CURSOR_LENGTH = 2_048;

export class BatchWriter {
  readonly #write: WriteStatements;
  readonly #texts: TextStore;
  readonly #events: EventRowWriter;
  readonly #chunks: ChunkRowWriter;
  readonly #coverage: CoverageRowWriter;
  readonly #source: string;
  readonly #recent = new RecentEvents();

  constructor(
    write: WriteStatements,
    texts: TextStore,
    events: EventRowWriter,
    chunks: ChunkRowWriter,
    coverage: CoverageRowWriter,
    source: string,
  ) {
    this.#write = write;
    this.#texts = texts;
    this.#events = events;
    this.#chunks = chunks;
    this.#coverage = coverage;
    this.#source = source;
  }

  loadRecentEvents(newestSeq: number): void {
    for (const { seq, key } of this.#texts.repeatKeysFrom(newestSeq + 1 - MAX_RECENT_EVENTS))
      this.#recent.add(key, seq);
  }

  append(batch: ReceivedBatch, state: WriterState, how: 'append' | 'appendAlone'): AppendResult {
    const { events, first, last, after } = batch;
    if (events.length === 0) throw new Error('A batch holds at least one event.');
    const storedBefore = after < state.extent.newestSeq ? (this.#write.storedAfter.get(after)?.stored ?? 0) : 0;
    if (storedBefore > 0) return appended(state, storedBefore, 0); // the first answer was lost
    // An open session continues even if the sender does not know of it, because its answer may have been lost.
    const session = state.session ?? this.#coverage.openSession(first);
    const { domain, extent } = state;
    let stored = 0;
    let repeated = 0;
    for (const event of events) {
      const dataCheck = crc32(event.data);
      if (this.#countRepeat(event, dataCheck, state)) repeated += 1;
      else {
        this.#appendEvent(event, dataCheck, state, how);
        stored += 1;
      }
    }
    this.#texts.write();
    state.session = this.#coverage.addToSession(session, last, stored);
    if (state.domain !== null && state.domain !== domain) this.#write.setMeta.run('domain', state.domain);
    const moved = events.findLast((event) => event.id !== null)?.id;
    if (typeof moved === 'string') this.moveCursor(moved, state);
    if (chunkOf(state.extent.newestSeq + 1) > chunkOf(extent.newestSeq + 1))
      this.#chunks.sealOldest(state.extent.newestSeq);
    return appended(state, stored, repeated);
  }

  #appendEvent(event: ReceivedEvent, dataChecksum: number, state: WriterState, how: 'append' | 'appendAlone'): void {
    const { oldestSeq, newestSeq, storedEvents } = state.extent;
    const seq = newestSeq + 1;
    const receivedAt = toSafeInteger(event.receivedAt);
    const stored = receivedAt === event.receivedAt ? event : { ...event, receivedAt };
    const { principal } = this.#events[how]({ seq, event: stored, dataChecksum }, state.domain);
    state.extent = { oldestSeq: oldestSeq === 0 ? seq : oldestSeq, newestSeq: seq, storedEvents: storedEvents + 1 };
    if (namesDomain(event.kind)) state.domain = principal ?? state.domain;
  }

  #countRepeat(event: ReceivedEvent, dataCheck: number, state: WriterState): boolean {
    const key = repeatKey(event, dataCheck);
    if (key === null) return false;
    const next = state.extent.newestSeq + 1;
    const seq = this.#recent.find(key, next);
    if (seq === null || !this.#texts.hasSameEvent(seq, event)) {
      this.#recent.add(key, next);
      return false;
    }
    this.#write.addRepeats.run(seq, 1);
    return true;
  }

  moveCursor(given: string, state: WriterState): void {
    const id = given.length <= MAX_CURSOR_LENGTH ? given : '';
    if (state.cursor?.id === id && state.cursor.source === this.#source) return;
    state.cursor = { source: this.#source, id };
    this.#write.setMeta.run('cursor', JSON.stringify(state.cursor));
  }
}

function appended({ extent, domain, session }: WriterState, stored: number, repeated: number): AppendResult {
  return { sessionId: session?.id ?? 0, extent, domain, stored, repeated };
}
