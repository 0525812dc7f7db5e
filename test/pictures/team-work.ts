/** Takes pictures of the work that the members of a team share: a shift that is handed over, who is on shift, and views. */
import type { Page } from '@playwright/test';
import { enterName } from '../support/on-page.ts';
import { saveView } from './outlets.ts';
import { capture, fail, type Shown } from './team-desks.ts';
import { waitForSignal, waitForText } from './web-host.ts';

/** Shows a shift of three groups: another operator accepts one, declines one and leaves one. */
export async function captureShift(shown: Shown): Promise<void> {
  const [{ page: anna }, { page: ben }] = [await shown.open('Anna'), await shown.open('Ben')];
  await waitForSignal(ben, 'via Anna');
  for (const [number, operation] of ['ALLOCATED', 'DOWNLOADED', 'ENABLED', 'ENABLED'].entries())
    fail(shown, number, { operation, errorCode: `START_PROFILE_${operation}_FAILED` });
  for (const page of [anna, ben]) await waitForText(page, 'Download failed');
  await anna.evaluate(() => void (window.location.hash = '#/report'));
  await capture(shown, anna, 'shift-hand-over', async () => {
    await anna.getByRole('button', { name: 'Hand over the shift …' }).click();
    await anna
      .getByRole('textbox', { name: /^Note/ })
      .fill('The depot restarts its readers at 15:00.\nCall the provider if allocation still fails then.');
  });
  await anna.getByRole('button', { name: 'Hand over 3 groups' }).click();
  await enterName(anna, 'Anna Berg');
  await capture(shown, ben, 'shift-waiting', () => waitForText(ben, '0 of 3 accepted'));
  await ben.getByRole('link', { name: 'Show the groups' }).click();
  await ben.getByRole('button', { name: /^Accept Allocation/ }).click();
  await enterName(ben, 'Ben Okoye');
  await ben.getByRole('button', { name: /^Decline Download/ }).click();
  await ben.getByRole('textbox', { name: 'Reason' }).fill('Belongs to the roaming desk');
  await capture(shown, ben, 'shift-decline', async () => undefined);
  await ben.keyboard.press('Enter');
  await capture(shown, ben, 'shift-accepted', () => waitForText(ben, 'declined by'));
}

/** Shows views that are shared from here, that another desk shares, and that wait for the log. */
export async function captureViews(shown: Shown): Promise<void> {
  const [{ page: anna }, { page: ben }] = [await shown.open('Anna'), await shown.open('Ben')];
  await waitForSignal(ben, 'via Anna');
  fail(shown, 1);
  for (const page of [anna, ben]) await waitForText(page, 'profile that cannot be used');
  await saveView(anna, 'Failed in Norway');
  await share(anna, 'Failed in Norway');
  await anna.keyboard.press('Escape');
  await saveView(ben, 'Open failures');
  shown.hosts.log.setCutOff('ben-desk', true);
  await capture(shown, ben, 'team-views', async () => {
    await share(ben, 'Open failures');
    await waitForText(ben, 'shared with the team, sending');
    await waitForText(ben, "shared by Anna's desk");
  });
}

async function share(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Saved views' }).getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: `Share ${name} with the team` }).click();
  await waitForText(page, 'shared with the team');
}
