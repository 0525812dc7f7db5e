/** Tests the product with the keyboard alone, from the first page to watching, and checks it with axe. */
import type { Locator, Page } from '@playwright/test';
import { DARK, LIGHT, violations } from './axe.ts';
import { expect, signal } from './page.ts';
import { atIssuer, HEARTBEAT_SECONDS, test } from './sign-in-fixtures.ts';

/** Presses Tab until the target has the focus. Fails if Tab does not reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

test('a user without a pointer sets up a profile, signs in, tests it, and reads its rights', async ({
  page,
  simulator,
  vault,
  start,
  complaints,
}) => {
  const { link } = await start([...vault]);
  await page.goto(link);
  await expect(page.getByText('Set up a profile')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  const { baseUrl, eventsUrl, authUrl, realm } = simulator.profile;
  await type(page, 'Name', 'Acme Europe');
  await type(page, 'Base address', baseUrl);
  await type(page, 'Events address', eventsUrl);
  await type(page, 'Sign-in address', authUrl);
  await type(page, 'Realm', realm);
  await type(page, 'Client id', simulator.clients.browser.clientId);
  await type(page, 'Heartbeat', String(HEARTBEAT_SECONDS));
  await page.keyboard.press('Control+S');
  await expect(page.getByText(/^Saved/)).toBeVisible();

  // Tab continues from the end of the page at its start.
  await tabTo(page, button(page, 'Sign in').and(page.locator(':not([aria-pressed])')).first());
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const tab = await opened;
  await atIssuer(tab, 'sign-in');
  await expect(tab.getByText(/signed in/i).first()).toBeVisible();
  await tab.close();
  await expect(signal(page)).toHaveText(/Watching/);

  await tabTo(page, button(page, 'Test'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Test again')).toBeVisible();
  await expect(page.getByText(/^(All ok|It works)/)).toBeVisible();

  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Permissions' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Acme Europe');
  expect(complaints).toEqual([]);
});

for (const look of [DARK, LIGHT])
  test(
    `axe finds no violation on the first page, in Settings and on Access (${look.name})`,
    { tag: '@long' },
    async ({ page, simulator, vault, profileOf, start }) => {
      await page.emulateMedia(look.media);
      const secret = { WATCHFLOOR_CLIENT_SECRET: simulator.clients.basic.clientSecret };
      const { link } = await start([...vault, '--profile', await profileOf(simulator, 'client')], secret);
      await page.goto(link);
      await expect(signal(page)).toHaveText(/Watching/);
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      const realm = page.getByLabel('Realm', { exact: true });
      await expect(realm).toBeVisible();
      expect(await violations(page, look)).toEqual([]);

      await realm.fill('');
      await realm.blur();
      await expect(realm).toHaveAttribute('aria-invalid', 'true');
      expect(await violations(page, look)).toEqual([]);
      await button(page, 'Revert').click();

      await button(page, 'Edit the page rules').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add a rule' }).click();
      await expect(page.getByRole('button', { name: 'Remove rule 1' })).toBeVisible();
      expect(await violations(page, look, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');

      await button(page, 'Delete').click();
      await expect(page.getByRole('button', { name: 'Delete the profile' })).toBeVisible();
      expect(await violations(page, look, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');

      await page.getByRole('link', { name: 'Access', exact: true }).click();
      await expect(page.getByRole('table', { name: 'Permissions' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);

      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await button(page, 'Stop watching').click();
      await expect(button(page, 'Watch now')).toBeVisible();
      await page.goto(new URL('#/timeline', page.url()).href);
      await expect(page.getByRole('heading', { level: 1, name: /^Watch your/ })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
    },
  );
