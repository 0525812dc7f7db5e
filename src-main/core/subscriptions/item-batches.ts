import type { InventoryReader, ItemBatch } from '../ports/inventory-store.ts';

/** Reads the next batch while the caller works on this one. @throws AppError NO_SEARCH, STORE_…; the signal's reason */
export async function* itemBatches(
  inventory: Pick<InventoryReader, 'items'>,
  query: Omit<Parameters<InventoryReader['items']>[0], 'from'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ItemBatch['items'], void, undefined> {
  let reading: Promise<ItemBatch> | null = inventory.items({ ...query, from: 0 }, signal);
  while (reading !== null) {
    const batch: ItemBatch = await reading;
    reading = batch.next === null ? null : inventory.items({ ...query, from: batch.next }, signal);
    // The error is thrown when this batch is awaited. Without this handler, a caller that stops earlier leaves an
    // unhandled rejection.
    reading?.catch(() => undefined);
    yield batch.items;
  }
}
