/**
 * `npm run screenshots`: makes the pictures of the documentation again, from the running app. With a folder as argument
 * it makes every screen and state at both sizes and in both schemes there, to be looked at.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { SECRET_VARIABLE } from '../src-main/adapters/sign-in/client-secret.ts';
import { startSimulator } from '../src-simulator/simulator.ts';
import { chromiumLaunchOptions } from './chromium.ts';
import { Workplace } from './support/command.ts';

type Scheme = 'dark' | 'light';
const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 900, height: 600 };

const folder = process.argv[2] ?? fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const everything = process.argv[2] !== undefined;
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  await firstRun(browser);
  await failureStorm(browser);
  if (everything) await troubles(browser);
} finally {
  await browser.close();
}

async function firstRun(with_: Browser): Promise<void> {
  await hosted([], async (link) => {
    await pictures(with_, link, 'first-run', async (page) => {
      await page.getByRole('heading', { name: 'Connect to your service' }).waitFor();
    });
  });
}

async function failureStorm(with_: Browser): Promise<void> {
  await hosted(['--practice=failure-storm'], async (link) => {
    await pictures(with_, link, 'timeline', async (page) => {
      const failed = page.locator('tbody tr').filter({ hasText: 'Failed' });
      await failed.nth(4).waitFor();
      await failed.first().click();
      await page.getByRole('heading', { name: 'Received text' }).waitFor();
    });
    if (everything) {
      await pictures(with_, link, 'timeline-list', async (page) => {
        await page.locator('tbody tr').nth(20).waitFor();
      });
      await pictures(with_, link, 'coverage', async (page) => {
        await page.getByRole('link', { name: 'Coverage' }).click();
        await page.getByRole('heading', { name: 'Coverage' }).waitFor();
      });
    }
  });
}

/** Each state of the signal that a fault of the service brings. */
async function troubles(with_: Browser): Promise<void> {
  const simulator = await startSimulator({ scenario: 'partial-requests', timeScale: 30 });
  const workplace = await Workplace.create();
  try {
    const profile = await workplace.profile(simulator, { name: 'Acme Europe', heartbeatSeconds: 1 });
    const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
    const says = (words: string) => async (page: Page) => {
      await page.getByTestId('signal').getByText(words, { exact: true }).waitFor({ timeout: 30_000 });
    };
    await hosted(
      ['--profile', profile],
      async (link) => {
        await pictures(with_, link, 'watching', says('Watching'));
        simulator.control.takeSeat(true);
        simulator.control.dropStreams('end');
        await pictures(with_, link, 'seat-taken', says('Seat taken'));
        simulator.control.takeSeat(false);
        await simulator.stop();
        await pictures(with_, link, 'blind', async (page) => {
          const tryNow = page.getByRole('button', { name: 'Try now' });
          if (await tryNow.isVisible()) await tryNow.click();
          await says('Blind')(page);
        });
      },
      secret,
    );
    await hosted(['--profile', profile], (link) => pictures(with_, link, 'sign-in-needed', says('Sign-in needed')));
  } finally {
    await simulator.stop();
    await workplace.close();
  }
}

/** A web host in a process of its own for as long as `use` runs. */
async function hosted(
  args: readonly string[],
  use: (link: string) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const workplace = await Workplace.create();
  try {
    const command = workplace.run(
      ['start', '--web', '--no-open', '--data-dir', workplace.dataDir, ...args],
      environment,
    );
    const [, link = ''] = await command.says(/^Watchfloor is ready: (\S+)$/m, 60_000);
    await use(link);
    await command.stop();
  } finally {
    await workplace.close();
  }
}

/** One picture a scheme and size. The launch link is good once: one browser profile serves all pictures of a host. */
const sessions = new Map<string, Awaited<ReturnType<Browser['newContext']>>>();

async function pictures(
  with_: Browser,
  link: string,
  name: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const { origin } = new URL(link);
  let context = sessions.get(origin);
  const first = context === undefined;
  context ??= await with_.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  sessions.set(origin, context);
  const schemes: readonly Scheme[] = ['dark', 'light'];
  for (const [index, scheme] of schemes.entries())
    for (const [size, viewport] of Object.entries(everything ? { wide: WIDE, small: SMALL } : { wide: WIDE })) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(first && index === 0 && size === 'wide' ? link : origin);
      await prepare(page);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${folder}/${name}-${scheme}${everything ? `-${size}` : ''}.png` });
      await page.close();
    }
}
