/** Fixtures of page tests: a running web host, a page with a session, and the errors that the browser reports. */
import { type Browser, type Cookie, expect, type Page, test as base } from '@playwright/test';
import type { Clock } from '../../src-main/core/ports/clock.ts';
import { type InProcessCommand, type RunningCommand, Workplace } from '../support/command.ts';

export interface Started<Command = InProcessCommand> {
  readonly command: Command;
  /** The one-time launch link. */
  readonly link: string;
}

type Start<Command, More extends readonly unknown[] = []> = (
  args: readonly string[],
  environment?: Record<string, string>,
  ...more: More
) => Promise<Started<Command>>;

export interface WorkerFixtures {
  /** A host that practises a failure storm, for tests that only read. */
  practice: SharedHost;
}

export interface Fixtures {
  /** Screen that is opened if the address names none; null for the default screen of the page. */
  opens: string | null;
  workplace: Workplace;
  /** Runs `watchfloor start --web --no-open …` in this process, without threads, until the test is over. */
  start: Start<InProcessCommand, [clock?: Clock]>;
  /** Runs the same as a process with threads, for tests that kill it, freeze it or move its clock. */
  startProcess: Start<RunningCommand>;
  /** Console errors, page errors and violations of the security policy, in their order. */
  complaints: string[];
}

/** A host that several tests share: a launch link works once, so each page gets a copy of one session's cookies. */
export class SharedHost {
  readonly origin: string;
  readonly #cookies: readonly Cookie[];

  private constructor(origin: string, cookies: readonly Cookie[]) {
    this.origin = origin;
    this.#cookies = cookies;
  }

  static async start(
    browser: Browser,
    workplace: Workplace,
    args: readonly string[],
    environment?: Record<string, string>,
  ): Promise<SharedHost> {
    const { link } = await ready(workplace.runInProcess(webHost(workplace, args), environment));
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await expect(signal(page)).toHaveText(/Watching/);
    const cookies = await context.cookies();
    await context.close();
    return new SharedHost(new URL(link).origin, cookies);
  }

  /** Opens the page as a browser that has a session. */
  async enter(page: Page): Promise<void> {
    await page.context().addCookies([...this.#cookies]);
    await page.goto(this.origin);
  }
}

/**
 * Environment for `startProcess`: SIGUSR2 advances the clocks of the host by a little more than the life of a page
 * token.
 */
export const MOVED_CLOCK = { NODE_OPTIONS: `--import=${new URL('../support/moved-clock.js', import.meta.url).href}` };

const webHost = (workplace: Workplace, args: readonly string[]) => [
  'start',
  '--web',
  '--no-open',
  '--data-dir',
  workplace.dataDir,
  ...args,
];

async function ready<Command extends RunningCommand | InProcessCommand>(command: Command): Promise<Started<Command>> {
  const [, link = ''] = await command.waitForText(/^Watchfloor is ready: (\S+)$/m, 180_000);
  return { command, link };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  practice: [
    async ({ browser }, use) => {
      const workplace = await Workplace.create();
      await use(await SharedHost.start(browser, workplace, ['--practice=failure-storm']));
      await workplace.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  workplace: async ({}, use) => {
    const workplace = await Workplace.create();
    await use(workplace);
    await workplace.close();
  },
  start: async ({ workplace }, use) => {
    await use((args, environment, clock) =>
      ready(workplace.runInProcess(webHost(workplace, args), environment, '', clock)),
    );
  },
  startProcess: async ({ workplace }, use) => {
    await use((args, environment) => ready(workplace.run(webHost(workplace, args), environment)));
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
export { expect };

export const signal = (page: Page) => page.getByTestId('signal');
/** Rows of the timeline without its head. */
export const timelineRows = (page: Page) =>
  page.getByRole('grid', { name: 'Events, newest first' }).locator('tbody tr');
