/** Checks the grid of the real product with axe, in several looks and with its columns open. */
import { DARK, FORCED_COLOURS, LIGHT, violations } from './axe.ts';
import { expect, timelineRows, test } from './page.ts';

for (const look of [DARK, LIGHT, FORCED_COLOURS])
  test(
    `[PAGE-72] axe finds no violation in lists with selected rows and with their columns open (${look.name})`,
    { tag: '@long' },
    async ({ page, practice, complaints }) => {
      await page.emulateMedia(look.media);
      await practice.enter(page);
      await expect.poll(() => timelineRows(page).count()).toBeGreaterThan(8);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('Shift+j');
      await expect(page.locator('[aria-selected=true]').first()).toBeVisible();
      expect(await violations(page, look)).toEqual([]);
      await page.getByRole('button', { name: 'Choose columns' }).click();
      await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
      expect(await violations(page, look, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await expect(page.getByRole('heading', { name: /^Watched/ })).toBeVisible();
      await page.keyboard.press('j');
      expect(await violations(page, look)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
