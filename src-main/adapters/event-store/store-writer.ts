/**
 * Writes one store over its one writing connection. Rows, texts, counts, session, gap and cursor of a batch go into one
 * transaction: it is all there or nothing is. What is kept in memory only mirrors the database, and is read again after
 * a transaction that failed.
 */
import type { Database } from 'better-sqlite3';
import type { Appended, Loss, ReceivedBatch, Resumed } from '../../core/ports/event-store.ts';
import { decodeEvent } from '../../../src-shared/domain/decode-event.ts';
import type { DecodedEvent, ReceivedEvent } from '../../../src-shared/domain/event.ts';
import { openForWriting, refusalToOpen } from './open-database.ts';
import { digestOf, RECENT_EVENTS, RecentEvents } from './recent-events.ts';
import {
  type FacetValues,
  type ReadStatements,
  readStatements,
  type WriteStatements,
  writeStatements,
} from './statements.ts';
import { storeError } from './store-error.ts';

/** More facets than a real service gives; beyond, they are looked up rather than remembered. */
const REMEMBERED_FACETS = 10_000;

interface Mirror {
  newestSeq: number;
  readonly recent: RecentEvents;
  readonly facets: Map<string, number>;
  lastEventId: string | null;
  principal: string | null;
}

/** What a batch adds, gathered so that each counter is written once. */
interface Tally {
  stored: number;
  repeated: number;
  readonly facets: Map<number, number>;
}

/**
 * Creates the store where there is none. The caller holds the writer's lock.
 * @throws AppError STORE_TOO_NEW, STORE_DAMAGED (the file was moved aside), STORE_UNWRITABLE
 */
export function openStoreWriter(path: string): StoreWriter {
  const database = openForWriting(path);
  try {
    return new StoreWriter(database);
  } catch (cause) {
    database.close();
    throw refusalToOpen(cause, path);
  }
}

export class StoreWriter {
  readonly #database: Database;
  readonly #read: ReadStatements;
  readonly #write: WriteStatements;
  #mirror: Mirror | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#read = readStatements(database);
    this.#write = writeStatements(database);
    this.#mirror = this.#readMirror();
  }

  /** @throws AppError STORE_UNWRITABLE, STORE_DAMAGED: nothing of the batch is stored, and it may be given again. */
  append(batch: ReceivedBatch): Appended {
    return this.#inTransaction((mirror) => {
      const { events } = batch;
      const first = events[0];
      const last = events.at(-1);
      if (first === undefined || last === undefined) throw new Error('A batch holds at least one event.');
      const sessionId = batch.session === 'opens' ? this.#openSession(first.receivedAt) : batch.session;
      const tally: Tally = { stored: 0, repeated: 0, facets: new Map() };
      for (const event of events) this.#appendEvent(event, sessionId, mirror, tally);
      for (const [facet, count] of tally.facets) this.#write.addToFacet.run(count, facet);
      this.#write.addToSession.run({ id: sessionId, at: whole(last.receivedAt), stored: tally.stored });
      this.#moveCursor(events, mirror);
      const { newestSeq, principal } = mirror;
      return { sessionId, newestSeq, principal, stored: tally.stored, repeated: tally.repeated };
    });
  }

  resume(): Resumed {
    return this.#inTransaction((mirror) => {
      for (const { id } of this.#write.openSessions.all()) this.#endSession(id, { reason: 'crashed', detail: null });
      const newest = this.#read.eventBySeq.get(mirror.newestSeq);
      return {
        newestSeq: mirror.newestSeq,
        lastEventId: mirror.lastEventId === '' ? null : mirror.lastEventId,
        lastEventAt: newest?.receivedAt ?? null,
        principal: mirror.principal,
      };
    });
  }

  endSession(sessionId: number, loss: Loss): void {
    this.#inTransaction(() => this.#endSession(sessionId, loss));
  }

  openGap(from: number, at: number, { reason, detail }: Loss): void {
    this.#inTransaction(() => {
      const open = this.#write.presentGap.get();
      if (open?.reason === reason) return;
      if (open !== undefined) this.#write.closeGap.run({ at: whole(at) });
      this.#write.openGap.run({ from: whole(open === undefined ? from : at), reason, detail });
    });
  }

  /** Keeps a text under a name, for those who list stores. */
  remember(key: 'name' | 'profile', value: string): void {
    this.#inTransaction(() => this.#write.setMeta.run(key, value));
  }

  close(): void {
    try {
      this.#database.pragma('optimize');
    } finally {
      this.#database.close();
    }
  }

  #inTransaction<Result>(work: (mirror: Mirror) => Result): Result {
    try {
      return this.#database
        .transaction(() => {
          this.#mirror ??= this.#readMirror();
          return work(this.#mirror);
        })
        .immediate();
    } catch (cause) {
      this.#mirror = null;
      throw storeError(cause, this.#database.name);
    }
  }

  #readMirror(): Mirror {
    const newestSeq = this.#read.newestSeq.get()?.seq ?? 0;
    const recent = new RecentEvents();
    for (const { digest, seq } of this.#write.recentDigests.all(newestSeq - RECENT_EVENTS)) recent.add(digest, seq);
    return {
      newestSeq,
      recent,
      facets: new Map(),
      lastEventId: this.#read.meta.get('lastEventId')?.value ?? null,
      principal: this.#read.meta.get('principal')?.value ?? null,
    };
  }

  #openSession(at: number): number {
    this.#write.closeGap.run({ at: whole(at) });
    return Number(this.#write.insertSession.run({ at: whole(at) }).lastInsertRowid);
  }

  /** Does nothing where the session has ended already. */
  #endSession(id: number, { reason, detail }: Loss): void {
    const ended = this.#write.endSession.get({ id, reason, detail });
    if (ended !== undefined) this.#write.openGap.run({ from: ended.to, reason, detail });
  }

  #appendEvent(event: ReceivedEvent, session: number, mirror: Mirror, tally: Tally): void {
    const seq = mirror.newestSeq + 1;
    const digest = digestOf(event);
    const stored = digest === null ? null : mirror.recent.find(digest, seq);
    if (stored !== null) {
      this.#write.countRepeat.run(stored);
      tally.repeated += 1;
      return;
    }
    const decoded = decodeEvent(event);
    const facet = this.#facetOf(event.kind, decoded, mirror);
    const { errorCodes, marks } = decoded;
    this.#write.insertEvent.run(
      seq,
      whole(event.receivedAt),
      decoded.createdAt,
      decoded.createdDateTime,
      facet,
      session,
      event.id,
      digest,
      decoded.eid,
      decoded.iccid,
      decoded.requestId,
      errorCodes.length > 1 ? JSON.stringify(errorCodes) : null,
      decoded.resourceCount,
      decoded.failedCount,
      marks.length > 0 ? JSON.stringify(marks) : null,
    );
    const { oversize } = event;
    this.#write.insertPayload.run(seq, event.data, oversize?.bytes ?? null, oversize?.sha256 ?? null);
    mirror.newestSeq = seq;
    if (digest !== null) mirror.recent.add(digest, seq);
    if (decoded.principal !== null && decoded.principal !== mirror.principal) {
      this.#write.setMeta.run('principal', decoded.principal);
      mirror.principal = decoded.principal;
    }
    tally.facets.set(facet, (tally.facets.get(facet) ?? 0) + 1);
    tally.stored += 1;
  }

  #facetOf(kind: string, decoded: DecodedEvent, mirror: Mirror): number {
    const { operation, state, outcome, errorCode, countryCode, principal } = decoded;
    const key = JSON.stringify([kind, operation, state, outcome, errorCode, countryCode, principal]);
    const remembered = mirror.facets.get(key);
    if (remembered !== undefined) return remembered;
    const values: FacetValues = { kind, operation, state, outcome, errorCode, countryCode, principal };
    const id = this.#write.facetId.get(values)?.id ?? Number(this.#write.insertFacet.run(values).lastInsertRowid);
    if (mirror.facets.size >= REMEMBERED_FACETS) mirror.facets.clear();
    mirror.facets.set(key, id);
    return id;
  }

  #moveCursor(events: readonly ReceivedEvent[], mirror: Mirror): void {
    const lastEventId = events.findLast((event) => event.id !== null)?.id ?? mirror.lastEventId;
    if (lastEventId === null || lastEventId === mirror.lastEventId) return;
    this.#write.setMeta.run('lastEventId', lastEventId);
    mirror.lastEventId = lastEventId;
  }
}

/** STRICT integer columns refuse a fraction, and a refused time would refuse the event. */
function whole(milliseconds: number): number {
  return Math.trunc(milliseconds);
}
