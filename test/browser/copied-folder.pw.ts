import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { test } from './failure-fixtures.ts';
import { expect, signal } from './page.ts';

test('[PAGE-460] a page on a copied data folder asks before it watches, and then watches with it', async ({
  page,
  workplace,
  watch,
  simulator,
  complaints,
}) => {
  const { command } = await watch();
  await expect(signal(page)).toHaveText(/Watching/);
  await page.goto('about:blank');
  await command.stop();
  const copy = join(workplace.folder, 'copy');
  cpSync(workplace.dataDir, copy, { recursive: true });
  const { subscribe } = simulator.control.counters();
  const started = workplace.runInProcess(['start', '--web', '--no-open', '--data-dir', copy], {
    [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
  });
  const [, link = ''] = await started.waitForText(/^Watchfloor is ready: (\S+)$/m, 180_000);
  await page.goto(link);
  const bar = page.getByRole('banner');
  await expect(signal(page)).toHaveText(/Stopped/);
  await expect(bar.getByRole('alert')).toContainText(`is a copy of ${workplace.dataDir}`);
  expect(simulator.control.counters().subscribe).toBe(subscribe);
  await bar.getByRole('button', { name: 'Watch with this copy' }).click();
  await expect(signal(page)).toHaveText(/Watching/);
  expect(complaints).toEqual([]);
});
