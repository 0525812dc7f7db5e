/** Where nobody searches: nothing is stored, and nothing is taken. */
import type { InventoryOpener, InventoryReader } from '../../src-main/core/ports/inventory-store.ts';

async function never(): Promise<never> {
  throw new Error('nobody searches here');
}

const reader: InventoryReader = {
  searches: async () => [],
  notAccepted: async () => [],
  rows: async () => ({ rows: [], total: 0 }),
  items: async () => ({ items: [], next: null }),
  item: async () => null,
  fields: async () => [],
  find: async () => ({ found: [], next: null }),
  compare: never,
  close: async () => undefined,
};

export const noInventories: InventoryOpener = {
  open: () => ({
    reader,
    scanner: reader,
    writer: {
      begin: never,
      take: never,
      end: never,
      noteGapCheck: never,
      remove: never,
      tidy: async () => false,
      noteNotAccepted: never,
      forgetNotAccepted: never,
    },
    close: async () => undefined,
  }),
  openReadOnly: () => reader,
};
