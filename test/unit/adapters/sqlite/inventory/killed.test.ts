import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openInventoryReader } from '../../../../../src-main/adapters/sqlite/inventory/inventory-reader.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

test('[QUERY-13] kill -9 during a page loses no reported page and keeps no part of that one', async () => {
  const path = join(temporaryDirectory(), 'inventory.db');
  const child = fork(fileURLToPath(new URL('./taking-child.ts', import.meta.url)), [path]);
  let reported = 0;
  child.on('message', (page: number) => (reported = page));
  const [, signal]: unknown[] = await once(child, 'exit');
  const reader = openInventoryReader(path);
  onTestFinished(() => reader.close());
  const stored = reader.searches().map(({ pages, rows }) => ({ pages, rows }));
  expect([signal, reported <= 40, stored]).toEqual(['SIGKILL', true, [{ pages: 40, rows: 400 }]]);
  const last = reader.item({ id: 's', ordinal: 400 });
  expect([last?.id, reader.item({ id: 's', ordinal: 401 })]).toEqual(['40-9', null]);
  expect(reader.fields('s')).toEqual([{ name: 'iotSubscriptionId', isDocumented: true, rows: 400 }]);
});
