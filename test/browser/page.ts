/** What page tests share: a running web host, a page that let itself in, and nothing that the browser complained of. */
import { type Page, test as base } from '@playwright/test';
import { type RunningCommand, Workplace } from '../support/command.ts';

interface Started {
  readonly command: RunningCommand;
  /** The one-time launch link. */
  readonly link: string;
}

export interface Fixtures {
  /** Which screen is opened where the address names none; `null`: the one that the page opens by itself. */
  opens: string | null;
  workplace: Workplace;
  /** Runs `watchfloor start --web --no-open …` until the test is over. */
  start: (args: readonly string[], environment?: Record<string, string>) => Promise<Started>;
  /** Console errors, page errors and violations of the security policy, as they come. */
  complaints: string[];
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  workplace: async ({}, use) => {
    const workplace = await Workplace.create();
    await use(workplace);
    await workplace.close();
  },
  start: async ({ workplace }, use) => {
    await use(async (args, environment) => {
      const command = workplace.run(
        ['start', '--web', '--no-open', '--data-dir', workplace.dataDir, ...args],
        environment,
      );
      const [, link = ''] = await command.says(/^Watchfloor is ready: (\S+)$/m, 60_000);
      return { command, link };
    });
  },
  // Most journeys are about events.
  opens: ['timeline', { option: true }],
  page: async ({ page, opens }, use) => {
    if (opens !== null)
      await page.addInitScript((screen) => {
        if (window.location.hash === '') window.history.replaceState(null, '', `#/${screen}`);
      }, opens);
    await use(page);
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`violates ${event.violatedDirective}: ${event.blockedURI}`),
      );
    });
    await use(complaints);
  },
});
export { expect } from '@playwright/test';

export const signal = (page: Page) => page.getByTestId('signal');
/** Rows of the timeline without its head. */
export const rows = (page: Page) => page.getByRole('grid', { name: 'Events, newest first' }).locator('tbody tr');
