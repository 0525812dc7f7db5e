/** Tests a deadline from Settings to the row on Watch and to the alarm, with a real host whose clock is moved. */
import type { Page } from '@playwright/test';
import { DARK, LIGHT, violations } from './axe.ts';
import { test } from './failure-fixtures.ts';
import { enterName } from '../support/on-page.ts';
import { failedEvent } from '../doubles/failed-events.ts';
import { layoutFaults } from './layout-faults.ts';
import { expect, MOVED_CLOCK, signal } from './page.ts';

const toAlarms = (page: Page) => page.evaluate(() => void (window.location.hash = '#/settings?part=alarms'));
const toWatch = (page: Page) => page.evaluate(() => void (window.location.hash = '#/watch'));

test('[DEADLINE-60] a deadline that is set on the page shows its clock, becomes overdue and alarms, and is calm again once it is taken', async ({
  page,
  watchInProcess,
  send,
  complaints,
}) => {
  const { command, link } = await watchInProcess({ ...MOVED_CLOCK, MOVED_CLOCK_MS: String(6 * 60_000) });
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  await toAlarms(page);
  const field = page.getByRole('textbox', { name: 'Profile on the eUICC, unusable: take within' });
  await field.fill('soon');
  await field.press('Enter');
  await expect(page.getByText('Expected a time such as 15 min or 1 h 30 min, or none.')).toBeVisible();
  await checkLooks(page);
  await field.fill('5');
  await field.press('Enter');
  await expect(field).toHaveValue('5 min');

  send(failedEvent(1));
  await toWatch(page);
  const row = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect(row).toContainText('take in 5 min');
  const overdue = page.getByRole('button', { name: '1 overdue' });
  await expect(overdue).toHaveCount(0);

  command.process.kill('SIGUSR2');
  await expect(row).toContainText('overdue to take');
  await expect(signal(page)).toHaveText(/Watching/);
  await checkLooks(page);
  await overdue.click();
  await expect(row.getByRole('link')).toBeFocused();

  await page.keyboard.press('t');
  await enterName(page, 'Ines Haugen');
  await expect(row).toContainText(/end in [34] h/);
  await expect(overdue).toHaveCount(0);

  await toAlarms(page);
  await expect(page.getByRole('list', { name: 'Alarms, newest first' })).toContainText(/Not taken by \d\d:\d\d · /);
  expect(complaints).toEqual([]);
});

/** Checks both colour schemes, and the width of a phone. */
async function checkLooks(page: Page): Promise<void> {
  for (const look of [LIGHT, DARK]) {
    await page.emulateMedia(look.media);
    expect(await violations(page, look), look.name).toEqual([]);
  }
  const size = page.viewportSize() ?? { width: 1_440, height: 900 };
  await page.setViewportSize({ width: 320, height: 700 });
  // Sizes that depend on a ResizeObserver follow in the next frame.
  await expect.poll(() => layoutFaults(page)).toEqual([]);
  await page.setViewportSize(size);
}
