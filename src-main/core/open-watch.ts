/**
 * Everything stored is readable immediately, without network; the source starts in the background. Opens a store
 * read-only if it cannot be written, is a copy, or the fleet policy refuses its profile, and a viewer if another process writes it.
 */
import { AppError } from '../../src-shared/api/errors.ts';
import { coverageOfCopy } from '../../src-shared/domain/coverage/coverage.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';
import { profileRefusal } from './policy/policy-rules.ts';
import { withCoverage } from './lib/with-coverage.ts';
import type { LocalOutlet } from './outlets/local/local-outlet.ts';
import { readOnlyWatch } from './reader-watch.ts';
import { storeIdentityOf } from './store-identity.ts';
import { viewerWatch } from './viewer/viewer-watch.ts';
import type { Watch } from './watch.ts';
import type { WatchedProfile, WatchPorts } from './watch-ports.ts';
import { writableWatch } from './writable-watch.ts';

export interface TakeOverParts {
  /** True if another process is about to watch, so that this one must not take the lock. */
  readonly viewOnly: boolean;
  readonly release: () => void;
}

export async function openWatch(
  ports: WatchPorts,
  watched: WatchedProfile,
  id: WatchId,
  localOutlet: LocalOutlet | null = null,
  takeOver: TakeOverParts | null = null,
): Promise<Watch> {
  const storeIdentity = storeIdentityOf(watched);
  const reading = async () => ({ watched, id, storeIdentity, reader: await ports.stores.openReadOnly(storeIdentity) });
  const readOnly = async (reason: AppError): Promise<Watch> => {
    if (watched.mustStore === true) throw reason;
    return readOnlyWatch(ports, await reading(), reason);
  };
  const refused = watched.practice ? null : profileRefusal(ports.policy, watched.profile);
  if (refused !== null)
    return readOnly(refused).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'NO_STORE' ? refused : error;
    });
  const copied = await ports.dataFolder.copiedStore(storeIdentity);
  if (copied !== null) {
    if (watched.mustStore === true) throw copied;
    const parts = await reading();
    return readOnlyWatch(ports, { ...parts, reader: withCoverage(parts.reader, coverageOfCopy) }, copied);
  }
  if (takeOver?.viewOnly === true) return viewerWatch(ports, await reading());
  const release = watched.mustStore === true ? null : (takeOver?.release ?? null);
  try {
    return await writableWatch(ports, { watched, id, storeIdentity, localOutlet, release });
  } catch (error) {
    if (watched.mustStore !== true && isInUse(error)) return viewerWatch(ports, await reading());
    if (!isForbidden(error)) throw error;
    return await readOnly(error);
  }
}

const isInUse = (error: unknown): boolean => error instanceof AppError && error.code === 'STORE_IN_USE';

function isForbidden(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.data.code === 'STORE_UNWRITABLE' && error.data.facts.problem === 'forbidden'
  );
}
