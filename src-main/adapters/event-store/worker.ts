/**
 * A thread of a store, as its writer, as one of its readers, to copy it or to index it: SQLite blocks, and must block neither the stream nor each
 * other. The writer decodes as well, so that events cross the thread border as they were received.
 * An entry point: it runs when it is loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { EventReader, EventWriter, StorePlace } from '../../core/ports/event-store.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { openKeptWriter } from './kept-writer.ts';
import type { Callable, Local } from '../threads/remote.ts';
import { SearchIndexer } from './search-indexer.ts';
import type { StorePaths } from './store-directory.ts';
import { copiesOf } from './store-copies.ts';
import { openStoreReader } from './store-reader.ts';

export type StoreWorkerData =
  | { readonly role: 'writer'; readonly paths: StorePaths; readonly place: StorePlace }
  | { readonly role: 'reader' | 'copier' | 'indexer'; readonly paths: StorePaths };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: StoreWorkerData = workerData;
  answerCalls(parentPort, (tell) => open(data, tell));
}

function open(data: StoreWorkerData, tell: (value: unknown) => void): Callable {
  switch (data.role) {
    case 'writer':
      return openWriter(data.paths, data.place, tell);
    case 'reader':
      return openReader(data.paths);
    case 'copier':
      return copiesOf(data.paths, tell);
    case 'indexer':
      return new SearchIndexer(data.paths.events);
    default:
      return assertNever(data);
  }
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
