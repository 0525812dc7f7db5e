import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInventoryOpener } from '../../src-main/adapters/inventory-store/inventory-store.ts';
import type { InventoryOpener } from '../../src-main/core/ports/inventory-store.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { createInThreadInventories } from '../doubles/in-thread-inventories.ts';
import { MemoryInventories } from '../doubles/memory-inventory.ts';
import { inventoryStoreConformance } from './inventory-store-conformance.ts';

const place = { id: profileIdSchema.parse('conformance'), name: 'Conformance', practice: false, source: '' };

const onDisk = (openerIn: (directory: string) => InventoryOpener) => async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-inventory-'));
  const opener = openerIn(directory);
  return { open: () => opener.open(place), dispose: () => rm(directory, { recursive: true, force: true }) };
};

inventoryStoreConformance('SQLite', onDisk(createInThreadInventories));
inventoryStoreConformance(
  'SQLite in threads',
  onDisk((directory) => createInventoryOpener({ directoryOf: () => directory })),
);
inventoryStoreConformance('in memory', async () => {
  const opener = new MemoryInventories();
  return { open: () => opener.open(place), dispose: async () => undefined };
});
