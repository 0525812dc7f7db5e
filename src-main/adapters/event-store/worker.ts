/**
 * A thread of a store, as its writer or as one of its readers: SQLite blocks, and must block neither the stream nor each
 * other. The writer decodes as well, so that events cross the thread border as they were received.
 * An entry point: it runs when it is loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { EventReader, EventWriter, StorePlace } from '../../core/ports/event-store.ts';
import { answerCalls } from './answer-calls.ts';
import { openKeptWriter } from './kept-writer.ts';
import type { Callable, Local } from './remote.ts';
import type { StorePaths } from './store-directory.ts';
import { openStoreReader } from './store-reader.ts';

export type StoreWorkerData =
  | { readonly role: 'writer'; readonly paths: StorePaths; readonly place: StorePlace }
  | { readonly role: 'reader'; readonly paths: StorePaths };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: StoreWorkerData = workerData;
  answerCalls(parentPort, (tell) =>
    data.role === 'writer' ? openWriter(data.paths, data.place, tell) : openReader(data.paths),
  );
}

/** Told without being asked: what happened to the store. */
function openWriter(
  paths: StorePaths,
  place: StorePlace,
  tell: (value: unknown) => void,
): Local<EventWriter> & Callable {
  return openKeptWriter(paths, place, tell);
}

function openReader(paths: StorePaths): Local<EventReader> {
  return openStoreReader(paths.events);
}

main();
