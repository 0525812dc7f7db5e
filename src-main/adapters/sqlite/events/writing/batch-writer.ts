/** Writes a batch to all tables that it affects. The caller holds the transaction and the state that belongs to it. */
import { crc32 } from 'node:zlib';
import type { Moment } from '../../../../core/ports/clock.ts';
import type { AppendResult, ReceivedBatch } from '../../../../core/ports/event-store.ts';
import { decodeEvent } from '../../../../../src-shared/domain/event/decode-event.ts';
import type { ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';
import { namesDomain } from '../../../../../src-shared/domain/event/session-event.ts';
import { chunkOf } from '../texts/chunk.ts';
import type { ChunkRowWriter } from './chunk-row-writer.ts';
import type { CoverageRowWriter } from './coverage-row-writer.ts';
import type { EventRowWriter } from './event-row-writer.ts';
import type { WriterState } from './writer-state.ts';
import { hasId, MAX_RECENT_EVENTS, RecentEvents, repeatKey } from '../columns/recent-events.ts';
import type { TextStore } from './text-store.ts';
import type { SequencedEvent } from '../texts/received-block.ts';
import { toSafeInteger } from '../safe-integer.ts';
import type { OpenSession, WriteStatements } from '../rows/write-statements.ts';

/** Max length that a request header can carry (`stream-request.ts`). A longer id cannot be used to resume. */
const MAX_CURSOR_LENGTH = 2_048;

export function createBatchWriter(
  write: WriteStatements,
  texts: TextStore,
  eventRows: EventRowWriter,
  chunks: ChunkRowWriter,
  coverage: CoverageRowWriter,
  source: string,
) {
  const recent = new RecentEvents();
  let opened = { session: 0, firstSeq: 0 };

  function loadRecentEvents(newestSeq: number): void {
    for (const { seq, key } of texts.repeatKeysFrom(newestSeq + 1 - MAX_RECENT_EVENTS)) recent.add(key, seq);
  }

  function append(batch: ReceivedBatch, state: WriterState, how: AppendMode): AppendResult {
    const { events, first, last, after } = batch;
    if (events.length === 0) throw new Error('A batch holds at least one event.');
    const storedBefore = after < state.extent.newestSeq ? storedAlready(batch, state) : 0;
    // The first answer was lost. The batch is the same, so the other events were repeats.
    if (storedBefore > 0) return appended(state, storedBefore, events.length - storedBefore);
    // An open session continues even if the sender does not know of it, because its answer may have been lost.
    const session = state.session ?? openSession(first, state);
    const { domain, extent } = state;
    let stored = 0;
    let repeated = 0;
    for (const event of events) {
      const dataCheck = crc32(event.data);
      if (countRepeat(event, dataCheck, session.id, state)) repeated += 1;
      else {
        appendEvent({ seq: state.extent.newestSeq + 1, event, dataChecksum: dataCheck }, state.domain, state, how);
        stored += 1;
      }
    }
    texts.write();
    state.session = coverage.addToSession(session, last, stored);
    const moved = events.findLast((event) => event.id !== null)?.id;
    if (typeof moved === 'string') moveCursor(moved, state);
    finish({ domain, extent }, state);
    return appended(state, stored, repeated);
  }

  function openSession(first: Moment, { extent, log }: WriterState): OpenSession {
    const session = coverage.openSession(first, extent.newestSeq, log?.member ?? null);
    opened = { session: session.id, firstSeq: extent.newestSeq + 1 };
    return session;
  }

  /** In a store that follows a log, the events after `after` may also be those of the log. */
  function storedAlready({ events, after }: ReceivedBatch, { log }: WriterState): number {
    if (log === null) return write.storedAfter.get(after)?.stored ?? 0;
    return events.every((event, index) => texts.hasSameEvent(after + 1 + index, event)) ? events.length : 0;
  }

  /** `events`: ascending, after the newest one; seqs may be left out. */
  function appendPlaced(events: readonly SequencedEvent[], state: WriterState, how: AppendMode): void {
    const { domain, extent } = state;
    for (const { seq, event } of events) {
      const dataChecksum = crc32(event.data);
      // The holder stored the event with the stream's domain.
      appendEvent({ seq, event, dataChecksum }, null, state, how);
      // A member that takes the seat recognises what the service sends it again.
      recent.add(repeatKey(event, dataChecksum), seq);
    }
    texts.write();
    finish({ domain, extent }, state);
  }

  function isRecent(event: ReceivedEvent, { extent }: WriterState): boolean {
    const seq = recent.find(repeatKey(event, crc32(event.data)), extent.newestSeq + 1);
    return seq !== null && (hasId(event) || hasTime(event)) && texts.hasSameEvent(seq, event);
  }

  function finish(before: Pick<WriterState, 'domain' | 'extent'>, { domain, extent }: WriterState): void {
    if (domain !== null && domain !== before.domain) write.setMeta.run('domain', domain);
    if (chunkOf(extent.newestSeq + 1) > chunkOf(before.extent.newestSeq + 1))
      while (chunks.sealOldest(extent.newestSeq));
  }

  function appendEvent(placed: SequencedEvent, streamDomain: string | null, state: WriterState, how: AppendMode): void {
    const { seq, event } = placed;
    const { oldestSeq, storedEvents } = state.extent;
    const receivedAt = toSafeInteger(event.receivedAt);
    const stored = receivedAt === event.receivedAt ? placed : { ...placed, event: { ...event, receivedAt } };
    const { principal } = eventRows[how](stored, streamDomain);
    state.extent = { oldestSeq: oldestSeq === 0 ? seq : oldestSeq, newestSeq: seq, storedEvents: storedEvents + 1 };
    if (namesDomain(event.kind)) state.domain = principal ?? state.domain;
  }

  function countRepeat(event: ReceivedEvent, dataCheck: number, session: number, state: WriterState): boolean {
    const key = repeatKey(event, dataCheck);
    const next = state.extent.newestSeq + 1;
    const seq = recent.find(key, next);
    const mayRepeat = seq !== null && (hasId(event) || (isOlderThan(session, seq) && hasTime(event)));
    if (!mayRepeat || !texts.hasSameEvent(seq, event)) {
      recent.add(key, next);
      return false;
    }
    write.addRepeats.run(seq, 1);
    return true;
  }

  /** Services send events again to a new connection only, so equal events of one session are two events. */
  function isOlderThan(session: number, seq: number): boolean {
    return session === opened.session && seq < opened.firstSeq;
  }

  function moveCursor(given: string, state: WriterState): void {
    const id = given.length <= MAX_CURSOR_LENGTH ? given : '';
    if (state.cursor?.id === id && state.cursor.source === source) return;
    state.cursor = { source, id };
    write.setMeta.run('cursor', JSON.stringify(state.cursor));
  }

  return { loadRecentEvents, append, appendPlaced, isRecent, moveCursor };
}
export type BatchWriter = ReturnType<typeof createBatchWriter>;

/** Two events with the same text are one event only if the text says when it happened. */
function hasTime(event: ReceivedEvent): boolean {
  return decodeEvent(event).createdAt !== null;
}

/** `appendAlone` writes event by event, for a batch whose content was refused. */
export type AppendMode = 'append' | 'appendAlone';

function appended({ extent, domain, session }: WriterState, stored: number, repeated: number): AppendResult {
  return { sessionId: session?.id ?? 0, extent, domain, stored, repeated };
}
