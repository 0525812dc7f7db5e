import type { InventoryStore } from '../../../src-main/core/ports/inventory-store.ts';

export interface TestedInventory {
  readonly store: InventoryStore;
  reopen(): Promise<void>;
}
