/** Takes pages of ten rows for ever, and tells the number of each when it was taken. `argv`: the database. */
import { openInventoryWriter } from '../../../../src-main/adapters/inventory-store/inventory-writer.ts';

const writer = openInventoryWriter(process.argv[2] ?? '', { leaveBytes: 0 });
writer.begin({ id: 's', body: '{}', begunAt: 1, gapCheck: null });
for (let page = 1; ; page += 1) {
  const items = Array.from({ length: 10 }, (_, index) => `{"iotSubscriptionId":"${page}-${index}"}`);
  writer.take({ search: 's', pass: 1, items, totalHits: null, askedAt: page }, String(page));
  process.send?.(page);
}
