/**
 * The writer of a store for as long as it is kept. Takes the lock, opens what is found, and goes on whatever happens to
 * the files: a database that turns out to be damaged, or was deleted, is replaced by one that continues it, and the call
 * that met it is made again. It lives in the writer's thread; every call is one transaction of `StoreWriter`.
 */
import type { Database } from 'better-sqlite3';
import type {
  AppendResult,
  EventWriter,
  ProjectionCommit,
  StoredProjection,
  StreamLoss as SessionLoss,
  ReceivedBatch,
  ResumedStore,
  RetentionLimits,
  StoreIdentity,
} from '../../core/ports/event-store.ts';
import type { Moment } from '../../core/ports/clock.ts';
import type { ActionEntry } from '../../../src-shared/domain/action.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { Ballast } from './ballast.ts';
import { DamagedTextRepair } from './damaged-text-repair.ts';
import { repairIndex, rebuildIndexes } from './index-repair.ts';
import { storeRepairJob, readRepairJob, createRepairJob, StoreRepair } from './store-repair.ts';
import { backupPathsOf, type ReplacedDatabase, type OpenedStore, openStore, retryWhileLocked } from './open-store.ts';
import type { SeenRange } from './seen-ranges.ts';
import { setAside } from './set-aside.ts';
import { createStoreDirectory, type StorePaths } from './store-directory.ts';
import { isDamage, isFull, storeError } from './store-error.ts';
import { type RecoverySource, DatabaseRowSource } from './recovery-sources.ts';
import { type Mark, StoreMark } from './store-mark.ts';
import { StoreWriter } from './store-writer.ts';
import type { OpenSession } from './write-statements.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';
import { fileIdAt } from '../files/file-stat.ts';

type Synchronous<Port> = {
  [Method in keyof Port]: Port[Method] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer
    : never;
};

/** The port's writer, answering at once. */
export type GuardedWriter = Synchronous<EventWriter> & { close(): void };

type OnIncident = (incident: StoreIncident | null) => void;

/**
 * A damaged or lost store is no reason not to open it: `onIncident` says so at each turn.
 * @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE
 */
export function openGuardedWriter(paths: StorePaths, place: StoreIdentity, onIncident: OnIncident): GuardedWriter {
  createStoreDirectory(paths);
  return new SqliteGuardedWriter(paths, place, onIncident);
}

/** Where there is no mark. */
const UNKNOWN_MARK: Mark = { lineage: '', newestSeq: 0, storedEvents: 0, lastEventAt: null, isClosed: true };

/** The database that is written now, with everything that goes by it. */
interface CurrentDatabase {
  readonly database: Database;
  readonly writer: StoreWriter;
  readonly fileId: string | null;
}

class SqliteGuardedWriter implements GuardedWriter {
  readonly #paths: StorePaths;
  #place: StoreIdentity;
  readonly #onIncident: OnIncident;
  readonly #uncleanEnd: boolean;
  readonly #ballast: Ballast;
  #lock: WriterLock;
  #mark: StoreMark;
  #knownMark: Mark;
  #current: CurrentDatabase;
  /** A database that was given up, while no other could be opened yet. */
  #pendingReplacement: { readonly givenUp: ReplacedDatabase; readonly rows: readonly RecoverySource[] } | null = null;
  #session: OpenSession | null = null;
  #repair: StoreRepair | null = null;
  #incident: StoreIncident | null = null;
  #profile: string | null = null;
  readonly #damagedTexts = new DamagedTextRepair();
  #isClosed = false;

  constructor(paths: StorePaths, place: StoreIdentity, onIncident: OnIncident) {
    this.#paths = paths;
    this.#place = place;
    this.#onIncident = onIncident;
    this.#ballast = new Ballast(paths.ballast);
    this.#lock = acquireWriterLock(paths);
    this.#mark = new StoreMark(paths.mark);
    try {
      const { found } = this.#mark;
      this.#knownMark = found ?? UNKNOWN_MARK;
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

  resume(): ResumedStore {
    const resumed = this.#call((writer) => writer.resume());
    this.#updateMark(resumed.extent.storedEvents);
    const lastEventAt = resumed.lastEventAt ?? this.#knownMark.lastEventAt;
    return { ...resumed, lastEventAt, hadUncleanShutdown: this.#uncleanEnd, incident: this.#incident };
  }

  append(batch: ReceivedBatch): AppendResult {
    const appended = this.#call((writer) => writer.append(batch));
    this.#updateMark(appended.extent.storedEvents);
    return appended;
  }

  moveCursor(lastEventId: string): void {
    this.#call((writer) => writer.moveCursor(lastEventId));
  }

  endSession(sessionId: number, loss: SessionLoss, from?: Moment): void {
    this.#call((writer) => writer.endSession(sessionId, loss, from));
    this.#updateMark();
  }

  openGap(from: Moment, at: Moment, loss: SessionLoss): boolean {
    return this.#call((writer) => writer.openGap(from, at, loss));
  }

  rememberProfile(name: string, json: string): void {
    this.#place = { ...this.#place, name };
    this.#profile = json;
    this.#call((writer) => {
      writer.writeLabel('name', name);
      writer.writeLabel('profile', json);
    });
  }

  redecode(): boolean {
    return this.#call((writer) => writer.redecode());
  }

  rederive(first: number, last: number): number | null {
    return this.#call((writer) => writer.rederive(first, last));
  }

  repairTexts(first: number, last: number): void {
    const copies = () => backupPathsOf(this.#paths, this.#knownMark.lineage);
    const span = [first, last] as const;
    const incident = this.#call((writer) => this.#damagedTexts.repair(writer, copies, span, this.#incident));
    if (incident === null) return;
    storeRepairJob(this.#current.database, { incident, sources: [], expected: null, upTo: 0, before: 0 });
    this.#reportIncident(incident);
  }

  removeExpired(limits: RetentionLimits): boolean {
    const more = this.#call((writer) => writer.removeExpired(limits));
    this.#updateMark(this.#current.writer.storedEvents); // what was removed is not missing, should the database be lost
    return more;
  }

  vacuum(): boolean {
    return this.#call((writer) => writer.vacuum());
  }

  pin(seqs: readonly number[], pinned: boolean): void {
    this.#call((writer) => writer.pin(seqs, pinned));
  }

  markSeen(ranges: readonly SeenRange[], seen: boolean): void {
    this.#call((writer) => writer.markSeen(ranges, seen));
  }

  addActions(actions: readonly ActionEntry[]): void {
    this.#call((writer) => writer.addActions(actions));
  }

  loadProjection(name: string, version: number): StoredProjection {
    return this.#call((writer) => writer.loadProjection(name, version));
  }

  commitProjection(commit: ProjectionCommit): boolean {
    return this.#call((writer) => writer.commitProjection(commit));
  }

  repair(): boolean {
    return this.#call(() => {
      const more = this.#repair?.repairBatch() ?? false;
      if (!more) this.#repair = null;
      return more;
    });
  }

  /** @param detail as the check says it */
  replace(detail: string): void {
    if (repairIndex(this.#current.database, detail)) return;
    this.#replaceDamaged();
    this.#writeMark();
  }

  /** One that is not over yet is told again. */
  acknowledgeIncident(): void {
    this.#call(() => {
      if (this.#repair === null) {
        storeRepairJob(this.#current.database, null);
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
      this.#checkFiles();
      while (this.#repair?.hasVolatileSources === true && this.repair());
      this.#repair?.close();
      this.#current.writer.close();
      this.#mark.write({ ...this.#knownMark, isClosed: true });
    } finally {
      this.#mark.close();
      this.#lock.release();
    }
  }

  /** Whatever a call meets, it is made again over a database that can be written. */
  #call<Answer>(work: (writer: StoreWriter) => Answer): Answer {
    this.#checkFiles();
    try {
      const answer = work(this.#current.writer);
      this.#ballast.grow();
      return answer;
    } catch (cause) {
      if (isFull(cause) && this.#ballast.release()) return this.#retryCall(work);
      if (!isDamage(cause)) throw cause;
      return rebuildIndexes(this.#current.database) ? this.#retryCall(work) : this.#callAfterReplacement(work);
    }
  }

  #retryCall<Answer>(work: (writer: StoreWriter) => Answer): Answer {
    try {
      return work(this.#current.writer);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return this.#callAfterReplacement(work);
    }
  }

  #callAfterReplacement<Answer>(work: (writer: StoreWriter) => Answer): Answer {
    this.#replaceDamaged();
    const answer = work(this.#current.writer);
    this.#writeMark();
    return answer;
  }

  /** Somebody may have deleted or moved the files: what is written to them then is written for nobody. */
  #checkFiles(): void {
    if (this.#pendingReplacement !== null)
      this.#continueInNewDatabase(this.#pendingReplacement.givenUp, this.#pendingReplacement.rows);
    const { events, lock } = this.#paths;
    if (fileIdAt(events) === this.#current.fileId && fileIdAt(lock) === this.#lock.fileId && this.#mark.isCurrentFile)
      return;
    createStoreDirectory(this.#paths);
    if (fileIdAt(lock) !== this.#lock.fileId) {
      const taken = acquireWriterLock(this.#paths);
      this.#lock.release();
      this.#lock = taken;
    }
    if (!this.#mark.isCurrentFile) {
      this.#mark.close();
      this.#mark = new StoreMark(this.#paths.mark);
    }
    // What the deleted file holds can still be read over the connection that has it open, and over no other.
    if (fileIdAt(events) !== this.#current.fileId)
      this.#continueInNewDatabase({ kind: 'vanished', movedTo: null }, [new DatabaseRowSource(this.#current.database)]);
    this.#writeMark();
  }

  #replaceDamaged(): void {
    try {
      this.#current.database.close();
    } catch {
      // what it cannot fold in any more stays in its log, which is set aside with it
    }
    this.#pendingReplacement = { givenUp: { kind: 'damaged', movedTo: null }, rows: [] };
    this.#continueInNewDatabase({ kind: 'damaged', movedTo: setAside(this.#paths.events, Date.now()) }, []);
  }

  /** The same store in another database; a session that lasts goes on there. */
  #continueInNewDatabase(givenUp: ReplacedDatabase, rows: readonly RecoverySource[]): void {
    this.#pendingReplacement = { givenUp, rows };
    const left = this.#repair?.unfinishedSources;
    this.#current = this.#open(givenUp, [...rows, ...(left?.open ?? [])], left?.paths).current;
    this.#pendingReplacement = null;
    if (this.#session !== null) this.#current.writer.continueSession(this.#session);
    if (this.#profile !== null) this.#current.writer.writeLabel('profile', this.#profile);
  }

  /** What looked well may turn out to be damaged when it is read: then it is given up, too. */
  #open(
    givenUp: ReplacedDatabase | null,
    rows: readonly RecoverySource[] = [],
    paths: readonly string[] = [],
  ): { current: CurrentDatabase; startAfter: number } {
    const { events } = this.#paths;
    const mark = this.#knownMark === UNKNOWN_MARK ? null : this.#knownMark;
    const openOnce = (why: ReplacedDatabase | null) => {
      const opened = retryWhileLocked(() => openStore(this.#paths, mark, Date.now(), why));
      return { current: this.#startWriter(opened, rows, paths), startAfter: opened.startAfter };
    };
    const open = (why: ReplacedDatabase | null) => {
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

  #startWriter(opened: OpenedStore, rows: readonly RecoverySource[], paths: readonly string[]): CurrentDatabase {
    const { database, lineage, startAfter, repairJob } = opened;
    try {
      const writer = new StoreWriter(database, { source: this.#place.source, startAfter });
      writer.writeLabel('name', this.#place.name);
      if (opened.isNew && repairJob !== null) this.#insertMissedGap(writer);
      const kept =
        repairJob === null ? readRepairJob(database) : createRepairJob(database, repairJob, paths, this.#incident);
      this.#repair?.close();
      this.#repair =
        kept?.incident.mending.kind === 'running'
          ? new StoreRepair(
              database,
              writer,
              kept,
              (turn) => {
                storeRepairJob(database, turn);
                this.#reportIncident(turn.incident);
              },
              rows,
            )
          : null;
      this.#knownMark = { ...this.#knownMark, lineage, newestSeq: writer.newestSeq, isClosed: false };
      if (repairJob === null || kept === null) this.#incident = kept?.incident ?? null;
      else this.#reportIncident(kept.incident);
      return { database, writer, fileId: fileIdAt(this.#paths.events) };
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** In a new database nothing says that nobody has listened since the last event of the one before. */
  #insertMissedGap(writer: StoreWriter): void {
    const { lastEventAt, isClosed } = this.#knownMark;
    if (lastEventAt === null || this.#session !== null) return;
    const then = { at: lastEventAt, elapsed: 0 };
    writer.openGap(then, then, { reason: isClosed ? 'stopped' : 'crashed', detail: null });
    // How long it was is known by the wall clock alone: that moment is on the scale of elapsed time of another run.
    writer.resume();
  }

  #reportIncident(incident: StoreIncident): void {
    this.#incident = incident;
    this.#onIncident(incident);
  }

  #updateMark(storedEvents = this.#knownMark.storedEvents): void {
    const { newestSeq, openSession } = this.#current.writer;
    this.#session = openSession;
    this.#knownMark = {
      ...this.#knownMark,
      newestSeq,
      storedEvents,
      lastEventAt: openSession?.lastEventAt ?? this.#knownMark.lastEventAt,
    };
    this.#writeMark();
  }

  #writeMark(): void {
    this.#mark.write(this.#knownMark);
  }
}
