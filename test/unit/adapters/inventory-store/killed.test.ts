import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openInventoryReader } from '../../../../src-main/adapters/inventory-store/inventory-reader.ts';
import { temporaryDirectory } from '../event-store/temporary-store.ts';

test('[INV-1] kill -9 between two pages loses nothing that was told, and keeps no part of a page', async () => {
  const path = join(temporaryDirectory(), 'inventory.db');
  const child = fork(fileURLToPath(new URL('./taking-child.ts', import.meta.url)), [path]);
  let told = 0;
  child.on('message', (page: number) => {
    told = page;
    if (page === 40) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  const reader = openInventoryReader(path);
  onTestFinished(() => reader.close());
  const [stored] = reader.searches();
  expect(told).toBeGreaterThanOrEqual(40);
  expect(stored?.pages).toBeGreaterThanOrEqual(told);
  expect(stored?.rows).toBe((stored?.pages ?? 0) * 10);
  const last = reader.item({ id: 's', ordinal: stored?.rows ?? 0 });
  expect([last?.id, reader.item({ id: 's', ordinal: (stored?.rows ?? 0) + 1 })]).toEqual([`${stored?.pages}-9`, null]);
  expect(reader.fields('s')).toEqual([{ name: 'iotSubscriptionId', isDocumented: true, rows: stored?.rows }]);
});
