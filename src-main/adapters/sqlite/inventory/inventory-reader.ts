import type { Database } from 'better-sqlite3';
import { appError } from '../../../../src-shared/api/errors.ts';
import {
  type CompareResult,
  type FieldUsage,
  type FindResult,
  type NotAccepted,
  notAcceptedSchema,
  type RowsPage,
  type SubscriptionItem,
  type SubscriptionRow,
} from '../../../../src-shared/api/searches.ts';
import { documentedFields } from '../../../../src-shared/service/search-body.ts';
import { identifiersOfItem, itemFields } from '../../../../src-shared/service/subscription-item.ts';
import type { InventoryReader, ItemBatch, StoredSearch } from '../../../core/ports/inventory-store.ts';
import { openForReading } from '../database.ts';
import { createDatabaseReader } from '../database-reader.ts';
import { type CallTarget, type Synchronous, UNFINISHED, type Unfinished } from '../threads/remote.ts';
import { INVENTORY_DATABASE } from './inventory-database.ts';
import { createIdComparison } from './id-comparison.ts';
import { createSubscriptionFinder } from './subscription-finder.ts';
import { createRowOrders } from './row-orders.ts';
import { ordinalAt, placeOf, createSearchRows, type SearchRow, storedSearch } from './search-rows.ts';

/** Max characters of items that are sent between threads together. */
const MAX_BATCH_CHARACTERS = 1_048_576;
const MAX_BATCH_ROWS = 2_000;

interface ItemRow {
  readonly place: number;
  readonly id: string | null;
  readonly pass: number;
  readonly receivedAt: number;
  readonly raw: string;
}

const ITEM = 'SELECT place, subscription AS id, pass, received_at AS receivedAt, raw FROM item WHERE place = ?';
const ITEMS = `
  SELECT place, subscription AS id, pass, received_at AS receivedAt, raw FROM item
  WHERE place > :after AND place <= :last`;

/** Rows in another order than that of their arrival are computed in batches. */
type Batched = 'rows' | 'items';
type SynchronousInventoryReader = Synchronous<Omit<InventoryReader, Batched>> & {
  readonly [Name in Batched]: (
    query: Parameters<InventoryReader[Name]>[0],
  ) => Awaited<ReturnType<InventoryReader[Name]>> | Unfinished;
};

export function openInventoryReader(path: string): SynchronousInventoryReader & CallTarget {
  const reader = createDatabaseReader({
    path,
    open: () => openForReading(INVENTORY_DATABASE, path),
    prepare: prepareRows,
    closesOnError: true,
  });

  return {
    searches(): StoredSearch[] {
      return reader.read(
        () => [],
        ({ searches }) => searches.newestFirst().map(storedSearch),
      );
    },
    notAccepted(): NotAccepted[] {
      return reader.read(
        () => [],
        ({ database }) =>
          database
            .prepare('SELECT kind, name, status, at FROM not_accepted ORDER BY at DESC, kind, name')
            .all()
            .flatMap((row) => notAcceptedSchema.safeParse(row).data ?? []),
      );
    },
    rows({ id, view, from, limit, columns }: Parameters<InventoryReader['rows']>[0]): RowsPage | Unfinished {
      return reader.read(noSearch(id), (reading) => {
        const search = reading.searches.get(id);
        const window = readWindow(reading, search, view, from, limit);
        if (window === null) return UNFINISHED;
        return { rows: window.items.map((item) => toSubscriptionRow(item, search, columns)), total: window.total };
      });
    },
    items({ id, view, from }: Parameters<InventoryReader['items']>[0]): ItemBatch | Unfinished {
      return reader.read(noSearch(id), (reading) => {
        const search = reading.searches.get(id);
        const window = readWindow(reading, search, view, from, MAX_BATCH_ROWS, MAX_BATCH_CHARACTERS);
        if (window === null) return UNFINISHED;
        const next = from + window.items.length;
        return {
          items: window.items.map(({ place, raw, pass }) => ({
            ordinal: ordinalAt(place),
            raw,
            isEarlier: pass < search.passes,
          })),
          next: next < window.total ? next : null,
        };
      });
    },
    item({ id, ordinal }: Parameters<InventoryReader['item']>[0]): SubscriptionItem | null {
      return reader.read(noSearch(id), ({ searches, item }) => {
        const row = item.get(placeOf(searches.get(id).number, ordinal));
        return row === undefined ? null : { ordinal, id: row.id, raw: row.raw, receivedAt: row.receivedAt };
      });
    },
    fields(id: string): FieldUsage[] {
      return reader.read(noSearch(id), ({ database, searches }) => {
        const shares = database
          .prepare<[number], { name: string; rows: number }>(
            'SELECT name, row_count AS rows FROM field WHERE search = ? ORDER BY row_count DESC, name',
          )
          .all(searches.get(id).number);
        return documentedFirst(shares);
      });
    },
    find(query: Parameters<InventoryReader['find']>[0]): FindResult {
      return reader.read(
        () => ({ found: [], next: null }),
        ({ finding }) => finding.findBatch(query),
      );
    },
    compare(query: Parameters<InventoryReader['compare']>[0]): CompareResult {
      return reader.read(
        query.id === null ? () => ({ found: [], near: [], looked: 0, next: null }) : noSearch(query.id),
        ({ comparison }) => comparison.compareBatch(query),
      );
    },
    close: () => reader.close(),
  };
}

function prepareRows(database: Database) {
  const searches = createSearchRows(database);
  return {
    database,
    searches,
    item: database.prepare<[number], ItemRow>(ITEM),
    items: database.prepare<[{ after: number; last: number }], ItemRow>(ITEMS),
    orders: createRowOrders(database),
    finding: createSubscriptionFinder(database, searches),
    comparison: createIdComparison(database, searches),
  };
}

type ReadRows = ReturnType<typeof prepareRows>;

function readWindow(
  { item, items, orders }: ReadRows,
  search: SearchRow,
  view: Parameters<InventoryReader['rows']>[0]['view'],
  from: number,
  limit: number,
  characters = Number.POSITIVE_INFINITY,
): { readonly items: readonly ItemRow[]; readonly total: number } | null {
  const upTo = Math.min(view.upTo, search.rows);
  const found: ItemRow[] = [];
  let length = 0;
  const take = (row: ItemRow | undefined): boolean => {
    if (row === undefined) return true;
    found.push(row);
    length += row.raw.length;
    return length < characters;
  };
  if (view.find === '' && view.sort === null) {
    const first = placeOf(search.number, from);
    for (const row of items.iterate({ after: first, last: placeOf(search.number, Math.min(upTo, from + limit)) }))
      if (!take(row)) break;
    return { items: found, total: upTo };
  }
  const ranked = orders.order(search.number, { ...view, upTo });
  if (ranked === null) return null;
  for (const ordinal of ranked.subarray(from, from + limit))
    if (!take(item.get(placeOf(search.number, ordinal)))) break;
  return { items: found, total: ranked.length };
}

function toSubscriptionRow(
  { place, id, pass, raw }: ItemRow,
  search: SearchRow,
  columns: readonly string[],
): SubscriptionRow {
  const all = itemFields(raw);
  const fields = new Map(all.map((field) => [field.name, field]));
  const values = columns.map((name) => {
    const field = fields.get(name);
    return field === undefined || field.kind === 'null' ? null : field.value;
  });
  return {
    ordinal: ordinalAt(place),
    id,
    values,
    identifiers: [...identifiersOfItem(all)],
    isEarlier: pass < search.passes,
  };
}

function documentedFirst(shares: readonly { readonly name: string; readonly rows: number }[]): FieldUsage[] {
  const names: readonly string[] = documentedFields;
  const documented = names.flatMap((name) => shares.find((share) => share.name === name) ?? []);
  const others = shares.filter(({ name }) => !names.includes(name));
  return [
    ...documented.map((share) => ({ ...share, isDocumented: true })),
    ...others.map((share) => ({ ...share, isDocumented: false })),
  ];
}

function noSearch(id: string): () => never {
  return () => {
    throw appError('NO_SEARCH', { id });
  };
}
