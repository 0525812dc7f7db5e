/**
 * Writes a store, whatever happens to its files: replaces a damaged or deleted database with one that continues it, and
 * repeats the call. Every call is one transaction of `StoreWriter`.
 */
import type { Database } from 'better-sqlite3';
import type {
  AppendResult,
  EventWriter,
  StreamLoss as SessionLoss,
  ReceivedBatch,
  ResumedStore,
  RetentionLimits,
  StoreIdentity,
} from '../../../core/ports/event-store.ts';
import type { Moment } from '../../../core/ports/clock.ts';
import type { Followed, LogApplied, LogBatch, Membership, TeamStore } from '../../../core/ports/team-store.ts';
import type { StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import { type Ballast, createBallast } from './damage/ballast.ts';
import { DamagedTextRepair } from './damage/damaged-text-repair.ts';
import { repairIndex, rebuildIndexes } from './damage/index-repair.ts';
import {
  storeRepairJob,
  readRepairJob,
  createRepairJob,
  type StoreRepair,
  createStoreRepair,
} from './damage/store-repair.ts';
import {
  backupPathsOf,
  type ReplacedDatabase,
  type OpenedStore,
  openReplacingDamage,
  openStore,
  retryWhileLocked,
} from './damage/open-store.ts';
import { setAside } from './damage/set-aside.ts';
import { createStoreDirectory } from './files/store-directory.ts';
import type { StorePaths } from '../store-paths.ts';
import { isDamage, isFull, storeError } from './store-error.ts';
import { type RecoverySource, DatabaseRowSource } from './damage/recovery-sources.ts';
import { EMPTY_MARK, type Mark, type StoreMark, createStoreMark } from './files/store-mark.ts';
import { type StoreWriter, createStoreWriter } from './store-writer.ts';
import type { OpenSession } from './rows/write-statements.ts';
import { acquireWriterLock, type WriterLock } from './files/writer-lock.ts';
import { fileIdAt } from '../../files/file-stat.ts';
import { callMethod, type Synchronous } from '../threads/remote.ts';

export type GuardedWriter = Synchronous<EventWriter & TeamStore> & { close(): void };

type OnIncident = (incident: StoreIncident | null) => void;

/** Opens also a damaged or lost store. @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE */
export function openGuardedWriter(paths: StorePaths, identity: StoreIdentity, onIncident: OnIncident): GuardedWriter {
  createStoreDirectory(paths);
  const guard = new StoreGuard(paths, identity, onIncident);
  const writer = new Proxy(guard, {
    get:
      (own, method) =>
      (...args: unknown[]) =>
        method in own
          ? callMethod(own, String(method), args)
          : own.call((current) => callMethod(current, String(method), args)),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler checks the current writer for the rest
  return writer as unknown as GuardedWriter;
}

type PassedOn = Omit<Synchronous<EventWriter & TeamStore>, keyof StoreGuard>;

interface CurrentDatabase {
  readonly database: Database;
  readonly writer: StoreWriter;
  readonly fileId: string | null;
}

class StoreGuard implements Partial<GuardedWriter> {
  readonly #paths: StorePaths;
  #identity: StoreIdentity;
  readonly #onIncident: OnIncident;
  readonly #uncleanEnd: boolean;
  #hasResumed = false;
  readonly #ballast: Ballast;
  #lock: WriterLock;
  #mark: StoreMark;
  #knownMark: Mark;
  #current: CurrentDatabase;
  #pendingReplacement: { readonly givenUp: ReplacedDatabase; readonly rows: readonly RecoverySource[] } | null = null;
  #session: OpenSession | null = null;
  #repair: StoreRepair | null = null;
  #incident: StoreIncident | null = null;
  #profile: string | null = null;
  #membership: Membership | null = null;
  readonly #damagedTexts = new DamagedTextRepair();
  #isClosed = false;

  constructor(paths: StorePaths, identity: StoreIdentity, onIncident: OnIncident) {
    this.#paths = paths;
    this.#identity = identity;
    this.#onIncident = onIncident;
    this.#ballast = createBallast(paths.ballast);
    this.#lock = acquireWriterLock(paths);
    this.#mark = createStoreMark(paths.mark);
    try {
      const { found } = this.#mark;
      this.#knownMark = found ?? EMPTY_MARK;
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
    this.#hasResumed = true;
    const resumed = this.call((writer) => writer.resume());
    this.#updateMark(resumed.extent.storedEvents);
    const lastEventAt = resumed.lastEventAt ?? this.#knownMark.lastEventAt;
    return { ...resumed, lastEventAt, hadUncleanShutdown: this.#uncleanEnd, incident: this.#incident };
  }

  append(batch: ReceivedBatch): AppendResult {
    const appended = this.call((writer) => writer.append(batch));
    this.#updateMark(appended.extent.storedEvents);
    return appended;
  }

  follow(membership: Membership): Followed {
    const followed = this.call((writer) => writer.follow(membership));
    if (followed.kind === 'follows') {
      this.#membership = membership;
      this.#knownMark = { ...this.#knownMark, lineage: membership.lineage };
      this.#updateMark();
    }
    return followed;
  }

  applyLog(batch: LogBatch): LogApplied {
    const applied = this.call((writer) => writer.applyLog(batch));
    this.#updateMark(applied.extent.storedEvents);
    return applied;
  }

  replaceTail(): number {
    const withdrawn = this.call((writer) => writer.replaceTail());
    this.#updateMark(this.#current.writer.storedEvents);
    return withdrawn;
  }

  endSession(sessionId: number, loss: SessionLoss, from?: Moment): void {
    this.call((writer) => writer.endSession(sessionId, loss, from));
    this.#updateMark();
  }

  rememberProfile(name: string, json: string): void {
    this.#identity = { ...this.#identity, name };
    this.#profile = json;
    this.call((writer) => {
      writer.writeLabel('name', name);
      writer.writeLabel('profile', json);
    });
  }

  repairTexts(first: number, last: number): void {
    const copies = () => backupPathsOf(this.#paths, this.#knownMark.lineage);
    const span = [first, last] as const;
    const incident = this.call((writer) => this.#damagedTexts.repair(writer, copies, span, this.#incident));
    if (incident === null) return;
    storeRepairJob(this.#current.database, { incident, sources: [], expected: null, upTo: 0, before: 0 });
    this.#reportIncident(incident);
  }

  removeExpired(limits: RetentionLimits): boolean {
    const more = this.call((writer) => writer.removeExpired(limits));
    this.#updateMark(this.#current.writer.storedEvents); // removed events must not count as missing if the database is lost
    return more;
  }

  repair(): boolean {
    return this.call(() => {
      const more = this.#repair?.repairBatch() ?? false;
      if (!more) this.#repair = null;
      return more;
    });
  }

  /** @param detail message of the check */
  replace(detail: string): void {
    if (repairIndex(this.#current.database, detail)) return;
    this.#replaceDamaged();
    this.#writeMark();
  }

  acknowledgeIncident(): void {
    this.call(() => {
      if (this.#repair === null) {
        storeRepairJob(this.#current.database, null);
        this.#incident = null;
      }
    });
    this.#onIncident(this.#incident);
  }

  /** @throws AppError if received data could not be stored: the files are gone, and no others can be created */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#checkFiles();
      while (this.#repair?.hasVolatileSources === true && this.repair());
      this.#repair?.close();
      this.#current.writer.close();
      // A process that only added actions leaves an unclean end to the next one that watches, which checks the store.
      this.#mark.write({ ...this.#knownMark, isClosed: this.#hasResumed || !this.#uncleanEnd });
    } finally {
      this.#mark.close();
      this.#lock.release();
    }
  }

  call<Answer>(work: (writer: StoreWriter & PassedOn) => Answer): Answer {
    this.#checkFiles();
    try {
      const result = work(this.#current.writer);
      this.#ballast.grow();
      return result;
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
    const result = work(this.#current.writer);
    this.#writeMark();
    return result;
  }

  /** Replaces files that were deleted or moved, because data written to them would be lost. */
  #checkFiles(): void {
    if (this.#pendingReplacement !== null)
      this.#continueInNewDatabase(this.#pendingReplacement.givenUp, this.#pendingReplacement.rows);
    const { events, lock } = this.#paths;
    if (fileIdAt(events) === this.#current.fileId && fileIdAt(lock) === this.#lock.fileId && this.#mark.isCurrentFile)
      return;
    createStoreDirectory(this.#paths);
    if (fileIdAt(lock) !== this.#lock.fileId) {
      const acquired = acquireWriterLock(this.#paths);
      this.#lock.release();
      this.#lock = acquired;
    }
    if (!this.#mark.isCurrentFile) {
      this.#mark.close();
      this.#mark = createStoreMark(this.#paths.mark);
    }
    // A deleted file can be read only over the connection that has it open.
    if (fileIdAt(events) !== this.#current.fileId)
      this.#continueInNewDatabase({ kind: 'vanished', movedTo: null }, [new DatabaseRowSource(this.#current.database)]);
    this.#writeMark();
  }

  #replaceDamaged(): void {
    try {
      this.#current.database.close();
    } catch {
      // anything not checkpointed stays in the log, which is set aside with it
    }
    this.#pendingReplacement = { givenUp: { kind: 'damaged', movedTo: null }, rows: [] };
    this.#continueInNewDatabase({ kind: 'damaged', movedTo: setAside(this.#paths.events, Date.now()) }, []);
  }

  #continueInNewDatabase(givenUp: ReplacedDatabase, rows: readonly RecoverySource[]): void {
    this.#pendingReplacement = { givenUp, rows };
    const left = this.#repair?.unfinishedSources;
    this.#current = this.#open(givenUp, [...rows, ...(left?.open ?? [])], left?.paths).current;
    this.#pendingReplacement = null;
    if (this.#session !== null) this.#current.writer.continueSession(this.#session);
    // From the start of the log: it has what cannot be recovered.
    if (this.#membership !== null) this.#current.writer.follow(this.#membership);
    if (this.#profile !== null) this.#current.writer.writeLabel('profile', this.#profile);
  }

  /** Opens the database. If damage shows only when it is read, replaces it as well. */
  #open(
    givenUp: ReplacedDatabase | null,
    rows: readonly RecoverySource[] = [],
    paths: readonly string[] = [],
  ): { current: CurrentDatabase; startAfter: number } {
    const mark = this.#knownMark === EMPTY_MARK ? null : this.#knownMark;
    const openOnce = (why: ReplacedDatabase | null) => {
      const opened = retryWhileLocked(() => openStore(this.#paths, mark, Date.now(), why));
      return { current: this.#startWriter(opened, rows, paths), startAfter: opened.startAfter };
    };
    return openReplacingDamage(this.#paths, givenUp, (why) => {
      try {
        return openOnce(why);
      } catch (cause) {
        if (!isFull(cause) || !this.#ballast.release()) throw cause;
        return openOnce(why);
      }
    });
  }

  #startWriter(opened: OpenedStore, rows: readonly RecoverySource[], paths: readonly string[]): CurrentDatabase {
    const { database, lineage, startAfter, repairJob } = opened;
    try {
      const writer = createStoreWriter(database, { source: this.#identity.source, startAfter });
      writer.writeLabel('name', this.#identity.name);
      if (opened.isNew && repairJob !== null) this.#insertMissedGap(writer);
      const repairState =
        repairJob === null ? readRepairJob(database) : createRepairJob(database, repairJob, paths, this.#incident);
      this.#repair?.close();
      this.#repair =
        repairState?.incident.mending.kind === 'running'
          ? createStoreRepair(
              database,
              writer,
              repairState,
              (turn) => {
                storeRepairJob(database, turn);
                this.#reportIncident(turn.incident);
              },
              rows,
            )
          : null;
      this.#knownMark = { ...this.#knownMark, lineage, newestSeq: writer.newestSeq, isClosed: false };
      if (repairJob === null || repairState === null) this.#incident = repairState?.incident ?? null;
      else this.#reportIncident(repairState.incident);
      return { database, writer, fileId: fileIdAt(this.#paths.events) };
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** Opens a gap since the last event of the old database, because the new one does not know of it. */
  #insertMissedGap(writer: StoreWriter): void {
    const { lastEventAt, isClosed } = this.#knownMark;
    if (lastEventAt === null || this.#session !== null) return;
    const then = { at: lastEventAt, elapsed: 0 };
    writer.openGap(then, then, { reason: isClosed ? 'stopped' : 'crashed', detail: null });
    // The gap's time belongs to another run, so only the wall clock can measure it. `resume` clears its elapsed time.
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
