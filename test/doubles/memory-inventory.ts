/** Inventories in memory, by profile id: all that the port promises, over plain lists and without any speed. */
import { rowKey } from '../../src-main/adapters/inventory-store/row-key.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';
import type {
  InventoryOpener,
  InventoryReader,
  InventoryStore,
  InventoryWriter,
  ItemsPiece,
  SearchPage,
  StoredSearch,
  TakenPage,
} from '../../src-main/core/ports/inventory-store.ts';
import { appError } from '../../src-shared/api/errors.ts';
import type { FoundSubscriptions, NotAccepted, RowsView } from '../../src-shared/api/searches.ts';
import { canHaveNear } from '../../src-shared/service/id-form.ts';
import { documentedFields } from '../../src-shared/service/search-body.ts';
import { identifiersOfItem, itemFields, subscriptionIdOf } from '../../src-shared/service/subscription-item.ts';

interface Row {
  readonly ordinal: number;
  readonly id: string | null;
  raw: string;
  pass: number;
  receivedAt: number;
}
interface Search {
  stored: StoredSearch;
  readonly rows: Row[];
}

class Inventory {
  readonly searches = new Map<string, Search>();
  notAccepted: NotAccepted[] = [];

  get(id: string): Search {
    const search = this.searches.get(id);
    if (search === undefined) throw appError('NO_SEARCH', { id });
    return search;
  }

  listed(): Search[] {
    return [...this.searches.values()].filter(({ stored }) => stored.pages > 0).toReversed();
  }
}

export class MemoryInventories implements InventoryOpener {
  readonly #kept = new Map<string, Inventory>();
  /** Where set, nothing is written. */
  failure: Error | null = null;
  /** Items of one answer of `items`. */
  pieceRows = 100;

  open(place: StorePlace): InventoryStore {
    const inventory = this.#of(place);
    const reader = readerOf(inventory, () => this.pieceRows);
    return { reader, scanner: reader, writer: this.#writer(inventory), close: async () => undefined };
  }

  openReadOnly(place: StorePlace): InventoryReader {
    return readerOf(this.#of(place), () => this.pieceRows);
  }

  #of({ id }: StorePlace): Inventory {
    const inventory = this.#kept.get(id) ?? new Inventory();
    this.#kept.set(id, inventory);
    return inventory;
  }

  #writer(inventory: Inventory): InventoryWriter {
    const write = async <Answer>(work: () => Answer): Promise<Answer> => {
      if (this.failure !== null) throw this.failure;
      return work();
    };
    const change = (id: string, how: Partial<StoredSearch>): StoredSearch => {
      const search = inventory.get(id);
      search.stored = { ...search.stored, ...how };
      return search.stored;
    };
    return {
      begin: (search) =>
        write(() => {
          if (!inventory.searches.has(search.id)) inventory.searches.set(search.id, begun(search));
        }),
      take: (page) => write(() => taken(inventory.get(page.search), page)),
      end: (id, end, repeated = 0) =>
        write(() => {
          const { doubled, end: before } = inventory.get(id).stored;
          return change(id, { end, doubled: before === null ? doubled - repeated : doubled });
        }),
      noteGapCheck: (id, gapCheck) => write(() => void change(id, { gapCheck })),
      remove: (id) =>
        write(() => {
          inventory.searches.delete(id);
          return false;
        }),
      tidy: (before, spared) =>
        write(() => {
          for (const [id, { stored }] of inventory.searches)
            if (stored.askedAt < before && !spared.includes(id)) inventory.searches.delete(id);
          return false;
        }),
      noteNotAccepted: (what) =>
        write(() => void (inventory.notAccepted = [...without(inventory.notAccepted, what), what])),
      forgetNotAccepted: (what) => write(() => void (inventory.notAccepted = without(inventory.notAccepted, what))),
    };
  }
}

function without(all: readonly NotAccepted[], { kind, name }: Pick<NotAccepted, 'kind' | 'name'>): NotAccepted[] {
  return all.filter((one) => one.kind !== kind || one.name !== name);
}

function begun({ id, body, begunAt, gapCheck }: Parameters<InventoryWriter['begin']>[0]): Search {
  const none = { rows: 0, totalHits: null, firstTotalHits: null, pages: 0, passes: 0, doubled: 0, earlier: 0 };
  return { stored: { id, body, begunAt, askedAt: begunAt, ...none, withoutId: 0, end: null, gapCheck }, rows: [] };
}

function taken(search: Search, page: SearchPage): TakenPage {
  const { rows } = search;
  const before = rows.length;
  let [doubled, fresh] = [0, 0];
  for (const raw of page.items) {
    const id = subscriptionIdOf(itemFields(raw));
    const known = id === null ? undefined : rows.find((row) => row.id === id);
    if (known?.pass === page.pass) doubled += 1;
    else fresh += 1;
    const now = { raw, pass: page.pass, receivedAt: page.askedAt };
    if (known === undefined) rows.push({ ordinal: rows.length + 1, id, ...now });
    else Object.assign(known, now);
  }
  const { stored } = search;
  const passes = Math.max(stored.passes, page.pass);
  search.stored = {
    ...stored,
    askedAt: page.askedAt,
    rows: rows.length,
    totalHits: page.totalHits ?? stored.totalHits,
    firstTotalHits: stored.firstTotalHits ?? page.totalHits,
    pages: stored.pages + 1,
    passes,
    doubled: stored.doubled + doubled,
    earlier: rows.filter((row) => row.pass < passes).length,
    withoutId: rows.filter((row) => row.id === null).length,
    end: null,
  };
  return { stored: search.stored, added: rows.length - before, fresh };
}

function readerOf(inventory: Inventory, pieceRows: () => number): InventoryReader {
  return {
    searches: async () => inventory.listed().map(({ stored }) => stored),
    notAccepted: async () => inventory.notAccepted.toSorted((one, other) => other.at - one.at),
    async rows({ id, view, from, limit, columns }) {
      const { stored, rows } = inventory.get(id);
      const ranked = viewed(rows, view);
      const window = ranked.slice(from, from + limit).map((row) => {
        const fields = itemFields(row.raw).filter(({ kind }) => kind !== 'null');
        const values = columns.map((column) => fields.find(({ name }) => name === column)?.value ?? null);
        return { ordinal: row.ordinal, id: row.id, values, isEarlier: row.pass < stored.passes };
      });
      return { rows: window, total: ranked.length };
    },
    async items({ id, view, from }): Promise<ItemsPiece> {
      const { stored, rows } = inventory.get(id);
      const ranked = viewed(rows, view);
      const next = from + pieceRows();
      const items = ranked
        .slice(from, next)
        .map(({ ordinal, raw, pass }) => ({ ordinal, raw, isEarlier: pass < stored.passes }));
      return { items, next: next < ranked.length ? next : null };
    },
    async item({ id, ordinal }) {
      const row = inventory.get(id).rows[ordinal - 1];
      return row === undefined ? null : { ordinal, id: row.id, raw: row.raw, receivedAt: row.receivedAt };
    },
    async fields(id) {
      const counts = new Map<string, number>();
      for (const { raw } of inventory.get(id).rows)
        for (const { name } of itemFields(raw)) counts.set(name, (counts.get(name) ?? 0) + 1);
      const names: readonly string[] = documentedFields;
      const others = [...counts.keys()]
        .filter((name) => !names.includes(name))
        .toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1));
      return [...names, ...others].flatMap((name) => {
        const rows = counts.get(name);
        return rows === undefined ? [] : { name, isDocumented: names.includes(name), rows };
      });
    },
    async find({ text }) {
      const found: FoundSubscriptions['found'] = [];
      for (const { stored, rows } of inventory.listed())
        for (const { id, raw, ordinal } of rows) {
          const value = identifiersOfItem(itemFields(raw)).find((one) =>
            one.toLowerCase().includes(text.toLowerCase()),
          );
          if (value === undefined || (id !== null && found.some((one) => one.id === id))) continue;
          const field = itemFields(raw).find((one) => one.value.includes(value))?.name ?? '';
          found.push({ search: stored.id, ordinal, id, field, value, askedAt: stored.askedAt });
        }
      return { found, next: null };
    },
    async compare({ id, ids }) {
      const searches = id === null ? inventory.listed() : [inventory.get(id)];
      const rows = searches.flatMap((search) => search.rows);
      const values = new Set(rows.flatMap(({ raw }) => itemFields(raw).map(({ value }) => value)));
      const found = ids.flatMap((one, place) => (values.has(one) ? place : []));
      const near = ids.flatMap((one, place) => {
        const value = found.includes(place) ? undefined : [...values].find((other) => differsByOne(one, other));
        return value === undefined ? [] : { place, value };
      });
      return { found, near, looked: rows.length, next: null };
    },
    close: async () => undefined,
  };
}

function differsByOne(one: string, other: string): boolean {
  if (one.length !== other.length || !canHaveNear(one) || !canHaveNear(other)) return false;
  return one.split('').filter((sign, at) => sign !== other[at]).length === 1;
}

function viewed(rows: readonly Row[], { find, sort, upTo }: RowsView): readonly Row[] {
  const lowered = find.toLowerCase();
  const matching = rows
    .slice(0, upTo)
    .filter(({ raw }) =>
      itemFields(raw).some(({ kind, value }) => kind !== 'null' && value.toLowerCase().includes(lowered)),
    );
  const shown = find === '' ? rows.slice(0, upTo) : matching;
  if (sort === null) return shown;
  const keyed = shown.map((row) => ({ row, key: rowKey(itemFields(row.raw), sort.field) }));
  const turn = sort.direction === 'asc' ? 1 : -1;
  const sorted = keyed.toSorted(({ key: one, row }, { key: other, row: otherRow }) => {
    if (one === null || other === null)
      return Number(one === null) - Number(other === null) || row.ordinal - otherRow.ordinal;
    if (one === other) return row.ordinal - otherRow.ordinal;
    if (typeof one !== typeof other) return typeof one === 'number' ? -turn : turn;
    return one < other ? -turn : turn;
  });
  return sorted.map(({ row }) => row);
}
