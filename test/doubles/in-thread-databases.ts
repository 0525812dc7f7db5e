/** Opens real SQLite databases in the calling thread, because starting five threads takes 1 s of CPU time. */
import { storePaths } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { OpenDatabases } from '../../src-main/hosts/databases.ts';
import { createInThreadProjections } from './in-thread-projections.ts';
import { createInThreadInventories } from './in-thread-inventories.ts';
import { createInThreadStores } from './in-thread-stores.ts';

export const inThreadDatabases: OpenDatabases = (dataDir) => {
  const directoryOf = (identity: StoreIdentity) => storePaths(dataDir, identity).directory;
  return {
    stores: createInThreadStores({ dataDir }),
    caseProjections: createInThreadProjections(directoryOf),
    inventories: createInThreadInventories(directoryOf),
  };
};
