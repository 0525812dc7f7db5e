/** The first page and how the page looks: nothing of them stands in anybody's way, in any scheme. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';

const schemes = [
  { name: 'dark', media: { colorScheme: 'dark' } },
  { name: 'light', media: { colorScheme: 'light' } },
  { name: 'contrast', media: { colorScheme: 'dark', contrast: 'more' } },
] as const;

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const { name, media } of schemes)
  test(`[PAGE-72] nothing that axe finds is on the first page, in the choice of looks, or on Data (${name})`, async ({
    page,
    start,
    complaints,
  }) => {
    await page.emulateMedia(media);
    const { link } = await start([]);
    await page.goto(link);
    await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('p');
    await expect(page.getByRole('link', { name: 'Coverage' })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { name: /^On this computer/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const opener = page.getByRole('button', { name: 'Appearance' });
    await opener.click();
    await expect(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // The first tab stop is the chosen theme; arrows choose, and Esc leaves where it was opened.
    await expect(page.getByRole('radio', { name: 'Follow system' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('radio', { name: 'Comfortable' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    expect(complaints).toEqual([]);
  });
