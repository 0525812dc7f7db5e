/**
 * Writes one store over its one writing connection. Rows, texts, counts, session, gap and cursor of a batch go into one
 * transaction: it is all there or nothing is.
 */
import type { Database } from 'better-sqlite3';
import type {
  Appended,
  FollowerCommit,
  FollowerPosition,
  Loss,
  ReceivedBatch,
  Resumed,
} from '../../core/ports/event-store.ts';
import type { Moment } from '../../core/ports/clock.ts';
import { AppError } from '../../../src-shared/api/errors.ts';
import { CoverageRows } from './coverage-rows.ts';
import { type Decoder, thisDecoder } from './decoder.ts';
import { EventRows, Tally } from './event-rows.ts';
import { FollowerRows } from './follower-rows.ts';
import { type Mirror, readMirror } from './mirror.ts';
import { openForWriting, refusalToOpen } from './open-database.ts';
import { type ReadStatements, readStatements } from './statements.ts';
import { storeError } from './store-error.ts';
import { type WriteStatements, writeStatements } from './write-statements.ts';

/** Received text that one piece of decoding again takes on: some tens of milliseconds. */
const REDECODE_CHARS = 4_194_304;

/** No header carries more (`stream-request.ts`): from there nothing can be resumed. */
const LONGEST_CURSOR = 2_048;

export interface StoreWriterOptions {
  /** Where the events come from: a cursor is of one source. */
  readonly source: string;
  readonly decoder?: Decoder | undefined;
}

/**
 * Creates the store where there is none. The caller holds the writer's lock.
 * @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED (the file was moved aside), STORE_UNWRITABLE
 */
export function openStoreWriter(path: string, options: StoreWriterOptions): StoreWriter {
  const database = openForWriting(path);
  try {
    return new StoreWriter(database, options);
  } catch (cause) {
    database.close();
    throw refusalToOpen(cause, path);
  }
}

export class StoreWriter {
  readonly #database: Database;
  readonly #source: string;
  readonly #decoderVersion: number;
  readonly #read: ReadStatements;
  readonly #write: WriteStatements;
  readonly #events: EventRows;
  readonly #coverage: CoverageRows;
  readonly #followers: FollowerRows;
  #mirror: Mirror | null = null;

  constructor(database: Database, { source, decoder = thisDecoder }: StoreWriterOptions) {
    this.#database = database;
    this.#source = source;
    this.#decoderVersion = decoder.version;
    this.#read = readStatements(database);
    this.#write = writeStatements(database);
    this.#events = new EventRows(database, this.#write, decoder);
    this.#coverage = new CoverageRows(this.#read, this.#write);
    this.#followers = new FollowerRows(this.#write);
    this.#mirror = readMirror(this.#read, this.#write);
    if (this.#mirror.decoding?.version !== decoder.version) this.#beginDecoding();
  }

  /**
   * A batch that is refused for what is in it is written event by event; what cannot be stored as decoded is stored as
   * received. @throws AppError STORE_UNWRITABLE, STORE_DAMAGED: nothing of the batch is stored, and it may be given again.
   */
  append(batch: ReceivedBatch): Appended {
    try {
      return this.#inTransaction((mirror) => this.#append(batch, mirror, 'append'));
    } catch (refusal) {
      if (refusal instanceof AppError) throw refusal;
      return this.#inTransaction((mirror) => this.#append(batch, mirror, 'appendAlone'));
    }
  }

  resume(): Resumed {
    return this.#inTransaction((mirror) => {
      this.#coverage.resume();
      const { extent, cursor, decoding, principal } = mirror;
      const ofThisSource = cursor?.source === this.#source ? cursor.id : '';
      return {
        extent,
        lastEventId: ofThisSource === '' ? null : ofThisSource,
        lastEventAt: this.#read.eventBySeq.get(extent.newestSeq)?.receivedAt ?? null,
        principal,
        toRedecode: decoding !== null && decoding.cursor < decoding.goal,
      };
    });
  }

  moveCursor(lastEventId: string): void {
    this.#inTransaction((mirror) => this.#moveCursor(lastEventId, mirror));
  }

  endSession(sessionId: number, loss: Loss): void {
    this.#inTransaction(() => this.#coverage.endSession(sessionId, loss));
  }

  openGap(from: Moment, at: Moment, loss: Loss): boolean {
    return this.#inTransaction(() => this.#coverage.openGap(from, at, loss));
  }

  /** Keeps a text under a name, for those who list stores. */
  remember(key: 'name' | 'profile', value: string): void {
    if (this.#read.meta.get(key)?.value === value) return;
    this.#inTransaction(() => this.#write.setMeta.run(key, value));
  }

  /** Rows, counts and the place to go on at are of one transaction: what is done is done. */
  redecode(limit: number): boolean {
    return this.#inTransaction((mirror) => {
      const { decoding } = mirror;
      if (decoding === null || decoding.cursor >= decoding.goal) return false;
      const tally = new Tally();
      let { cursor } = decoding;
      for (let rows = 0, chars = 0; rows < limit && chars < REDECODE_CHARS; rows += 1) {
        const stored = this.#write.nextStored.get({ after: cursor, to: decoding.goal });
        cursor = stored?.seq ?? decoding.goal;
        if (stored === undefined) break;
        this.#events.decodeAgain(stored, mirror, tally);
        chars += stored.raw.length;
      }
      this.#writeTally(tally);
      mirror.decoding = { ...decoding, cursor };
      this.#write.setMeta.run('decoding', JSON.stringify(mirror.decoding));
      return cursor < decoding.goal;
    });
  }

  followerPosition(name: string, version: number): FollowerPosition {
    return this.#inTransaction(() => this.#followers.position(name, version));
  }

  commitFollower(commit: FollowerCommit): boolean {
    return this.#inTransaction(() => this.#followers.commit(commit));
  }

  close(): void {
    try {
      this.#database.pragma('optimize');
    } finally {
      this.#database.close();
    }
  }

  #append({ session, events, first, last }: ReceivedBatch, mirror: Mirror, how: 'append' | 'appendAlone'): Appended {
    if (events.length === 0) throw new Error('A batch holds at least one event.');
    const { principal } = mirror;
    const sessionId = session === 'opens' ? this.#coverage.openSession(first) : session;
    const tally = new Tally();
    for (const event of events) this.#events[how](event, sessionId, mirror, tally);
    this.#writeTally(tally);
    this.#coverage.addToSession(sessionId, last, tally.stored);
    if (tally.stored > 0) this.#write.setMeta.run('storedEvents', String(mirror.extent.storedEvents));
    if (mirror.principal !== null && mirror.principal !== principal)
      this.#write.setMeta.run('principal', mirror.principal);
    const moved = events.findLast((event) => event.id !== null)?.id;
    if (typeof moved === 'string') this.#moveCursor(moved, mirror);
    const { stored, repeated } = tally;
    return { sessionId, extent: mirror.extent, principal: mirror.principal, stored, repeated };
  }

  #writeTally({ facets, stretches }: Tally): void {
    for (const [facet, count] of facets) if (count !== 0) this.#write.addToFacet.run(count, facet);
    for (const [id, { earliest, latest }] of stretches) this.#write.noteTimes.run(id, earliest, latest);
  }

  #moveCursor(given: string, mirror: Mirror): void {
    const id = given.length <= LONGEST_CURSOR ? given : '';
    if (mirror.cursor?.id === id && mirror.cursor.source === this.#source) return;
    mirror.cursor = { source: this.#source, id };
    this.#write.setMeta.run('cursor', JSON.stringify(mirror.cursor));
  }

  /** Everything stored so far was decoded by another version. */
  #beginDecoding(): void {
    this.#inTransaction((mirror) => {
      mirror.decoding = { version: this.#decoderVersion, cursor: 0, goal: mirror.extent.newestSeq };
      this.#write.setMeta.run('decoding', JSON.stringify(mirror.decoding));
    });
  }

  #inTransaction<Result>(work: (mirror: Mirror) => Result): Result {
    try {
      return this.#database
        .transaction(() => {
          this.#mirror ??= readMirror(this.#read, this.#write);
          return work(this.#mirror);
        })
        .immediate();
    } catch (cause) {
      this.#mirror = null;
      throw storeError(cause, this.#database.name);
    }
  }
}
