/** A store read in the thread that asks: for a command that does nothing else. */
import type { EventReader } from '../../core/ports/event-store.ts';
import { createSameThreadClient } from '../threads/remote.ts';
import { openStoreReader } from './store-reader.ts';

/** `path`: of the database, as `listStores` tells it. @throws AppError NO_STORE, STORE_… */
export function openEventReader(path: string): EventReader {
  const reader = openStoreReader(path);
  const lane = createSameThreadClient<EventReader>(() => reader);
  void lane.open();
  return lane.remote;
}
