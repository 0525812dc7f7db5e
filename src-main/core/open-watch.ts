/**
 * Opens a watch: everything stored is readable immediately, without network; the source starts in the background. If this
 * user cannot write the store, or it is a copy, opens it read-only, and nothing is watched.
 */
import { AppError } from '../../src-shared/api/errors.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import type { LocalOutlet } from './outlets/local/local-outlet.ts';
import type { StoreIdentity } from './ports/event-store.ts';
import { readOnlyWatch } from './read-only-watch.ts';
import type { Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { writableWatch } from './writable-watch.ts';

export async function openWatch(
  ports: WatchPorts,
  watched: WatchedProfile,
  id: WatchId,
  localOutlet: LocalOutlet | null = null,
): Promise<Watch> {
  const { profile, practice } = watched;
  const storeIdentity: StoreIdentity = { id: profile.id, name: profile.name, practice, source: profile.eventsUrl };
  const readOnly = async (reason: AppError): Promise<Watch> => {
    if (watched.mustStore === true) throw reason;
    const reader = await ports.stores.openReadOnly(storeIdentity);
    return readOnlyWatch(ports, { watched, id, reader, storeIdentity }, reason);
  };
  const copied = await ports.dataFolder.copiedStore(storeIdentity);
  if (copied !== null) return readOnly(copied);
  try {
    return await writableWatch(ports, { watched, id, storeIdentity, localOutlet });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return await readOnly(error);
  }
}

function isForbidden(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.data.code === 'STORE_UNWRITABLE' && error.data.facts.problem === 'forbidden'
  );
}
