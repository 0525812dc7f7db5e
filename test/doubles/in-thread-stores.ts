/** Real SQLite stores without their threads: they do the same with what they are told, and open at once. */
import { openerOf } from '../../src-main/adapters/event-store/event-store.ts';
import { openKeptWriter } from '../../src-main/adapters/event-store/kept-writer.ts';
import { inThread } from '../../src-main/adapters/threads/remote.ts';
import { SearchIndexer } from '../../src-main/adapters/event-store/search-indexer.ts';
import { copiesOf } from '../../src-main/adapters/event-store/store-copies.ts';
import { openStoreReader } from '../../src-main/adapters/event-store/store-reader.ts';
import type { EventStoreOpener } from '../../src-main/core/ports/event-store.ts';

export function createInThreadStores({ dataDir }: { dataDir: string }): EventStoreOpener {
  return openerOf(dataDir, {
    writer: (paths, place, onIncident) => inThread(() => openKeptWriter(paths, place, onIncident)),
    reader: (paths) => inThread(() => openStoreReader(paths.events)),
    copier: (paths, onShare) => inThread(() => copiesOf(paths, onShare)),
    indexer: (paths) => inThread(() => new SearchIndexer(paths.events)),
  });
}
