/**
 * Defines the calls of the inventory's threads. They are those of the port, but a long call returns null while it is
 * not finished. The caller repeats it, and other calls are answered in between.
 */
import type {
  InventoryReader,
  InventoryWriter,
  ItemBatch,
  SearchPage,
  StoredPage,
} from '../../../core/ports/inventory-store.ts';
import type { RowsPage } from '../../../../src-shared/api/searches.ts';

export interface InventoryWorkerReader extends Omit<InventoryReader, 'rows' | 'items'> {
  rows(query: Parameters<InventoryReader['rows']>[0], signal?: AbortSignal): Promise<RowsPage | null>;
  items(query: Parameters<InventoryReader['items']>[0], signal?: AbortSignal): Promise<ItemBatch | null>;
}

export interface InventoryWorkerWriter extends Omit<InventoryWriter, 'storePage'> {
  /** @param key unique per page, so that a page is not stored twice if its answer was lost with a thread that died */
  storePage(page: SearchPage, key: string): Promise<StoredPage>;
  /**
   * Sets aside a database that a reader could not read, and creates another.
   * @param file id of that file; if the path has another file, nothing is done
   */
  setAside(file: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}
