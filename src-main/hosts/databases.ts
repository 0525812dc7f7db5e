/** Opens the databases of a data directory, for a host in worker threads, so that they never block the main thread. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { createCaseProjectionOpener } from '../adapters/sqlite/cases/case-projection.ts';
import { createEventStoreOpener } from '../adapters/sqlite/events/event-store.ts';
import { storePaths } from '../adapters/sqlite/store-paths.ts';
import { createInventoryOpener } from '../adapters/sqlite/inventory/inventory-store.ts';
import type { DatabaseOptions, ThreadRole } from '../adapters/sqlite/threads/store-clients.ts';
import { resourceLimits, storeThreads } from '../adapters/sqlite/threads/store-threads.ts';
import type { CaseProjectionOpener } from '../core/ports/case-projection.ts';
import type { EventStoreOpener, StoreIdentity } from '../core/ports/event-store.ts';
import type { InventoryOpener } from '../core/ports/inventory-store.ts';
import type { Log } from '../core/ports/log.ts';
import { BACKGROUND } from './database-worker/thread-priority.ts';
import { workerUrl } from './worker-address.ts';

export interface Databases {
  readonly stores: EventStoreOpener;
  readonly caseProjections: CaseProjectionOpener;
  readonly inventories: InventoryOpener;
}

/** @param log receives what the threads repaired; if missing, it is not reported */
export type OpenDatabases = (dataDir: string, log?: Log) => Databases;

export function databasesInThreads(dataDir: string, log?: Log): Databases {
  return openDatabases({ directoryOf: directoryIn(dataDir), clientsOf: storeThreads(startBehindMainThread, log), log });
}

/** The threads that answer users come first, and the main thread. Else it waits for a core while others write. */
function startBehindMainThread(role: ThreadRole): Worker {
  const answersUsers = role === 'read' || role === 'scan';
  return startThread(role, answersUsers ? undefined : BACKGROUND);
}

export function startThread(role: ThreadRole, workerData?: typeof BACKGROUND): Worker {
  // The launcher keeps the main thread's young generation small by this flag, which would override threads' limits.
  setFlagsFromString('--max-semi-space-size=0');
  return new Worker(workerUrl('database'), { name: role, workerData, resourceLimits: resourceLimits(role) });
}

export const directoryIn = (dataDir: string) => (store: StoreIdentity) => storePaths(dataDir, store).directory;

export function openDatabases(options: DatabaseOptions): Databases {
  return {
    stores: createEventStoreOpener(options),
    caseProjections: createCaseProjectionOpener(options),
    inventories: createInventoryOpener(options),
  };
}
