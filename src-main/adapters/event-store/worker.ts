/**
 * The worker thread of a store, as writer or as reader: SQLite blocks, and must block neither the stream nor each
 * other. The writer decodes as well, so that events cross the thread border as they were received.
 * An entry point: it runs when it is loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Loss, ReceivedBatch } from '../../core/ports/event-store.ts';
import { openStoreReader, type StoreReader } from './store-reader.ts';
import type { StorePaths } from './store-directory.ts';
import { answerCalls } from './worker-calls.ts';
import { openStoreWriter, type StoreWriter } from './store-writer.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

export type StoreWorkerData =
  | { readonly role: 'writer'; readonly paths: StorePaths; readonly name: string }
  | { readonly role: 'reader'; readonly paths: StorePaths };

export type WriterMethods = ReturnType<typeof writerMethods>;
export type ReaderMethods = ReturnType<typeof readerMethods>;

function writerMethods(paths: StorePaths, name: string) {
  let lock: WriterLock | undefined;
  let open: StoreWriter | undefined;
  const writer = () => {
    if (open === undefined) throw new Error('The store is not open.');
    return open;
  };
  return {
    /** @throws AppError STORE_IN_USE, STORE_TOO_NEW, STORE_DAMAGED, STORE_UNWRITABLE */
    open() {
      lock = acquireWriterLock(paths.lock);
      open = openStoreWriter(paths.events);
      open.remember('name', name);
    },
    append: (batch: ReceivedBatch) => writer().append(batch),
    resume: () => writer().resume(),
    endSession: (sessionId: number, loss: Loss) => writer().endSession(sessionId, loss),
    openGap: (from: number, at: number, loss: Loss) => writer().openGap(from, at, loss),
    rememberProfile: (json: string) => writer().remember('profile', json),
    close() {
      try {
        open?.close();
      } finally {
        lock?.release();
      }
    },
  };
}

function readerMethods(paths: StorePaths) {
  let open: StoreReader | undefined;
  const reader = () => {
    if (open === undefined) throw new Error('The store is not open.');
    return open;
  };
  return {
    open() {
      open = openStoreReader(paths.events);
    },
    page: (query: { before?: number | undefined; limit: number }) => reader().page(query),
    after: (query: { after: number; limit: number }) => reader().after(query),
    event: (seq: number) => reader().event(seq),
    coverage: (span: { from: number; to: number }) => reader().coverage(span),
    close: () => open?.close(),
  };
}

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: StoreWorkerData = workerData;
  answerCalls(parentPort, data.role === 'writer' ? writerMethods(data.paths, data.name) : readerMethods(data.paths));
}

main();
