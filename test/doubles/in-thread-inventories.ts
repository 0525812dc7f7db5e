/** Opens SQLite inventories in the calling thread, with the same behaviour as in threads of their own. */
import { openInventoryReader } from '../../src-main/adapters/sqlite/inventory/inventory-reader.ts';
import { inventoryOpenerWith } from '../../src-main/adapters/sqlite/inventory/inventory-store.ts';
import { openInventoryWriter } from '../../src-main/adapters/sqlite/inventory/inventory-writer.ts';
import { createSameThreadClient } from '../../src-main/adapters/sqlite/threads/remote.ts';
import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { InventoryOpener } from '../../src-main/core/ports/inventory-store.ts';

/** @param minFreeBytes free disk space that inventories must not use */
export function createInThreadInventories(
  directoryOf: (identity: StoreIdentity) => string,
  minFreeBytes = 0,
): InventoryOpener {
  return inventoryOpenerWith(directoryOf, {
    writer: (path) => createSameThreadClient(() => openInventoryWriter(path, { minFreeBytes })),
    reader: (path) => createSameThreadClient(() => openInventoryReader(path)),
  });
}
