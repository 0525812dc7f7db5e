/** Stores pages of ten rows, reports each stored page, and is killed during the last one. Argument: the database. */
import { openInventoryWriter } from '../../../../../src-main/adapters/sqlite/inventory/inventory-writer.ts';

const KILLED_IN = 41;

const writer = openInventoryWriter(process.argv[2] ?? '', { minFreeBytes: 0 });
writer.startSearch({ id: 's', body: '{}', begunAt: 1, gapCheck: null });
for (let page = 1; page <= KILLED_IN; page += 1) {
  const items = Array.from({ length: 10 }, (_, index) => `{"iotSubscriptionId":"${page}-${index}"}`);
  if (page === KILLED_IN) items[Symbol.iterator] = () => dying(items);
  writer.storePage({ search: 's', key: String(page), pass: 1, items, totalHits: null, askedAt: page });
  process.send?.(page);
}

function* dying(items: readonly string[]): ArrayIterator<string> {
  for (let index = 0; index < items.length; index += 1) {
    if (index === 5) process.kill(process.pid, 'SIGKILL');
    yield items[index] ?? '';
  }
}
