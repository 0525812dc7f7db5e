/** Checks the first page, Data and the choice of looks with axe, in several looks. */
import { DARK, LIGHT, MORE_CONTRAST, violations } from './axe.ts';
import { expect, test } from './page.ts';

for (const look of [DARK, LIGHT, MORE_CONTRAST])
  test(
    `[PAGE-72] axe finds no violation on the first page, in the choice of looks, and on Data (${look.name})`,
    { tag: '@long' },
    async ({ page, start, complaints }) => {
      await page.emulateMedia(look.media);
      const { link } = await start([]);
      await page.goto(link);
      await expect(page.getByRole('combobox', { name: 'Scenario' })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.keyboard.press('p');
      await expect(page.getByRole('link', { name: 'Coverage' })).toBeVisible();
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      await expect(page.getByRole('heading', { name: /^On this computer/ })).toBeVisible();
      expect(await violations(page, look)).toEqual([]);

      const opener = page.getByRole('button', { name: 'Appearance' });
      await opener.click();
      await expect(page.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();
      expect(await violations(page, look, '[role=dialog]')).toEqual([]);
      // The first Tab stop is the chosen theme, the arrow keys choose, and Esc returns the focus to the opener.
      await expect(page.getByRole('radio', { name: 'Follow system' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
      await page.getByRole('radio', { name: 'Comfortable' }).check();
      await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
      expect(complaints).toEqual([]);
    },
  );
