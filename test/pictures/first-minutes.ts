/** Takes pictures of the first minutes: first run, the start of Practice, an empty store. */
import type { Browser } from '@playwright/test';
import { Workplace } from '../support/command.ts';
import { withHost, movePointerAway, visitService, waitForSignal, withService } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

export async function firstMinutes(browser: Browser, shots: Screenshots): Promise<void> {
  if (shots.includes('first-run', 'first-run-starting')) {
    const workplace = await Workplace.create();
    await withHost(browser, workplace, {}, async ({ page, process: host, context, origin }) => {
      await shots.capture(page, 'first-run', async () => {
        await page.getByRole('heading', { name: 'Connect to your service' }).waitFor();
        await movePointerAway(page);
      });
      await shots.captureZoomed(context, origin, 'first-run');
      await shots.capture(page, 'first-run-starting', async () => {
        // Stops the host, so that the page shows the start of Practice for some seconds.
        host.kill('SIGSTOP');
        await page.getByTestId('start-practice').click();
        await movePointerAway(page);
      });
    });
    await workplace.close();
  }
  if (!shots.includes('empty')) return;
  await withService({ scenario: 'none', subscriptions: 1_000 }, {}, async ({ workplace, profile, simulator }) => {
    // Without a sign-in no event can arrive.
    await withHost(browser, workplace, { args: ['--profile', profile] }, async ({ page }) => {
      await shots.capture(page, 'sign-in-needed-empty', async () => {
        await waitForSignal(page, 'Sign-in needed');
        await movePointerAway(page);
      });
    });
    await simulator.stop();
  });
  await visitService(browser, { service: { scenario: 'none', subscriptions: 1_000 } }, ({ page }) =>
    shots.capture(page, 'empty', async () => {
      await waitForSignal(page, 'Watching');
      await movePointerAway(page);
      await page.waitForTimeout(500);
    }),
  );
}
