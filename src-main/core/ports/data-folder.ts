/** Knows whether the data folder is a copy of one that is still in use elsewhere. */
import type { AppError } from '../../../src-shared/api/errors.ts';
import type { StoreIdentity } from './event-store.ts';

export interface DataFolder {
  /** FOLDER_COPIED for a copied store, unless a user chose to watch with it. Never rejects: unknown is no copy. */
  copiedStore(store: StoreIdentity): Promise<AppError | null>;
  /** Makes the copy a data folder of its own. @throws AppError STORE_UNWRITABLE */
  watchCopy(): Promise<void>;
}
