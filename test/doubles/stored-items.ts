/** Makes items of searches in the formats of a service, and stored searches. */
import { randomUUID } from 'node:crypto';
import type { InventoryStore, SearchPage, StoredPage } from '../../src-main/core/ports/inventory-store.ts';
import type { RowsView } from '../../src-shared/api/searches.ts';

export const REQUESTED_AT = 1_790_000_000_000;

export const itemShapes = {
  nested: (fields: object) => JSON.stringify({ iotSubscription: fields }),
  dotted: (fields: object) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`iotSubscription.${name}`, value])),
    ),
  flat: (fields: object) => JSON.stringify(fields),
};

export function anItem(id: string, fields: object = {}): string {
  return itemShapes.nested({ iotSubscriptionId: id, ...fields });
}

export function aSearchPage(items: readonly string[], page: Partial<SearchPage> = {}): SearchPage {
  return { search: 's', key: randomUUID(), pass: 1, items, totalHits: null, askedAt: REQUESTED_AT, ...page };
}

export async function storeSearch(store: InventoryStore, id: string, ...pages: readonly (readonly string[])[]) {
  await store.writer.startSearch({ id, body: `{"limit":${pages.length}}`, begunAt: REQUESTED_AT, gapCheck: null });
  let storedPage: StoredPage | undefined;
  for (const items of pages) storedPage = await store.writer.storePage(aSearchPage(items, { search: id }));
  return storedPage;
}

export const ALL_ROWS: RowsView = { find: '', sort: null, upTo: 1_000_000 };

export async function rowIds(store: InventoryStore, view: Partial<RowsView>, id = 's'): Promise<(string | null)[]> {
  const page = await store.reader.rows({ id, view: { ...ALL_ROWS, ...view }, from: 0, limit: 500, columns: [] });
  return page.rows.map((row) => row.id);
}
