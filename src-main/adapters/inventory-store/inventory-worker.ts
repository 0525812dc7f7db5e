/**
 * What the threads of an inventory answer: as the port, but for what could take long, which answers `null` while there is
 * more to be done before it can answer. Whoever calls asks again; other calls are answered in between.
 */
import type {
  InventoryReader,
  InventoryWriter,
  ItemBatch,
  SearchPage,
  StoredPage,
} from '../../core/ports/inventory-store.ts';
import type { RowsPage } from '../../../src-shared/api/searches.ts';

export interface InventoryWorkerReader extends Omit<InventoryReader, 'rows' | 'items'> {
  rows(query: Parameters<InventoryReader['rows']>[0], signal?: AbortSignal): Promise<RowsPage | null>;
  items(query: Parameters<InventoryReader['items']>[0], signal?: AbortSignal): Promise<ItemBatch | null>;
}

export interface InventoryWorkerWriter extends Omit<InventoryWriter, 'storePage'> {
  /** `key` is another for each page: a page whose answer was lost with a thread that died is not taken twice. */
  storePage(page: SearchPage, key: string): Promise<StoredPage>;
  /**
   * Sets the database aside, which somebody who reads could not, and begins another.
   * @param file that could not be read: where another stands in its place, nothing is done
   */
  setAside(file: string): Promise<void>;
  /** Idempotent. */
  close(): Promise<void>;
}
