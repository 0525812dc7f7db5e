/** Opens real SQLite databases in the calling thread, because starting four threads takes 1 s of CPU time. */
import { storePaths } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { sameThreadClients } from '../../src-main/adapters/sqlite/targets.ts';
import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import { type Databases, openDatabases } from '../../src-main/hosts/databases.ts';

export function inThreadDatabases(dataDir: string): Databases {
  return databasesInFolders((store) => storePaths(dataDir, store).directory);
}

/** @param minFreeBytes free disk space that derived data must not use */
export function databasesInFolders(directoryOf: (store: StoreIdentity) => string, minFreeBytes = 0): Databases {
  return openDatabases({ directoryOf, clientsOf: () => sameThreadClients(minFreeBytes) });
}
