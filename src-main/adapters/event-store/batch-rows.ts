/**
 * A batch of what arrived, into all the rows that it touches: texts, rows, repeats, session, cursor, and the chunk that it
 * fills. The caller holds the transaction, and the mirror that goes with it.
 */
import { crc32 } from 'node:zlib';
import type { Appended, ReceivedBatch } from '../../core/ports/event-store.ts';
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import { namesDomain } from '../../../src-shared/domain/session-event.ts';
import { chunkOf } from './chunk.ts';
import type { ChunkRows } from './chunk-rows.ts';
import type { CoverageRows } from './coverage-rows.ts';
import type { EventRows } from './event-rows.ts';
import type { Mirror } from './mirror.ts';
import { RECENT_EVENTS, RecentEvents, repeatKey } from './recent-events.ts';
import type { TextRows } from './text-rows.ts';
import { whole } from './whole.ts';
import type { WriteStatements } from './write-statements.ts';

/** No header carries more (`stream-request.ts`): from there nothing can be resumed. */
const LONGEST_CURSOR = 2_048;

export class BatchRows {
  readonly #write: WriteStatements;
  readonly #texts: TextRows;
  readonly #events: EventRows;
  readonly #chunks: ChunkRows;
  readonly #coverage: CoverageRows;
  readonly #source: string;
  readonly #recent = new RecentEvents();

  constructor(
    write: WriteStatements,
    texts: TextRows,
    events: EventRows,
    chunks: ChunkRows,
    coverage: CoverageRows,
    source: string,
  ) {
    this.#write = write;
    this.#texts = texts;
    this.#events = events;
    this.#chunks = chunks;
    this.#coverage = coverage;
    this.#source = source;
  }

  /** Once, at the start: what an event may repeat. */
  recall(newestSeq: number): void {
    for (const { seq, key } of this.#texts.keysFrom(newestSeq + 1 - RECENT_EVENTS)) this.#recent.add(key, seq);
  }

  append(batch: ReceivedBatch, mirror: Mirror, how: 'append' | 'appendAlone'): Appended {
    const { events, first, last, after } = batch;
    if (events.length === 0) throw new Error('A batch holds at least one event.');
    const storedBefore = after < mirror.extent.newestSeq ? (this.#write.storedAfter.get(after)?.stored ?? 0) : 0;
    if (storedBefore > 0) return appended(mirror, storedBefore, 0); // its answer was lost
    // One that lasts is gone on with, whatever the sender knows of it: its answer may have been lost.
    const session = mirror.session ?? this.#coverage.openSession(first);
    const { domain, extent } = mirror;
    let stored = 0;
    let repeated = 0;
    for (const event of events) {
      const dataCheck = crc32(event.data);
      if (this.#countRepeat(event, dataCheck, mirror)) repeated += 1;
      else {
        this.#appendEvent(event, dataCheck, mirror, how);
        stored += 1;
      }
    }
    this.#texts.write();
    mirror.session = this.#coverage.addToSession(session, last, stored);
    if (mirror.domain !== null && mirror.domain !== domain) this.#write.setMeta.run('domain', mirror.domain);
    const moved = events.findLast((event) => event.id !== null)?.id;
    if (typeof moved === 'string') this.moveCursor(moved, mirror);
    if (chunkOf(mirror.extent.newestSeq + 1) > chunkOf(extent.newestSeq + 1))
      this.#chunks.sealOldest(mirror.extent.newestSeq);
    return appended(mirror, stored, repeated);
  }

  #appendEvent(event: ReceivedEvent, dataCheck: number, mirror: Mirror, how: 'append' | 'appendAlone'): void {
    const { oldestSeq, newestSeq, storedEvents } = mirror.extent;
    const seq = newestSeq + 1;
    const receivedAt = whole(event.receivedAt);
    const stored = receivedAt === event.receivedAt ? event : { ...event, receivedAt };
    const { principal } = this.#events[how]({ seq, event: stored, dataCheck }, mirror.domain);
    mirror.extent = { oldestSeq: oldestSeq === 0 ? seq : oldestSeq, newestSeq: seq, storedEvents: storedEvents + 1 };
    if (namesDomain(event.kind)) mirror.domain = principal ?? mirror.domain;
  }

  /** A text that is gone, or damaged, cannot be repeated: then the event is a new one. */
  #countRepeat(event: ReceivedEvent, dataCheck: number, mirror: Mirror): boolean {
    const key = repeatKey(event, dataCheck);
    if (key === null) return false;
    const next = mirror.extent.newestSeq + 1;
    const seq = this.#recent.find(key, next);
    if (seq === null || !this.#texts.holds(seq, event)) {
      this.#recent.add(key, next);
      return false;
    }
    this.#write.addRepeats.run(seq, 1);
    return true;
  }

  moveCursor(given: string, mirror: Mirror): void {
    const id = given.length <= LONGEST_CURSOR ? given : '';
    if (mirror.cursor?.id === id && mirror.cursor.source === this.#source) return;
    mirror.cursor = { source: this.#source, id };
    this.#write.setMeta.run('cursor', JSON.stringify(mirror.cursor));
  }
}

function appended({ extent, domain, session }: Mirror, stored: number, repeated: number): Appended {
  return { sessionId: session?.id ?? 0, extent, domain, stored, repeated };
}
