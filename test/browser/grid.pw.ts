/** The one list in the real product: nothing that axe finds, in any scheme, whatever of it is open. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, rows, test } from './page.ts';

async function found(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const { name, media } of [
  { name: 'dark', media: { colorScheme: 'dark' } },
  { name: 'light', media: { colorScheme: 'light' } },
  { name: 'forced colours', media: { forcedColors: 'active' } },
] as const)
  test(`[PAGE-46] nothing that axe finds is in lists, marked, chosen, with their columns open (${name})`, async ({
    page,
    start,
    complaints,
  }) => {
    await page.emulateMedia(media);
    const { link } = await start(['--practice=failure-storm']);
    await page.goto(link);
    await expect.poll(() => rows(page).count()).toBeGreaterThan(8);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+j');
    await expect(page.locator('[aria-selected=true]').first()).toBeVisible();
    expect(await found(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    expect(await found(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: /^Watched/ })).toBeVisible();
    await page.keyboard.press('j');
    expect(await found(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
