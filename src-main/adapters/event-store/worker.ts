/**
 * Runs a thread of a store as its writer, reader, copier or indexer: SQLite blocks, and must block neither the stream
 * nor the other threads. The writer also decodes, so that events cross the thread border as they were received. Entry
 * point: runs when it is loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { EventReader, EventWriter, StoreIdentity } from '../../core/ports/event-store.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { serveCalls } from '../threads/call-server.ts';
import { openGuardedWriter } from './guarded-writer.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { SearchIndexer } from './search-indexer.ts';
import type { StorePaths } from './store-directory.ts';
import { createBackupService } from './backup-service.ts';
import { openStoreReader } from './store-reader.ts';

export type StoreWorkerData =
  | { readonly role: 'writer'; readonly paths: StorePaths; readonly place: StoreIdentity }
  | { readonly role: 'reader' | 'copier' | 'indexer'; readonly paths: StorePaths };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: StoreWorkerData = workerData;
  serveCalls(parentPort, (tell) => open(data, tell));
}

function open(data: StoreWorkerData, tell: (value: unknown) => void): CallTarget {
  switch (data.role) {
    case 'writer':
      return openWriter(data.paths, data.place, tell);
    case 'reader':
      return openReader(data.paths);
    case 'copier':
      return createBackupService(data.paths, tell);
    case 'indexer':
      return new SearchIndexer(data.paths.events);
    default:
      return assertNever(data);
  }
}

/** Reports incidents without being called. */
function openWriter(
  paths: StorePaths,
  place: StoreIdentity,
  tell: (value: unknown) => void,
): Synchronous<EventWriter> & CallTarget {
  return openGuardedWriter(paths, place, tell);
}

function openReader(paths: StorePaths): Synchronous<EventReader> {
  return openStoreReader(paths.events);
}

main();
