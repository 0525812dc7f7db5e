/** Tests stored files that another version wrote, that were edited, or that are missing. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printProfile } from '../../src-shared/domain/profile/profile-text.ts';
import { batchOf, receivedEvents } from '../doubles/received-events.ts';
import { someProfile } from '../doubles/profile.ts';
import { FILLED_STORE_ID } from '../support/command.ts';
import { expect, test } from './page.ts';

function keep(dataDir: string, id: string, text: string): void {
  const folder = join(dataDir, 'profiles', id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'profile.json'), text, { mode: 0o600 });
}

test(
  'a stored profile that cannot be read is reported in one line, and the page opens without it',
  { tag: '@long' },
  async ({ page, workplace, start }) => {
    keep(workplace.dataDir, 'another-version', JSON.stringify({ name: 'From another version', colour: 'red' }));
    const { command, link } = await start([]);
    expect(command.stderr).toMatch(/^watchfloor: A stored profile was skipped\. .*"id".*\n$/);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test(
  'a store whose file was deleted is restored from its copy',
  { tag: '@long' },
  async ({ page, workplace, start }) => {
    const store = await workplace.openStore('Acme Europe');
    await store.writer.append(batchOf('opens', receivedEvents(1, 300)));
    await store.backUp();
    await store.close();
    keep(workplace.dataDir, FILLED_STORE_ID, printProfile({ ...someProfile, id: FILLED_STORE_ID }));
    rmSync(join(workplace.dataDir, 'profiles', FILLED_STORE_ID, 'events.db'));

    const { link } = await start([]);
    await page.goto(link);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByText('300 events were restored, none is missing.').first()).toBeVisible();
  },
);
