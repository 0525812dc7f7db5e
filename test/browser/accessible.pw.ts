/** What axe finds on each screen, in one look. The tests with the tag `@long` check more states and the other looks. */
import { DARK, violations } from './axe.ts';
import { expect, rows, test } from './page.ts';

test('[PAGE-128] nothing that axe finds is on the main screens, or in what opens over the timeline', async ({
  page,
  start,
  complaints,
}) => {
  await page.emulateMedia(DARK.media);
  const { link } = await start([]);
  await page.goto(link);
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('p');
  await expect.poll(() => rows(page).count()).toBeGreaterThan(3);

  await page.keyboard.press('/');
  await page.keyboard.type('country:');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await violations(page, DARK, 'search')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('outcome:failled ');
  await expect(page.getByText('No outcome is called').first()).toBeVisible();
  expect(await violations(page, DARK, 'search')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');

  for (const keys of ['Shift+E', 's']) {
    // oxlint-disable no-await-in-loop -- one dialog after the other
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog').first()).toBeVisible();
    expect(await violations(page, DARK, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    // oxlint-enable no-await-in-loop
  }
  await rows(page).first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await violations(page, DARK, '[role=menu]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  // With an event open beside the list and the span open above it.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Received text' })).toBeVisible();
  await page.keyboard.press('Shift+T');
  await expect(page.getByRole('button', { name: 'Yesterday' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  for (const screen of ['Watch', 'Localizations', 'Subscriptions']) {
    // oxlint-disable no-await-in-loop -- one screen after the other
    const entry = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}`) });
    await entry.click();
    await expect(entry).toHaveAttribute('aria-current', 'page');
    expect(await violations(page), screen).toEqual([]);
    // oxlint-enable no-await-in-loop
  }
  expect(complaints).toEqual([]);
});
