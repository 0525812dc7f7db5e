/** Where the saved views of a profile are kept: a file of people's own work, apart from what was received. */
import type { SavedView } from '../../../src-shared/domain/saved-view.ts';
import type { StorePlace } from './event-store.ts';

export interface SavedViews {
  /** Empty where nobody has saved one. @throws AppError VIEWS_DAMAGED, STORE_UNREADABLE */
  read(place: StorePlace): Promise<readonly SavedView[]>;
  /** All of them at once, whole or not at all. @throws AppError STORE_UNWRITABLE */
  write(place: StorePlace, views: readonly SavedView[]): Promise<void>;
}
