/** Checks what opens over the timeline with axe, for the short check in `npm test` and for that of every look. */
import type { Page } from '@playwright/test';
import { type Look, violations } from './axe.ts';
import { expect, timelineRows } from './page.ts';

/**
 * Opens completion, a mistake in the filter, the dialogs of exports and views, and the menu of a row, one after
 * another.
 * @param around selector that is checked with the completion; the complete page if omitted
 */
export async function checkTimelineOverlays(page: Page, look: Look, around?: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type('country:');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await violations(page, look, around)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('outcome:failled ');
  await expect(page.getByText('There is no outcome').first()).toBeVisible();
  expect(await violations(page, look, 'search')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');

  for (const keys of ['Shift+E', 's']) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog').first()).toBeVisible();
    expect(await violations(page, look, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await timelineRows(page).first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await violations(page, look, '[role=menu]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
}
