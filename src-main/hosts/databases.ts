/** Opens the databases of a data directory in worker threads, so that they never block the main thread. */
import { createCaseProjectionOpener } from '../adapters/sqlite/cases/case-projection.ts';
import { createEventStoreOpener } from '../adapters/sqlite/events/event-store.ts';
import { storePaths } from '../adapters/sqlite/events/files/store-directory.ts';
import { createInventoryOpener } from '../adapters/sqlite/inventory/inventory-store.ts';
import type { CaseProjectionOpener } from '../core/ports/case-projection.ts';
import type { EventStoreOpener, StoreIdentity } from '../core/ports/event-store.ts';
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
  const directoryOf = (store: StoreIdentity) => storePaths(dataDir, store).directory;
  return {
    stores: createEventStoreOpener({ dataDir, workerUrl: workerUrl('event-store'), log }),
    inventories: createInventoryOpener({ directoryOf, workerUrl: workerUrl('inventory-store'), log }),
    caseProjections: createCaseProjectionOpener({
      directoryOf,
      workerUrl: workerUrl('case-projection'),
      projector: { workerUrl: workerUrl('case'), eventsOf: (store) => storePaths(dataDir, store).events },
      log,
    }),
  };
}
