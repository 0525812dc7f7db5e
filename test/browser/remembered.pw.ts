/** What was watched before may have been written by another version. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { batchOf, receivedEvents } from '../doubles/received-events.ts';
import { FILLED_STORE } from '../support/command.ts';
import { someProfile } from '../doubles/profile.ts';
import { expect, test } from './page.ts';

test('a remembered profile that cannot be read is said in a line, and the page opens without it', async ({
  page,
  workplace,
  start,
}) => {
  const store = await workplace.openStore('From another version');
  await store.writer.rememberProfile(JSON.stringify({ name: 'From another version', colour: 'red' }));
  await store.close();

  const { command, link } = await start([]);
  expect(command.stderr).toMatch(/^watchfloor: A profile that was watched before is passed over\. .*"baseUrl".*\n$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Connect to your service' })).toBeVisible();
});

test('a store whose file was deleted is gone on with as its copy remembers it, or is said to be gone where there is none', async ({
  page,
  workplace,
  start,
}) => {
  const store = await workplace.openStore('Acme Europe');
  await store.writer.rememberProfile(JSON.stringify({ ...someProfile, id: FILLED_STORE }));
  await store.writer.append(batchOf('opens', receivedEvents(1, 300)));
  const { path: copy } = await store.backUp();
  await store.close();
  const events = join(workplace.dataDir, 'profiles', FILLED_STORE, 'events.db');
  rmSync(events);

  const { command, link } = await start([]);
  await page.goto(link);
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await expect(page.getByText('300 events were brought back, none is missing.').first()).toBeVisible();
  await command.stop();

  rmSync(events);
  rmSync(copy);
  const { command: another } = await start([]);
  expect(another.stderr).toMatch(
    /^watchfloor: A profile that was watched before is passed over\. .*events\.db is gone or empty.*\n$/,
  );
});
