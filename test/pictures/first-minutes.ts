/** What somebody sees who has just begun: first run, Practice being started, a store in which nothing is. */
import type { Browser } from '@playwright/test';
import { Workplace } from '../support/command.ts';
import { hosted, pointerAway, says, withService } from './hosted.ts';
import type { Shots } from './shots.ts';

export async function firstMinutes(browser: Browser, shots: Shots): Promise<void> {
  if (shots.wants('first-run', 'first-run-starting')) {
    const workplace = await Workplace.create();
    await hosted(browser, workplace, {}, async ({ page, process: host, context, origin }) => {
      await shots.state(page, 'first-run', async () => {
        await page.getByRole('heading', { name: 'Connect to your service' }).waitFor();
        await pointerAway(page);
      });
      await shots.zoomed(context, origin, 'first-run');
      await shots.state(page, 'first-run-starting', async () => {
        // It never gets further, so that there is time for pictures: the page believes it for some seconds.
        host.kill('SIGSTOP');
        await page.getByTestId('start-practice').click();
        await pointerAway(page);
      });
    });
    await workplace.close();
  }
  if (!shots.wants('empty')) return;
  await withService({ scenario: 'none', subscriptions: 1_000 }, {}, async ({ workplace, profile, simulator }) => {
    // Nothing can come before somebody signs in.
    await hosted(browser, workplace, { args: ['--profile', profile] }, async ({ page }) => {
      await shots.state(page, 'sign-in-needed-empty', async () => {
        await says(page, 'Sign-in needed');
        await pointerAway(page);
      });
    });
    await simulator.stop();
  });
  await withService({ scenario: 'none', subscriptions: 1_000 }, {}, async ({ workplace, profile, secret }) => {
    await hosted(browser, workplace, { args: ['--profile', profile], environment: secret }, async ({ page }) => {
      await shots.state(page, 'empty', async () => {
        await says(page, 'Watching');
        await pointerAway(page);
        await page.waitForTimeout(500);
      });
    });
  });
}
