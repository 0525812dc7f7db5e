/** Real SQLite inventories without their threads: they do the same with what they are told. */
import { openInventoryReader } from '../../src-main/adapters/inventory-store/inventory-reader.ts';
import { inventoryOpenerOf } from '../../src-main/adapters/inventory-store/inventory-store.ts';
import { openInventoryWriter } from '../../src-main/adapters/inventory-store/inventory-writer.ts';
import { inThread } from '../../src-main/adapters/threads/remote.ts';
import type { InventoryOpener } from '../../src-main/core/ports/inventory-store.ts';

/** @param leaveBytes of the disk that are not for inventories */
export function createInThreadInventories(directory: string, leaveBytes = 0): InventoryOpener {
  return inventoryOpenerOf(() => directory, {
    writer: (path) => inThread(() => openInventoryWriter(path, { leaveBytes })),
    reader: (path) => inThread(() => openInventoryReader(path)),
  });
}
