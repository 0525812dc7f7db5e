/** Takes pictures of a second window on one data folder: it views the first one, which then hangs. */
import type { Browser, Page } from '@playwright/test';
import type { Screenshots } from './screenshots.ts';
import { movePointerAway, visitService, waitForSignal, waitForText, withHost } from './web-host.ts';

/** CSS px: a phone, and a window beside another one. */
const NARROW = [400, 700] as const;

export async function captureViewer(browser: Browser, shots: Screenshots): Promise<void> {
  await visitService(browser, { service: { scenario: 'none' } }, async (first) => {
    await waitForSignal(first.page, 'Watching');
    const second = { environment: first.secret, args: ['--profile', first.profile] };
    await withHost(browser, first.workplace, second, async ({ page }) => {
      const capture = async (name: string, prepare: () => Promise<unknown>) => {
        await shots.capture(page, name, prepare);
        await shots.captureWidths(page, name, NARROW, async () => undefined);
      };
      await capture('viewer', async () => {
        await open(page, 'watch');
        await waitForSignal(page, 'in another window');
      });
      await capture('viewer-settings', async () => {
        await open(page, 'settings');
        await waitForText(page, 'Another window on this computer');
      });
      first.process.kill('SIGSTOP');
      await capture('viewer-not-following', async () => {
        await open(page, 'watch');
        await waitForSignal(page, 'Not following', 90_000);
      });
    });
    first.process.kill('SIGCONT');
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => void (window.location.hash = hash), `#/${address}`);
  await movePointerAway(page);
}
