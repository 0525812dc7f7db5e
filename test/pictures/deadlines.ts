/** Takes pictures of deadlines: their settings, with a mistake, and Watch and the wall with clocks and overdue groups. */
import type { Browser, Page } from '@playwright/test';
import { fillShift } from './filled-shift.ts';
import type { Screenshots } from './screenshots.ts';
import { movePointerAway, visitService, waitForSignal, waitForText } from './web-host.ts';

const NAMES = ['settings-deadlines', 'settings-deadlines-wrong', 'watch-deadlines', 'watch-deadlines-wall'] as const;
const NARROW = [400];

/** Chosen so that the groups of a busy shift are far from their deadline, near it, and overdue. */
const TIMES: readonly (readonly [field: string, time: string])[] = [
  ['Profile on the eUICC, unusable: take within', '2 h 35 min'],
  ['Profile on the eUICC, unusable: end within', '5 h'],
  ['Not documented by the provider: take within', '1 h'],
  ['Works now, but may swap back: take within', 'none'],
  ['Nothing changed on the eUICC: take within', '15 h'],
];

export async function deadlines(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes(...NAMES)) return;
  const service = { scenario: 'none' };
  await visitService(browser, { service, fill: (store) => fillShift(store, 'busy') }, async ({ page, origin }) => {
    await waitForSignal(page, 'Watching');
    await toAlarms(page);
    for (const [field, time] of TIMES) await type(page, field, time);
    await shots.capture(page, 'settings-deadlines', () => toDeadlines(page));
    await shots.capture(page, 'settings-deadlines-wrong', async () => {
      await type(page, 'Reachable, but unusable: take within', '15 apples');
      await type(page, 'Sent to outlets after', '8 days');
      await toDeadlines(page);
    });
    await shots.capture(page, 'watch-deadlines', () => toWatch(page, origin));
    await shots.captureWidths(page, 'watch-deadlines', NARROW, () => toWatch(page, origin));
    await shots.captureExtremes(page, 'watch-deadlines');
    await shots.capture(page, 'watch-deadlines-wall', async () => {
      await page.goto(`${origin}/?wall#/watch`);
      await waitForText(page, 'overdue');
    });
  });
}

async function toAlarms(page: Page): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/settings?part=alarms'));
  await page.getByRole('heading', { name: 'Deadlines' }).waitFor();
}

async function toDeadlines(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Deadlines' }).scrollIntoViewIfNeeded();
  await movePointerAway(page);
}

async function toWatch(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/watch`);
  await waitForText(page, 'overdue');
  await page.locator('[role=slider] rect').nth(1).waitFor({ state: 'attached' });
  await movePointerAway(page);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(text);
  await field.press('Enter');
}
