/**
 * The writer of a store for as long as it is kept: takes the lock, opens the database, and goes on whatever happens to
 * its files. It lives in the writer's thread; every call is one transaction of `StoreWriter`.
 */
import type {
  Appended,
  EventWriter,
  FollowerCommit,
  FollowerPosition,
  Loss,
  ReceivedBatch,
  Resumed,
  RetentionLimits,
  StorePlace,
} from '../../core/ports/event-store.ts';
import type { Moment } from '../../core/ports/clock.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { openForWriting } from './open-database.ts';
import { createStoreDirectory, type StorePaths } from './store-directory.ts';
import { StoreWriter } from './store-writer.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

type Answered<Port> = {
  [Method in keyof Port]: Port[Method] extends (...args: infer Args) => Promise<infer Answer>
    ? (...args: Args) => Answer
    : never;
};

/** The port's writer, answering at once. */
export type KeptWriter = Answered<EventWriter> & { close(): void };

/** @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE */
export function openKeptWriter(
  paths: StorePaths,
  place: StorePlace,
  onIncident: (incident: StoreIncident | null) => void,
): KeptWriter {
  createStoreDirectory(paths);
  const lock = acquireWriterLock(paths);
  try {
    return new Keeper(paths, place, onIncident, lock);
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

class Keeper implements KeptWriter {
  readonly #onIncident: (incident: StoreIncident | null) => void;
  readonly #lock: WriterLock;
  readonly #writer: StoreWriter;

  constructor(
    paths: StorePaths,
    { name, source }: StorePlace,
    onIncident: (incident: StoreIncident | null) => void,
    lock: WriterLock,
  ) {
    this.#onIncident = onIncident;
    this.#lock = lock;
    const database = openForWriting(paths.events);
    this.#writer = new StoreWriter(database, { source });
    this.#writer.remember('name', name);
  }

  resume(): Resumed {
    return this.#writer.resume();
  }

  append(batch: ReceivedBatch): Appended {
    return this.#writer.append(batch);
  }

  moveCursor(lastEventId: string): void {
    this.#writer.moveCursor(lastEventId);
  }

  endSession(sessionId: number, loss: Loss): void {
    this.#writer.endSession(sessionId, loss);
  }

  openGap(from: Moment, at: Moment, loss: Loss): boolean {
    return this.#writer.openGap(from, at, loss);
  }

  rememberProfile(json: string): void {
    this.#writer.remember('profile', json);
  }

  redecode(): boolean {
    return this.#writer.redecode();
  }

  rederive(first: number, last: number): void {
    this.#writer.rederive(first, last);
  }

  tidy(limits: RetentionLimits): boolean {
    return this.#writer.tidy(limits);
  }

  giveSpaceBack(): boolean {
    return this.#writer.giveSpaceBack();
  }

  pin(seqs: readonly number[], pinned: boolean): void {
    this.#writer.pin(seqs, pinned);
  }

  mend(): boolean {
    return false;
  }

  replace(_detail: string): void {
    throw new Error('Not yet.');
  }

  acknowledgeIncident(): void {
    this.#onIncident(null);
  }

  followerPosition(name: string, version: number): FollowerPosition {
    return this.#writer.followerPosition(name, version);
  }

  commitFollower(commit: FollowerCommit): boolean {
    return this.#writer.commitFollower(commit);
  }

  close(): void {
    try {
      this.#writer.close();
    } finally {
      this.#lock.release();
    }
  }
}
