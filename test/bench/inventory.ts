/**
 * Benchmarks the store of an inventory through its threads: storing pages and reading windows of rows. Each read is
 * compared with a plain SELECT over the same rows in the same run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import type { InventoryReader, InventoryStore } from '../../src-main/core/ports/inventory-store.ts';
import { databasesInThreads } from '../../src-main/hosts/databases.ts';
import type { RowsView } from '../../src-shared/api/searches.ts';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { parseJsonNodes } from '../../src-shared/lib/json-nodes.ts';
import { Dice } from './dice.ts';
import { atMost, type Figures, median } from './figures.ts';
import { inventoryPage } from './generated-inventory.ts';

const PAGE_ROWS = 1_000;
const WINDOW = 100;
const SAMPLES = 50;
const COLUMNS = ['iotSubscriptionId', 'subscriptionType', 'domainId', 'lastModifiedAt', 'state', 'iccid'];
const STORE_IDENTITY = { id: profileIdSchema.parse('bench-inventory'), name: 'Bench', practice: false, source: '' };

export async function benchInventory(figures: Figures, rows: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-inventory-'));
  const store = databasesInThreads(directory).inventories.open(STORE_IDENTITY);
  try {
    figures.topic(`Search results: rows of 12 fields, stored in pages of ${PAGE_ROWS}`, ['inventory']);
    await benchTaking(figures, store, rows);
    await benchWindows(figures, store, rows, join(storePaths(directory, STORE_IDENTITY).directory, 'inventory.db'));
    await benchLongReads(figures, store, rows);
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stores pages with scattered ids, as when the service sorts by another field. This is the expensive case. */
async function benchTaking(figures: Figures, { writer }: InventoryStore, rows: number): Promise<void> {
  await writer.startSearch({ id: 'bench', body: '{}', begunAt: 1, gapCheck: null });
  const shuffled = (text: string): string => text.replaceAll(/sub-(\d{10})/g, (_, n) => `sub-${scattered(Number(n))}`);
  let took = 0;
  for (let from = 0; from < rows; from += PAGE_ROWS) {
    const items = itemsOf(shuffled(inventoryPage(JSON.stringify({ after: String(from), limit: PAGE_ROWS }), rows)));
    const start = performance.now();
    await writer.storePage({ search: 'bench', key: String(from), pass: 1, items, totalHits: rows, askedAt: from + 1 });
    took += performance.now() - start;
  }
  figures.measured('rows taken a second', (rows / took) * 1_000, '', null);
  figures.measured('a page, mean', (took / rows) * PAGE_ROWS, 'ms', atMost(100));
}

const scattered = (n: number): string => String((n * 2_654_435_761) % 4_294_967_296).padStart(10, '0');

function itemsOf(body: string): readonly string[] {
  const query = parseJsonNodes(body, 2);
  const items = query.kind === 'object' ? query.members.find(({ name }) => name === 'items')?.value : undefined;
  if (items?.kind !== 'list') throw new Error('The generated page has no items.');
  return items.elements.map(({ at, end }) => body.slice(at, end));
}

async function benchWindows(figures: Figures, store: InventoryStore, rows: number, path: string): Promise<void> {
  const { reader } = store;
  const dice = new Dice(7);
  await reader.searches(); // starts the thread before the measurement
  const plain = plainSelect(path, rows, dice);
  figures.measured('a plain SELECT of as many rows, p50', plain, 'ms');
  const windows = async (name: string, view: Partial<RowsView>, maxMs: number): Promise<void> => {
    const startedAt = performance.now();
    const { total } = await windowAt(reader, rows, view, 0);
    const made = performance.now() - startedAt;
    const times: number[] = [];
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      const start = performance.now();
      await windowAt(reader, rows, view, dice.below(Math.max(1, total - WINDOW)));
      times.push(performance.now() - start);
    }
    const took = median(times);
    const aside = `${(took / plain).toFixed(1)} times the SELECT; of ${total} rows`;
    if (made > took * 10)
      figures.measured(`${name}: made`, made, 'ms', atMost(Math.max(1_000, (3_000 * rows) / 1_000_000)));
    figures.measured(`${name}: a window, p50`, took, 'ms', atMost(maxMs), aside);
  };
  await windows('as it came', {}, 10);
  await windows('sorted by a time', { sort: { field: 'lastModifiedAt', direction: 'desc' } }, 50);
  await windows('sorted by id', { sort: { field: 'iotSubscriptionId', direction: 'asc' } }, 50);
  await windows('sorted by what few values have', { sort: { field: 'state', direction: 'asc' } }, 50);
  await windows('found: a piece that few have', { find: 'trailer 77' }, 50);
  await windows('found: a piece that all have', { find: 'logistics' }, 50);
  await benchWindowsWhileSorting(figures, reader, rows);
}

function windowAt(reader: InventoryReader, rows: number, view: Partial<RowsView>, from: number) {
  const query = { find: '', sort: null, upTo: rows, ...view };
  return reader.rows({ id: 'bench', view: query, from, limit: WINDOW, columns: COLUMNS });
}

async function benchWindowsWhileSorting(figures: Figures, reader: InventoryReader, rows: number): Promise<void> {
  const order = { isMade: false };
  const making = windowAt(reader, rows, { sort: { field: 'imsi', direction: 'desc' } }, 0).finally(() => {
    order.isMade = true;
  });
  const isOver = () => order.isMade;
  const times: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    await windowAt(reader, rows, {}, 0);
    times.push(performance.now() - start);
  }
  await making;
  figures.measured('a window beside the making of an order, longest', Math.max(...times), 'ms', atMost(500));
}

function plainSelect(path: string, rows: number, dice: Dice): number {
  const database = new Sqlite(path, { readonly: true });
  const select = database.prepare('SELECT raw FROM item WHERE place > (SELECT min(place) FROM item) + ? LIMIT ?');
  const times = Array.from({ length: SAMPLES }, () => {
    const start = performance.now();
    select.all(dice.below(Math.max(1, rows - WINDOW)), WINDOW);
    return performance.now() - start;
  });
  database.close();
  return median(times);
}

async function benchLongReads(figures: Figures, { scanner }: InventoryStore, rows: number): Promise<void> {
  const view = { find: '', sort: null, upTo: rows };
  const timePages = async (readPage: (after: string | null) => Promise<{ next: string | null }>) => {
    const startedAt = performance.now();
    let longestMs = 0;
    for (let after: string | null = null, isOver = false; !isOver; isOver = after === null) {
      const start = performance.now();
      after = (await readPage(after)).next;
      longestMs = Math.max(longestMs, performance.now() - start);
    }
    return { took: performance.now() - startedAt, longestMs };
  };
  const found = await timePages((after) => scanner.find({ text: '000077712', after }));
  figures.measured('find a piece of an identifier', found.took, 'ms', null);
  figures.measured('find: the longest piece', found.longestMs, 'ms', atMost(700));
  const ids = Array.from({ length: 20_000 }, (_, index) => `89462000${String(index * 7).padStart(10, '0')}7`);
  const compared = await timePages((after) => scanner.compare({ id: null, ids, after }));
  figures.measured('compare 20,000 ids', compared.took, 'ms', null);
  figures.measured('compare: the longest piece', compared.longestMs, 'ms', atMost(700));
  const exported = await timePages(async (after) => {
    const { next } = await scanner.items({ id: 'bench', view, from: Number(after ?? 0) });
    return { next: next === null ? null : String(next) };
  });
  figures.measured('all items, as an export reads them', exported.took, 'ms', null);
  // Each reads every row once, so work that repeats with every batch shows here.
  figures.measured('find ÷ all items', found.took / exported.took, '', atMost(3));
  figures.measured('compare 20,000 ids ÷ all items', compared.took / exported.took, '', atMost(10));
}
