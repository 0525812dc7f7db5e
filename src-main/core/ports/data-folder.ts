/** Knows whether the data folder is a copy of one that is still in use elsewhere. */
import type { AppError } from '../../../src-shared/api/errors.ts';
import type { StoreIdentity } from './event-store.ts';

export interface DataFolder {
  /**
   * Returns FOLDER_COPIED if this store was copied with its folder and no user has chosen to watch with the copy. Never
   * rejects: a folder of which nothing is known is not a copy.
   */
  copiedStore(store: StoreIdentity): Promise<AppError | null>;
  /** Makes the copy a data folder of its own. @throws AppError STORE_UNWRITABLE */
  watchCopy(): Promise<void>;
}
