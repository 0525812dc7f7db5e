/** Checks what every inventory must do: the contract of `src-main/core/ports/inventory-store.ts`. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { InventoryStore } from '../../src-main/core/ports/inventory-store.ts';
import { comparesIds } from './inventory-store/compare.ts';
import { findsSubscriptions } from './inventory-store/find.ts';
import { keepsPages } from './inventory-store/pages.ts';
import { removesSearches } from './inventory-store/removal.ts';
import type { TestedInventory } from './inventory-store/tested-inventory.ts';
import { ranksRows } from './inventory-store/views.ts';

export interface InventoryStoreSetup {
  open(): InventoryStore;
  dispose(): Promise<void>;
}

export function inventoryStoreConformance(name: string, makeSetup: () => Promise<InventoryStoreSetup>): void {
  describe(`An inventory: ${name}`, () => {
    let setup: InventoryStoreSetup;
    let store: InventoryStore;

    beforeEach(async () => {
      setup = await makeSetup();
      store = setup.open();
    });

    afterEach(async () => {
      await store.close();
      await setup.dispose();
    });

    const tested: TestedInventory = {
      get store() {
        return store;
      },
      reopen: async () => {
        await store.close();
        store = setup.open();
      },
    };

    keepsPages(tested);
    ranksRows(tested);
    findsSubscriptions(tested);
    comparesIds(tested);
    removesSearches(tested);
  });
}
