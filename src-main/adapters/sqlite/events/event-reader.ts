/** Reads a store in the calling thread, for commands that only read. */
import type { EventReader } from '../../../core/ports/event-store.ts';
import { createSameThreadClient } from '../threads/remote.ts';
import { openStoreReader } from './store-reader.ts';

/** `path` as `listStores` returns it. @throws AppError NO_STORE, STORE_… */
export function openEventReader(path: string): EventReader {
  const reader = openStoreReader(path);
  const client = createSameThreadClient<EventReader>(() => reader);
  void client.open();
  return client.remote;
}
