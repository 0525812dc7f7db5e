/** Opens real SQLite databases in the calling thread: starting five threads takes a second of CPU time. */
import { storePaths } from '../../src-main/adapters/event-store/store-directory.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';
import type { OpenDatabases } from '../../src-main/hosts/databases.ts';
import { createInThreadBooks } from './in-thread-books.ts';
import { createInThreadInventories } from './in-thread-inventories.ts';
import { createInThreadStores } from './in-thread-stores.ts';

export const databasesHere: OpenDatabases = (dataDir) => {
  const directoryOf = (place: StorePlace) => storePaths(dataDir, place).directory;
  return {
    stores: createInThreadStores({ dataDir }),
    caseBooks: createInThreadBooks(directoryOf),
    inventories: createInThreadInventories(directoryOf),
  };
};
