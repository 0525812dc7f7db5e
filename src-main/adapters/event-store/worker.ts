/**
 * The worker thread of a store, as writer or as reader: SQLite blocks, and must block neither the stream nor each
 * other. The writer decodes as well, so that events cross the thread border as they were received.
 * An entry point: it runs when it is loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { StorePlace } from '../../core/ports/event-store.ts';
import type { StorePaths } from './store-directory.ts';
import { readerMethods, writerMethods } from './store-methods.ts';
import { answerCalls } from './worker-calls.ts';

export type StoreWorkerData =
  | { readonly role: 'writer'; readonly paths: StorePaths; readonly place: StorePlace }
  | { readonly role: 'reader'; readonly paths: StorePaths };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: StoreWorkerData = workerData;
  answerCalls(parentPort, data.role === 'writer' ? writerMethods(data.paths, data.place) : readerMethods(data.paths));
}

main();
