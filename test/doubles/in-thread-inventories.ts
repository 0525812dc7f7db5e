/** Opens SQLite inventories in the calling thread; they behave as in threads of their own. */
import { openInventoryReader } from '../../src-main/adapters/inventory-store/inventory-reader.ts';
import { inventoryOpenerOf } from '../../src-main/adapters/inventory-store/inventory-store.ts';
import { openInventoryWriter } from '../../src-main/adapters/inventory-store/inventory-writer.ts';
import { inThread } from '../../src-main/adapters/threads/remote.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';
import type { InventoryOpener } from '../../src-main/core/ports/inventory-store.ts';

/** @param leaveBytes free disk space that inventories must not use */
export function createInThreadInventories(directoryOf: (place: StorePlace) => string, leaveBytes = 0): InventoryOpener {
  return inventoryOpenerOf(directoryOf, {
    writer: (path) => inThread(() => openInventoryWriter(path, { leaveBytes })),
    reader: (path) => inThread(() => openInventoryReader(path)),
  });
}
