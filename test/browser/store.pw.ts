/** Tests the files of the store in the real page: their figures, their copies, and the report of damage. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '../../src-simulator/simulator.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { batchOf, receivedEvents } from '../doubles/received-events.ts';
import { FILLED_STORE_ID, type Workplace } from '../support/command.ts';
import { expect, timelineRows, signal, test } from './page.ts';

const EVENTS = 2_000;

async function fill(workplace: Workplace): Promise<string> {
  const store = await workplace.openStore();
  for (let first = 1; first < EVENTS; first += 500)
    await store.writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, first + 499)));
  await store.close();
  return join(workplace.dataDir, 'profiles', FILLED_STORE_ID, 'events.db');
}

/** Overwrites a third of a file with garbage, from its middle on: texts are in these pages. */
function damage(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(Math.floor(size / 3), 0xa5), 0, undefined, Math.floor(size / 2));
  closeSync(file);
}

test(
  'a damaged store opens, is watched, and reports what was restored until the user acknowledges it',
  { tag: '@long' },
  async ({ page, workplace, start, complaints }) => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000 });
    try {
      damage(await fill(workplace));
      const profile = await workplace.profile(simulator, { id: FILLED_STORE_ID });
      const { link } = await start(['--profile', profile], {
        [SECRET_VARIABLE]: simulator.clients.basic.clientSecret,
      });
      await page.goto(link);
      await expect(signal(page)).toHaveText(/Watching/);
      await page.getByRole('banner').getByRole('button', { name: '1 notice' }).click();
      const notice = page.getByRole('dialog', { name: '1 notice' });
      await expect(notice).toContainText('The stored events were damaged');
      await expect(notice).toContainText(/[\d,]+ events were restored, [\d,]+ could not be found./);
      await expect(timelineRows(page).first()).toBeVisible();
      await notice.getByRole('link', { name: 'Show' }).click();
      await expect(page.getByRole('heading', { name: /^Some of it is missing\. On this computer: / })).toBeVisible();
      await expect(page.getByText(/the old files are in .*events\.db\.damaged-/)).toBeVisible();
      await page.getByRole('button', { name: 'Acknowledge' }).click();
      await expect(page.getByRole('heading', { name: /^On this computer: / })).toBeVisible();
      await page.getByRole('button', { name: 'Make a copy now' }).click();
      await expect(page.getByText(/ events, checked/)).toBeVisible();
      expect(complaints).toEqual([]);
    } finally {
      await simulator.stop();
    }
  },
);
