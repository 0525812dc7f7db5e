/**
 * Opens real SQLite stores in the calling thread, with the same behaviour as in threads of their own. They open
 * immediately.
 */
import { storeOpenerWith } from '../../src-main/adapters/sqlite/events/event-store.ts';
import { openGuardedWriter } from '../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { createSameThreadClient } from '../../src-main/adapters/sqlite/threads/remote.ts';
import { SearchIndexer } from '../../src-main/adapters/sqlite/events/search/search-indexer.ts';
import { createBackupService } from '../../src-main/adapters/sqlite/events/files/backup-service.ts';
import { openStoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import type { EventStoreOpener } from '../../src-main/core/ports/event-store.ts';

export function createInThreadStores({ dataDir }: { dataDir: string }): EventStoreOpener {
  return storeOpenerWith(dataDir, {
    writer: (paths, place, onIncident) => createSameThreadClient(() => openGuardedWriter(paths, place, onIncident)),
    reader: (paths) => createSameThreadClient(() => openStoreReader(paths.events)),
    backupService: (paths, onShare) => createSameThreadClient(() => createBackupService(paths, onShare)),
    indexer: (paths) => createSameThreadClient(() => new SearchIndexer(paths.events)),
  });
}
