/** Tests keys and Ctrl+K in the real product: under its security policy, with stored events, and without a backend. */
import type { Page } from '@playwright/test';
import { DARK, violations } from './axe.ts';
import { expect, signal, test } from './page.ts';

const list = (page: Page) => page.getByRole('grid', { name: 'Events, newest first' });

test('[PAGE-59] Ctrl+K finds a stored eUICC by a part of its id, and shows what is known of it', async ({
  page,
  practice,
  complaints,
}) => {
  await practice.enter(page);
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('Control+K');
  await page.keyboard.type('8904 90');
  const found = page.getByRole('option', { name: /^\S+ 890490\d{26} eUICC/ }).first();
  await expect(found).toBeVisible();
  expect(await violations(page, DARK, '[role=dialog]')).toEqual([]);
  const [eid = ''] = /\d{32}/.exec((await found.textContent()) ?? '') ?? [];
  await found.click();
  await expect(page).toHaveURL(new RegExp(`#/subject\\?id=${eid}$`));
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(complaints).toEqual([]);
});

test(
  '[PAGE-263] the list of keys opens after the backend was killed, and the page stays',
  { tag: '@long' },
  async ({ page, startProcess, complaints }) => {
    const { command, link } = await startProcess(['--practice']);
    await page.goto(link);
    await expect(list(page)).toBeVisible();
    await command.stop('SIGKILL');
    await expect(signal(page)).toHaveText(/Not connected/);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' }).getByText('Next event', { exact: true })).toBeVisible();
    expect(await violations(page, DARK, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(list(page)).toBeFocused();
    await expect(signal(page)).toHaveText(/Not connected/);
    expect(complaints.filter((complaint) => !/WebSocket|ERR_CONNECTION/.test(complaint))).toEqual([]);
  },
);

test('[PAGE-55] the address of an unknown screen is replaced, and Back does not return to it', async ({
  page,
  practice,
}) => {
  await practice.enter(page);
  await expect(list(page)).toBeVisible();
  await page.evaluate(() => (window.location.hash = '#/localizations/x'));
  await expect(page).toHaveURL(/#\/watch$/);
  await page.evaluate(() => (window.location.hash = '#/coverage'));
  await expect(page).toHaveURL(/#\/coverage$/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/watch$/);
});
