/** All items of a view, piece by piece, for whoever reads them to their end. */
import type { InventoryReader, ItemBatch } from '../ports/inventory-store.ts';

/** The next piece is read while this one is worked on. @throws AppError NO_SEARCH, STORE_…; the signal's reason */
export async function* itemBatches(
  inventory: Pick<InventoryReader, 'items'>,
  query: Omit<Parameters<InventoryReader['items']>[0], 'from'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ItemBatch['items'], void, undefined> {
  let asked: Promise<ItemBatch> | null = inventory.items({ ...query, from: 0 }, signal);
  while (asked !== null) {
    // oxlint-disable-next-line no-await-in-loop -- each piece says where the next begins
    const piece: ItemBatch = await asked;
    asked = piece.next === null ? null : inventory.items({ ...query, from: piece.next }, signal);
    // It fails when its turn comes; nobody may come for it any more.
    asked?.catch(() => undefined);
    yield piece.items;
  }
}
