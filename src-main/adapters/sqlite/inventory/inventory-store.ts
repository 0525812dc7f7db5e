/** Implements the inventory over SQLite, `inventory.db` next to the events of a profile. */
import type { InventoryOpener, InventoryReader, InventoryWriter } from '../../../core/ports/inventory-store.ts';
import type { ReplaceableDatabase } from '../database-writer.ts';
import type { DatabaseOptions } from '../threads/store-clients.ts';
import { replacingReader } from '../threads/replacing-reader.ts';
import { INVENTORY_DATABASE, inventoryPathOf } from './inventory-database.ts';

export function createInventoryOpener({ directoryOf, clientsOf, log }: DatabaseOptions): InventoryOpener {
  return {
    open(identity) {
      const directory = directoryOf(identity);
      const path = inventoryPathOf(directory);
      const clients = clientsOf(directory);
      const reader = clients.client<InventoryReader>('read', { kind: 'inventory-reader', path });
      const scanner = clients.client<InventoryReader>('scan', { kind: 'inventory-reader', path });
      const writer = clients.client<InventoryWriter & ReplaceableDatabase>('derive', {
        kind: 'inventory-writer',
        path,
      });
      const parts = { definition: INVENTORY_DATABASE, path, log };
      let closing: Promise<void> | null = null;
      return {
        reader: replacingReader(reader, writer.remote, parts),
        scanner: replacingReader(scanner, writer.remote, parts),
        writer: writer.remote,
        close() {
          // Readers first: the last connection that closes checkpoints the write-ahead log.
          closing ??= Promise.allSettled([reader.close(), scanner.close()]).then(() => writer.close());
          return closing;
        },
      };
    },
    openReadOnly(identity) {
      const directory = directoryOf(identity);
      const path = inventoryPathOf(directory);
      return clientsOf(directory).client<InventoryReader>('read', { kind: 'inventory-reader', path }).remote;
    },
  };
}
