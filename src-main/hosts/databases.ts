/** Opens the databases of a data directory in worker threads, so that they never block the main thread. */
import { Worker } from 'node:worker_threads';
import { createCaseProjectionOpener } from '../adapters/sqlite/cases/case-projection.ts';
import { createEventStoreOpener } from '../adapters/sqlite/events/event-store.ts';
import { storePaths } from '../adapters/sqlite/events/files/store-directory.ts';
import { createInventoryOpener } from '../adapters/sqlite/inventory/inventory-store.ts';
import type { DatabaseOptions, ThreadRole } from '../adapters/sqlite/targets.ts';
import { resourceLimits, storeThreads } from '../adapters/sqlite/threads/store-threads.ts';
import type { CaseProjectionOpener } from '../core/ports/case-projection.ts';
import type { EventStoreOpener } from '../core/ports/event-store.ts';
import type { InventoryOpener } from '../core/ports/inventory-store.ts';
import type { Log } from '../core/ports/log.ts';
import { workerUrl } from './worker-address.ts';

export interface Databases {
  readonly stores: EventStoreOpener;
  readonly caseProjections: CaseProjectionOpener;
  readonly inventories: InventoryOpener;
}

/** @param log receives what the threads repaired; if missing, it is not reported */
export type OpenDatabases = (dataDir: string, log?: Log) => Databases;

export function databasesInThreads(dataDir: string, log?: Log): Databases {
  const start = (role: ThreadRole): Worker =>
    new Worker(workerUrl('database'), { name: role, resourceLimits: resourceLimits(role) });
  return openDatabases({
    directoryOf: (store) => storePaths(dataDir, store).directory,
    clientsOf: storeThreads(start, log),
    log,
  });
}

export function openDatabases(options: DatabaseOptions): Databases {
  return {
    stores: createEventStoreOpener(options),
    caseProjections: createCaseProjectionOpener(options),
    inventories: createInventoryOpener(options),
  };
}
