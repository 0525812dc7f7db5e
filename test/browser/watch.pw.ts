/** Tests Watch during a shift: calm, a storm, its owner, its progress, and what happened during an absence. */
import type { Page } from '@playwright/test';
import { test } from './failure-fixtures.ts';
import { railLink, enterName } from '../support/on-page.ts';
import { completedEvent, eidOf, failedEvent } from '../doubles/failed-events.ts';
import { expect, MOVED_CLOCK, signal } from './page.ts';

test('[CASE-16] a storm is one line that is taken completely and opened first, and a case shows its retry and its progress by itself', async ({
  page,
  watch,
  send,
  complaints,
}) => {
  await watch();
  await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeVisible();
  for (let number = 0; number < 24; number += 1) send(failedEvent(number));
  const lead = page.getByText('eUICCs have a profile that cannot be used.');
  await expect(lead).toBeVisible();
  await expect(railLink(page, 'Localizations')).toContainText('24');

  await page.keyboard.press('t');
  await enterName(page, 'Ines Haugen');
  const owners = page.getByRole('region', { name: 'Owners' });
  await expect(owners.getByRole('listitem').filter({ hasText: 'you' })).toContainText('24 eUICCs');

  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'Allocation failed' })).toBeVisible();
  await page.goto(`${new URL(page.url()).origin}/#/localizations?case=${encodeURIComponent(`eid:${eidOf(3)}`)}`);
  const advice = page.getByRole('list', { name: 'Advice of the provider' }).getByRole('listitem');
  await expect(advice.nth(0)).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('r');
  await expect(advice.nth(0)).toContainText('by you');
  send(failedEvent(3));
  await expect(advice.nth(0)).toContainText('failed again');
  await expect(advice.nth(1)).toHaveAttribute('aria-current', 'step');
  send(completedEvent(3, 'PROVISIONED'), completedEvent(3, 'FALLBACK_SET'));
  await expect(railLink(page, 'Localizations')).toContainText('23');
  await expect(page.getByText('Attempt 3', { exact: true })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('w');
  // On the previous screen, M would mute the case.
  await expect(lead).toBeVisible();
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Mute' }).getByRole('button', { name: 'Mute' }).click();
  // The list does not change under the pointer.
  await page.mouse.move(0, 0);
  await expect(page.getByText(/^1 muted · /)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[CASE-12, CASE-61] notes and closed cases survive a restart; a closed case returns by undo, by reopening, and when it fails again', async ({
  page,
  watch,
  send,
}) => {
  const first = await watch();
  send(failedEvent(1));
  const address = `/#/localizations?case=${encodeURIComponent(`eid:${eidOf(1)}`)}`;
  await page.goto(first.origin + address);
  await expect(page.getByRole('heading', { name: 'Allocation failed' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note' }).fill('Antenna checked on site');
  await enterName(page, 'Ines Haugen');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Antenna checked on site')).toBeVisible();
  await markAsDone(page, 'Wrong case');
  await expect(railLink(page, 'Localizations')).not.toContainText('1');
  await page.keyboard.press('Control+z');
  await expect(railLink(page, 'Localizations')).toContainText('1');
  await markAsDone(page, 'Device swapped');
  await expect(railLink(page, 'Localizations')).not.toContainText('1');
  await first.command.stop();

  const second = await watch();
  await page.goto(second.origin + address);
  await expect(page.getByText('Antenna checked on site')).toBeVisible();
  await expect(page.getByText('Device swapped')).toBeVisible();
  await expect(page.getByText('done by Ines Haugen')).toBeVisible();
  await page.getByRole('button', { name: 'Reopen' }).click();
  // The new address is another origin, so the browser does not know the name there.
  await enterName(page, 'Ines Haugen');
  await expect(railLink(page, 'Localizations')).toContainText('1');
  await markAsDone(page, '');
  await expect(railLink(page, 'Localizations')).not.toContainText('1');
  send(failedEvent(1));
  await expect(railLink(page, 'Localizations')).toContainText('1');
  await page.goto(`${second.origin}/#/watch`);
  await expect(page.getByText('back again').first()).toBeVisible();
});

async function markAsDone(page: Page, comment: string): Promise<void> {
  // The count in the rail can be ahead of the open case, which refuses the key as long as it shows a closed one.
  await expect(page.getByRole('button', { name: 'Done D', exact: true })).toBeVisible();
  await page.keyboard.press('d');
  await page.getByRole('textbox', { name: /Comment/ }).fill(comment);
  await page.keyboard.press('Enter');
}

test('[PAGE-225] a user who was away for 20 minutes sees what happened meanwhile, including gaps, until it is marked as read', async ({
  page,
  watchInProcess,
  send,
}) => {
  const { command, link } = await watchInProcess({ ...MOVED_CLOCK, MOVED_CLOCK_MS: String(22 * 60_000) });
  const { origin } = new URL(link);
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  send(failedEvent(1));
  await expect(railLink(page, 'Localizations')).toContainText('1');
  await page.mouse.move(400, 400);
  await page.goto('about:blank');
  send(failedEvent(2), failedEvent(3));
  command.process.kill('SIGUSR2');

  await page.goto(`${origin}/#/watch`);
  const since = page.getByRole('region', { name: 'Since you left' });
  await expect(since).toContainText('3 eUICCs failed');
  await expect(since).toContainText('still open');
  await expect(since).toContainText(/[1-9] ?gaps?/);
  await page.keyboard.press('Shift+X');
  await expect(since).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: /cannot be used/ })).toBeVisible();
  await expect(since).toHaveCount(0);
});

test('[PAGE-67] wall mode shows the worst state, names no device and has no controls', async ({
  page,
  watch,
  send,
}) => {
  const { origin } = await watch();
  await page.goto(`${origin}/?wall#/watch`);
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  for (let number = 0; number < 3; number += 1) send(failedEvent(number));
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('cannot be used');
  expect(await page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('textbox')).count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(/8904|8947|\d{6,}/);
});
