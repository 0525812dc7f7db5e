/**
 * The writer of a store for as long as it is kept. Takes the lock, opens what is found, and goes on whatever happens to
 * the files: a database that turns out to be damaged, or was deleted, is replaced by one that continues it, and the call
 * that met it is made again. It lives in the writer's thread; every call is one transaction of `StoreWriter`.
 */
import type { Database } from 'better-sqlite3';
import type {
  Appended,
  EventWriter,
  FollowerCommit,
  FollowerPosition,
  Loss as SessionLoss,
  ReceivedBatch,
  Resumed,
  RetentionLimits,
  StorePlace,
} from '../../core/ports/event-store.ts';
import type { Moment } from '../../core/ports/clock.ts';
import type { CaseFact } from '../../../src-shared/domain/case-fact.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { Ballast } from './ballast.ts';
import { DamagedTexts } from './damaged-texts.ts';
import { mendIndex, rebuildIndexes } from './indexes.ts';
import { keepLoss, keptLoss, lossOf, Mending } from './mend.ts';
import { copiesOf, type GivenUp, type OpenedStore, openStore, untilUnlocked } from './open-store.ts';
import type { SeenRange } from './seen-ranges.ts';
import { setAside } from './set-aside.ts';
import { createStoreDirectory, type StorePaths } from './store-directory.ts';
import { isDamage, isFull, storeError } from './store-error.ts';
import { type FindSource, RowsOfDatabase } from './store-finds.ts';
import { type Mark, StoreMark } from './store-mark.ts';
import { StoreWriter } from './store-writer.ts';
import type { OpenSession } from './write-statements.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';
import { fileAt } from '../files/found-files.ts';

type Answered<Port> = {
  [Method in keyof Port]: Port[Method] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer
    : never;
};

/** The port's writer, answering at once. */
export type KeptWriter = Answered<EventWriter> & { close(): void };

type OnIncident = (incident: StoreIncident | null) => void;

/**
 * A damaged or lost store is no reason not to open it: `onIncident` says so at each turn.
 * @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE
 */
export function openKeptWriter(paths: StorePaths, place: StorePlace, onIncident: OnIncident): KeptWriter {
  createStoreDirectory(paths);
  return new Keeper(paths, place, onIncident);
}

/** Where there is no mark. */
const UNKNOWN: Mark = { lineage: '', newestSeq: 0, storedEvents: 0, lastEventAt: null, isClosed: true };

/** The database that is written now, with everything that goes by it. */
interface Current {
  readonly database: Database;
  readonly writer: StoreWriter;
  readonly file: string | null;
}

class Keeper implements KeptWriter {
  readonly #paths: StorePaths;
  #place: StorePlace;
  readonly #onIncident: OnIncident;
  readonly #uncleanEnd: boolean;
  readonly #ballast: Ballast;
  #lock: WriterLock;
  #mark: StoreMark;
  #known: Mark;
  #current: Current;
  /** A database that was given up, while no other could be opened yet. */
  #pending: { readonly givenUp: GivenUp; readonly rows: readonly FindSource[] } | null = null;
  #session: OpenSession | null = null;
  #mending: Mending | null = null;
  #incident: StoreIncident | null = null;
  #profile: string | null = null;
  readonly #damagedTexts = new DamagedTexts();
  #isClosed = false;

  constructor(paths: StorePaths, place: StorePlace, onIncident: OnIncident) {
    this.#paths = paths;
    this.#place = place;
    this.#onIncident = onIncident;
    this.#ballast = new Ballast(paths.ballast);
    this.#lock = acquireWriterLock(paths);
    this.#mark = new StoreMark(paths.mark);
    try {
      const { found } = this.#mark;
      this.#known = found ?? UNKNOWN;
      const opened = this.#open(null);
      this.#current = opened.current;
      this.#uncleanEnd = opened.startAfter > 0 && found?.isClosed !== true;
      this.#writeMark();
    } catch (cause) {
      this.#mark.close();
      this.#lock.release();
      throw storeError(cause, paths.events);
    }
  }

  resume(): Resumed {
    const resumed = this.#call((writer) => writer.resume());
    this.#note(resumed.extent.storedEvents);
    const lastEventAt = resumed.lastEventAt ?? this.#known.lastEventAt;
    return { ...resumed, lastEventAt, uncleanEnd: this.#uncleanEnd, incident: this.#incident };
  }

  append(batch: ReceivedBatch): Appended {
    const appended = this.#call((writer) => writer.append(batch));
    this.#note(appended.extent.storedEvents);
    return appended;
  }

  moveCursor(lastEventId: string): void {
    this.#call((writer) => writer.moveCursor(lastEventId));
  }

  endSession(sessionId: number, loss: SessionLoss, from?: Moment): void {
    this.#call((writer) => writer.endSession(sessionId, loss, from));
    this.#note();
  }

  openGap(from: Moment, at: Moment, loss: SessionLoss): boolean {
    return this.#call((writer) => writer.openGap(from, at, loss));
  }

  rememberProfile(name: string, json: string): void {
    this.#place = { ...this.#place, name };
    this.#profile = json;
    this.#call((writer) => {
      writer.remember('name', name);
      writer.remember('profile', json);
    });
  }

  redecode(): boolean {
    return this.#call((writer) => writer.redecode());
  }

  rederive(first: number, last: number): number | null {
    return this.#call((writer) => writer.rederive(first, last));
  }

  mendTexts(first: number, last: number): void {
    const copies = () => copiesOf(this.#paths, this.#known.lineage);
    const span = [first, last] as const;
    const incident = this.#call((writer) => this.#damagedTexts.mend(writer, copies, span, this.#incident));
    if (incident === null) return;
    keepLoss(this.#current.database, { incident, sources: [], expected: null, upTo: 0, before: 0 });
    this.#turn(incident);
  }

  tidy(limits: RetentionLimits): boolean {
    const more = this.#call((writer) => writer.tidy(limits));
    this.#note(this.#current.writer.storedEvents); // what was removed is not missing, should the database be lost
    return more;
  }

  giveSpaceBack(): boolean {
    return this.#call((writer) => writer.giveSpaceBack());
  }

  pin(seqs: readonly number[], pinned: boolean): void {
    this.#call((writer) => writer.pin(seqs, pinned));
  }

  markSeen(ranges: readonly SeenRange[], seen: boolean): void {
    this.#call((writer) => writer.markSeen(ranges, seen));
  }

  addFacts(facts: readonly CaseFact[]): void {
    this.#call((writer) => writer.addFacts(facts));
  }

  followerPosition(name: string, version: number): FollowerPosition {
    return this.#call((writer) => writer.followerPosition(name, version));
  }

  commitFollower(commit: FollowerCommit): boolean {
    return this.#call((writer) => writer.commitFollower(commit));
  }

  mend(): boolean {
    return this.#call(() => {
      const more = this.#mending?.piece() ?? false;
      if (!more) this.#mending = null;
      return more;
    });
  }

  /** @param detail as the check says it */
  replace(detail: string): void {
    if (mendIndex(this.#current.database, detail)) return;
    this.#giveUp();
    this.#writeMark();
  }

  /** One that is not over yet is told again. */
  acknowledgeIncident(): void {
    this.#call(() => {
      if (this.#mending === null) {
        keepLoss(this.#current.database, null);
        this.#incident = null;
      }
    });
    this.#onIncident(this.#incident);
  }

  /** @throws AppError where what was received could not be kept: the files are gone, and no others can be made */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#lookForFiles();
      while (this.#mending?.isUrgent === true && this.mend());
      this.#mending?.close();
      this.#current.writer.close();
      this.#mark.write({ ...this.#known, isClosed: true });
    } finally {
      this.#mark.close();
      this.#lock.release();
    }
  }

  /** Whatever a call meets, it is made again over a database that can be written. */
  #call<Answer>(work: (writer: StoreWriter) => Answer): Answer {
    this.#lookForFiles();
    try {
      const answer = work(this.#current.writer);
      this.#ballast.keep();
      return answer;
    } catch (cause) {
      if (isFull(cause) && this.#ballast.release()) return this.#callAgain(work);
      if (!isDamage(cause)) throw cause;
      return rebuildIndexes(this.#current.database) ? this.#callAgain(work) : this.#callAnew(work);
    }
  }

  #callAgain<Answer>(work: (writer: StoreWriter) => Answer): Answer {
    try {
      return work(this.#current.writer);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return this.#callAnew(work);
    }
  }

  #callAnew<Answer>(work: (writer: StoreWriter) => Answer): Answer {
    this.#giveUp();
    const answer = work(this.#current.writer);
    this.#writeMark();
    return answer;
  }

  /** Somebody may have deleted or moved the files: what is written to them then is written for nobody. */
  #lookForFiles(): void {
    if (this.#pending !== null) this.#goOn(this.#pending.givenUp, this.#pending.rows);
    const { events, lock } = this.#paths;
    if (fileAt(events) === this.#current.file && fileAt(lock) === this.#lock.file && this.#mark.isThere) return;
    createStoreDirectory(this.#paths);
    if (fileAt(lock) !== this.#lock.file) {
      const taken = acquireWriterLock(this.#paths);
      this.#lock.release();
      this.#lock = taken;
    }
    if (!this.#mark.isThere) {
      this.#mark.close();
      this.#mark = new StoreMark(this.#paths.mark);
    }
    // What the deleted file holds can still be read over the connection that has it open, and over no other.
    if (fileAt(events) !== this.#current.file)
      this.#goOn({ kind: 'vanished', movedTo: null }, [new RowsOfDatabase(this.#current.database)]);
    this.#writeMark();
  }

  #giveUp(): void {
    try {
      this.#current.database.close();
    } catch {
      // what it cannot fold in any more stays in its log, which is set aside with it
    }
    this.#pending = { givenUp: { kind: 'damaged', movedTo: null }, rows: [] };
    this.#goOn({ kind: 'damaged', movedTo: setAside(this.#paths.events, Date.now()) }, []);
  }

  /** The same store in another database; a session that lasts goes on there. */
  #goOn(givenUp: GivenUp, rows: readonly FindSource[]): void {
    this.#pending = { givenUp, rows };
    const left = this.#mending?.left;
    this.#current = this.#open(givenUp, [...rows, ...(left?.open ?? [])], left?.paths).current;
    this.#pending = null;
    if (this.#session !== null) this.#current.writer.continueSession(this.#session);
    if (this.#profile !== null) this.#current.writer.remember('profile', this.#profile);
  }

  /** What looked well may turn out to be damaged when it is read: then it is given up, too. */
  #open(
    givenUp: GivenUp | null,
    rows: readonly FindSource[] = [],
    paths: readonly string[] = [],
  ): { current: Current; startAfter: number } {
    const { events } = this.#paths;
    const mark = this.#known === UNKNOWN ? null : this.#known;
    const openOnce = (why: GivenUp | null) => {
      const opened = untilUnlocked(() => openStore(this.#paths, mark, Date.now(), why));
      return { current: this.#begin(opened, rows, paths), startAfter: opened.startAfter };
    };
    const open = (why: GivenUp | null) => {
      try {
        return openOnce(why);
      } catch (cause) {
        if (!isFull(cause) || !this.#ballast.release()) throw cause;
        return openOnce(why);
      }
    };
    try {
      return open(givenUp);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return open({ kind: 'damaged', movedTo: setAside(events, Date.now()) });
    }
  }

  #begin(opened: OpenedStore, rows: readonly FindSource[], paths: readonly string[]): Current {
    const { database, lineage, startAfter, loss } = opened;
    try {
      const writer = new StoreWriter(database, { source: this.#place.source, startAfter });
      writer.remember('name', this.#place.name);
      if (opened.isNew && loss !== null) this.#tellOfBlindness(writer);
      const kept = loss === null ? keptLoss(database) : lossOf(database, loss, paths, this.#incident);
      this.#mending?.close();
      this.#mending =
        kept?.incident.mending.kind === 'running'
          ? new Mending(
              database,
              writer,
              kept,
              (turn) => {
                keepLoss(database, turn);
                this.#turn(turn.incident);
              },
              rows,
            )
          : null;
      this.#known = { ...this.#known, lineage, newestSeq: writer.newestSeq, isClosed: false };
      if (loss === null || kept === null) this.#incident = kept?.incident ?? null;
      else this.#turn(kept.incident);
      return { database, writer, file: fileAt(this.#paths.events) };
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** In a new database nothing says that nobody has listened since the last event of the one before. */
  #tellOfBlindness(writer: StoreWriter): void {
    const { lastEventAt, isClosed } = this.#known;
    if (lastEventAt === null || this.#session !== null) return;
    const then = { at: lastEventAt, elapsed: 0 };
    writer.openGap(then, then, { reason: isClosed ? 'stopped' : 'crashed', detail: null });
    // How long it was is known by the wall clock alone: that moment is on the scale of elapsed time of another run.
    writer.resume();
  }

  #turn(incident: StoreIncident): void {
    this.#incident = incident;
    this.#onIncident(incident);
  }

  #note(storedEvents = this.#known.storedEvents): void {
    const { newestSeq, openSession } = this.#current.writer;
    this.#session = openSession;
    this.#known = {
      ...this.#known,
      newestSeq,
      storedEvents,
      lastEventAt: openSession?.lastEventAt ?? this.#known.lastEventAt,
    };
    this.#writeMark();
  }

  #writeMark(): void {
    this.#mark.write(this.#known);
  }
}
