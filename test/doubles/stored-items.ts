/** Items of searches, as a service may write them, and a search that took them. */
import type { InventoryStore, SearchPage, TakenPage } from '../../src-main/core/ports/inventory-store.ts';
import type { RowsView } from '../../src-shared/api/searches.ts';

/** Some time on a day in 2026. */
export const ASKED_AT = 1_790_000_000_000;

/** The three shapes in which a service may write the same. */
export const shapes = {
  nested: (fields: object) => JSON.stringify({ iotSubscription: fields }),
  dotted: (fields: object) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`iotSubscription.${name}`, value])),
    ),
  flat: (fields: object) => JSON.stringify(fields),
};

export function anItem(id: string, fields: object = {}): string {
  return shapes.nested({ iotSubscriptionId: id, ...fields });
}

export function aPage(items: readonly string[], page: Partial<SearchPage> = {}): SearchPage {
  return { search: 's', pass: 1, items, totalHits: null, askedAt: ASKED_AT, ...page };
}

/** One search with these pages, each of pass 1. */
export async function search(store: InventoryStore, id: string, ...pages: readonly (readonly string[])[]) {
  await store.writer.begin({ id, body: `{"limit":${pages.length}}`, begunAt: ASKED_AT, gapCheck: null });
  let taken: TakenPage | undefined;
  // oxlint-disable-next-line no-await-in-loop -- in their order
  for (const items of pages) taken = await store.writer.take(aPage(items, { search: id }));
  return taken;
}

export const ALL: RowsView = { find: '', sort: null, upTo: 1_000_000 };

/** Ids of the rows of a view, in its order. */
export async function idsOf(store: InventoryStore, view: Partial<RowsView>, id = 's'): Promise<(string | null)[]> {
  const page = await store.reader.rows({ id, view: { ...ALL, ...view }, from: 0, limit: 500, columns: [] });
  return page.rows.map((row) => row.id);
}
