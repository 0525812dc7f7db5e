/** What can be asked of a store's writer and of its reader, in whichever thread they live. */
import { appError } from '../../../src-shared/api/errors.ts';
import type { FollowerCommit, Loss, ReceivedBatch, SliceQuery, StorePlace } from '../../core/ports/event-store.ts';
import type { Moment } from '../../core/ports/clock.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import type { StorePaths } from './store-directory.ts';
import { openStoreReader, type StoreReader } from './store-reader.ts';
import { openStoreWriter, type StoreWriter } from './store-writer.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

export type WriterMethods = ReturnType<typeof writerMethods>;
export type ReaderMethods = ReturnType<typeof readerMethods>;

export function writerMethods(paths: StorePaths, { name, source }: StorePlace) {
  let lock: WriterLock | undefined;
  let open: StoreWriter | undefined;
  const writer = () => {
    if (open === undefined) throw appError('STORE_LOST', {});
    return open;
  };
  return {
    /** @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_FOREIGN, STORE_DAMAGED, STORE_UNWRITABLE */
    open() {
      lock = acquireWriterLock(paths);
      open = openStoreWriter(paths.events, { source });
      open.remember('name', name);
    },
    resume: () => writer().resume(),
    append: (batch: ReceivedBatch) => writer().append(batch),
    moveCursor: (lastEventId: string) => writer().moveCursor(lastEventId),
    endSession: (sessionId: number, loss: Loss) => writer().endSession(sessionId, loss),
    openGap: (from: Moment, at: Moment, loss: Loss) => writer().openGap(from, at, loss),
    rememberProfile: (json: string) => writer().remember('profile', json),
    redecode: (limit: number) => writer().redecode(limit),
    followerPosition: (follower: string, version: number) => writer().followerPosition(follower, version),
    commitFollower: (commit: FollowerCommit) => writer().commitFollower(commit),
    close() {
      try {
        open?.close();
      } finally {
        open = undefined;
        lock?.release();
        lock = undefined;
      }
    },
  };
}

export function readerMethods(paths: StorePaths) {
  let open: StoreReader | undefined;
  const reader = () => {
    if (open === undefined) throw appError('STORE_LOST', {});
    return open;
  };
  return {
    open() {
      open = openStoreReader(paths.events);
    },
    extent: () => reader().extent(),
    slice: (query: SliceQuery) => reader().slice(query),
    count: (query: { filter: Filter; after: number; to: number }) => reader().count(query),
    event: (seq: number) => reader().event(seq),
    coverage: (span: { from: number; to: number }) => reader().coverage(span),
    close() {
      open?.close();
      open = undefined;
    },
  };
}
