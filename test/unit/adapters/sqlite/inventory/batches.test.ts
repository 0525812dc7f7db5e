import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openForWriting } from '../../../../../src-main/adapters/sqlite/database.ts';
import { INVENTORY_DATABASE } from '../../../../../src-main/adapters/sqlite/inventory/inventory-database.ts';
import { createPageWriter } from '../../../../../src-main/adapters/sqlite/inventory/page-writer.ts';
import { createIdComparison } from '../../../../../src-main/adapters/sqlite/inventory/id-comparison.ts';
import { createSubscriptionFinder } from '../../../../../src-main/adapters/sqlite/inventory/subscription-finder.ts';
import { createSearchRows } from '../../../../../src-main/adapters/sqlite/inventory/search-rows.ts';
import { openInventoryWriter } from '../../../../../src-main/adapters/sqlite/inventory/inventory-writer.ts';
import { anItem, aSearchPage, REQUESTED_AT } from '../../../../doubles/stored-items.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

function slowClock(): () => number {
  let now = 0;
  return () => (now += 60_000);
}

function rows(count: number) {
  const path = join(temporaryDirectory(), 'inventory.db');
  const writer = openInventoryWriter(path, { minFreeBytes: 0 });
  writer.startSearch({ id: 's', body: '{}', begunAt: REQUESTED_AT, gapCheck: null });
  writer.close();
  const database = openForWriting(INVENTORY_DATABASE, path);
  onTestFinished(() => {
    database.close();
  });
  createPageWriter(database).write(
    aSearchPage(Array.from({ length: count }, (_, nth) => anItem(`sub-${10_000 + nth}`))),
  );
  return { database, searches: createSearchRows(database) };
}

function nexts(readPage: (after: string | null) => { readonly next: string | null }): readonly string[] {
  const all: string[] = [];
  for (let { next } = readPage(null); next !== null && all.length < 9; { next } = readPage(next)) all.push(next);
  return all;
}

describe('reading rows in batches', () => {
  it('[INV-8] compares rows in each batch, however long it takes', () => {
    const { database, searches } = rows(2_500);
    const comparison = createIdComparison(database, searches, slowClock());
    expect(nexts((after) => comparison.compareBatch({ id: 's', ids: ['sub-12499'], after }))).toEqual([
      '1 1000',
      '1 2000',
    ]);
  });

  it('[QUERY-31] searches rows in each batch, however long it takes', () => {
    const { database, searches } = rows(8_500);
    const finding = createSubscriptionFinder(database, searches, slowClock());
    expect(nexts((after) => finding.findBatch({ text: 'sub-18499', after }))).toEqual(['1 4000', '1 8000']);
  });

  it('[INV-8] compares a list from its start, even if only a part of another list was compared before', () => {
    const { database, searches } = rows(2_500);
    const comparison = createIdComparison(database, searches, slowClock());
    const first = comparison.compareBatch({ id: 's', ids: ['sub-10000', 'sub-10001'], after: null });
    const others = comparison.compareBatch({ id: 's', ids: ['sub-none', 'sub-10002'], after: null });
    expect([first.found, others.found]).toEqual([[0, 1], [1]]);
  });
});
