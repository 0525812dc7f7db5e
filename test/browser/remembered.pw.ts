/** What was watched before may have been written by another version. */
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
