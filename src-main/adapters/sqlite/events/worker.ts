/**
 * Runs a thread of a store as its writer, reader, copier or indexer: SQLite blocks, and must block neither the stream
 * nor the other threads. The writer also decodes, so that events cross the thread border as they were received. Entry
 * point: runs when it is loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { EventReader, EventWriter, StoreIdentity } from '../../../core/ports/event-store.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { serveCalls } from '../threads/call-server.ts';
import { openGuardedWriter } from './guarded-writer.ts';
import type { CallTarget, Synchronous } from '../threads/remote.ts';
import { SearchIndexer } from './search/search-indexer.ts';
import type { StorePaths } from './files/store-directory.ts';
import { createBackupService } from './files/backup-service.ts';
import { openStoreReader } from './store-reader.ts';

export type StoreWorkerData =
  | { readonly role: 'writer'; readonly paths: StorePaths; readonly identity: StoreIdentity }
  | { readonly role: 'reader' | 'copier' | 'indexer'; readonly paths: StorePaths };

function main(): void {
  if (parentPort === null) throw new Error('This file is the entry point of a worker thread.');
  const data: StoreWorkerData = workerData;
  serveCalls(parentPort, (emit) => open(data, emit));
}

function open(data: StoreWorkerData, emit: (value: unknown) => void): CallTarget {
  switch (data.role) {
    case 'writer':
      return openWriter(data.paths, data.identity, emit);
    case 'reader':
      return openReader(data.paths);
    case 'copier':
      return createBackupService(data.paths, emit);
    case 'indexer':
      return new SearchIndexer(data.paths.events);
    default:
      return assertNever(data);
  }
}

function openWriter(
  paths: StorePaths,
  identity: StoreIdentity,
  emit: (value: unknown) => void,
): Synchronous<EventWriter> & CallTarget {
  return openGuardedWriter(paths, identity, emit);
}

function openReader(paths: StorePaths): Synchronous<EventReader> {
  return openStoreReader(paths.events);
}

main();
