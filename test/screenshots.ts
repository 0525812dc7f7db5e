/**
 * `npm run screenshots`: makes the pictures of the documentation again, from the running app. With a folder as argument
 * it makes every screen and state at both sizes and in both schemes there, to be looked at.
 */
import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { SECRET_VARIABLE } from '../src-main/adapters/sign-in/client-secret.ts';
import type { GapReason } from '../src-shared/domain/coverage.ts';
import { startSimulator } from '../src-simulator/simulator.ts';
import { chromiumLaunchOptions } from './chromium.ts';
import { batchOf, receivedEvents } from './doubles/received-events.ts';
import { FILLED_STORE, Workplace } from './support/command.ts';

const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 900, height: 600 };

const folder = process.argv[2] ?? fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const everything = process.argv[2] !== undefined;
mkdirSync(folder, { recursive: true });

/** A running host and a browser that it let in. */
interface Host {
  readonly origin: string;
  readonly context: BrowserContext;
}

const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  await firstRun();
  await failureStorm();
  await coverageOfADay();
  if (everything) await troubles();
  if (everything) await damagedStore();
} finally {
  await browser.close();
}

async function firstRun(): Promise<void> {
  await hosted([], (host) =>
    pictures(host, 'first-run', async (page) => {
      await page.getByRole('heading', { name: 'Connect to your service' }).waitFor();
    }),
  );
}

async function failureStorm(): Promise<void> {
  await hosted(['--practice=failure-storm'], async (host) => {
    await pictures(host, 'timeline', async (page) => {
      const failed = page.locator('tbody tr').filter({ hasText: 'Failed' });
      await failed.nth(4).waitFor();
      // Not in the middle, where the identifier is: a click there copies it.
      await failed.first().click({ position: { x: 40, y: 10 } });
      await page.getByRole('heading', { name: 'Received text' }).waitFor();
    });
    if (!everything) return;
    await pictures(host, 'timeline-list', async (page) => {
      await page.locator('tbody tr').nth(20).waitFor();
    });
  });
}

/** A day as a shift lead would find it: planned reconnects, two losses, an hour in which Watchfloor was closed. */
async function coverageOfADay(): Promise<void> {
  const HOUR = 3_600_000;
  const simulator = await startSimulator({ scenario: 'calm-shift' });
  const workplace = await Workplace.create();
  try {
    const profile = await workplace.profile(simulator, { id: FILLED_STORE, name: 'Acme Europe' });
    const store = await workplace.openStore('Acme Europe');
    const losses = new Map<number, { reason: GapReason; detail: string; blindMs: number }>([
      [9, { reason: 'silent', detail: 'SILENT', blindMs: 20 * 60_000 }],
      [21, { reason: 'stopped', detail: '', blindMs: HOUR }],
      [30, { reason: 'unreachable', detail: 'ECONNREFUSED', blindMs: 12 * 60_000 }],
    ]);
    const begin = Date.now() - 20 * HOUR;
    let at = begin;
    const moment = (time: number) => ({ at: time, elapsed: time - begin });
    for (let session = 0; at < Date.now() - HOUR / 2; session += 1) {
      const events = Array.from({ length: 60 }, (_, beat) => ({
        receivedAt: at + beat * 30_000,
        kind: beat === 0 ? 'SUBSCRIPTION_STARTED' : 'HEARTBEAT',
        id: `${session}-${beat}`,
        data: JSON.stringify({ operation: '-', state: 'IN_PROGRESS', principal: simulator.domainId }),
      }));
      const last = at + 59 * 30_000;
      const { sessionId } = await store.writer.append({
        session: 'opens',
        events,
        first: moment(at),
        last: moment(last),
        after: Number.MAX_SAFE_INTEGER,
      });
      const loss = losses.get(session) ?? { reason: 'session-expired', detail: 'SUBSCRIPTION_ENDED', blindMs: 200 };
      await store.writer.endSession(sessionId, { reason: loss.reason, detail: loss.detail });
      at = last + loss.blindMs;
    }
    await store.close();
    await hosted(
      ['--profile', profile],
      async (host) => {
        await pictures(host, 'coverage', async (page) => {
          await page.getByRole('link', { name: 'Coverage' }).click();
          await page.getByRole('heading', { name: /^Watched 1\d h/ }).waitFor();
        });
        await pictures(host, 'data', async (page) => {
          await page.getByRole('link', { name: 'Data' }).click();
          await page.getByRole('heading', { name: /^On this computer/ }).waitFor();
          // Made once; the later pictures find it.
          if ((await page.getByText('checked', { exact: false }).count()) === 0)
            await page.getByRole('button', { name: 'Make a copy now' }).click();
          await page
            .getByText(/ events, checked$/)
            .first()
            .waitFor();
          await page.mouse.move(WIDE.width / 2, 1);
        });
      },
      { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret },
      workplace,
    );
  } finally {
    await simulator.stop();
    await workplace.close();
  }
}

/** Each state of the signal that a fault of the service brings. */
async function troubles(): Promise<void> {
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
      async (host) => {
        await pictures(host, 'watching', says('Watching'));
        simulator.control.takeSeat(true);
        simulator.control.dropStreams('end');
        await pictures(host, 'seat-taken', says('Seat taken'));
        simulator.control.takeSeat(false);
        await simulator.stop();
        await pictures(host, 'blind', async (page) => {
          // The seat is asked for again in a minute; nobody need wait for that.
          await page.getByRole('button', { name: 'Try now' }).click();
          await says('Blind')(page);
        });
      },
      secret,
    );
    await hosted(['--profile', profile], (host) => pictures(host, 'sign-in-needed', says('Sign-in needed')));
  } finally {
    await simulator.stop();
    await workplace.close();
  }
}

/** What is said of a store in whose file a quarter is garbage. */
async function damagedStore(): Promise<void> {
  const simulator = await startSimulator({ scenario: 'calm-shift' });
  const workplace = await Workplace.create();
  try {
    const profile = await workplace.profile(simulator, { id: FILLED_STORE, name: 'Acme Europe' });
    const store = await workplace.openStore('Acme Europe');
    for (let first = 1; first < 4_000; first += 500)
      await store.writer.append(batchOf(first === 1 ? 'opens' : 1, receivedEvents(first, first + 499)));
    await store.close();
    const path = `${workplace.dataDir}/profiles/${FILLED_STORE}/events.db`;
    const { size } = statSync(path);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(Math.floor(size / 4), 0xa5), 0, undefined, Math.floor(size / 2));
    closeSync(file);
    await hosted(
      ['--profile', profile],
      (host) =>
        pictures(host, 'data-damaged', async (page) => {
          await page.getByRole('link', { name: 'Data', exact: true }).click();
          await page
            .getByText(/could not be found/)
            .first()
            .waitFor();
          await page.getByRole('heading', { name: /On this computer/ }).waitFor();
          await page.mouse.move(WIDE.width / 2, 1);
        }),
      { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret },
      workplace,
    );
  } finally {
    await simulator.stop();
    await workplace.close();
  }
}

/** A web host in a process of its own for as long as `visit` runs. The launch link is good once, so it is used here. */
async function hosted(
  args: readonly string[],
  visit: (host: Host) => Promise<void>,
  environment: Record<string, string> = {},
  /** Where the data directory is; a new one, gone afterwards, unless given. */
  given?: Workplace,
): Promise<void> {
  const workplace = given ?? (await Workplace.create());
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' });
  try {
    const command = workplace.run(
      ['start', '--web', '--no-open', '--data-dir', workplace.dataDir, ...args],
      environment,
    );
    const [, link = ''] = await command.says(/^Watchfloor is ready: (\S+)$/m, 60_000);
    const page = await context.newPage();
    await page.goto(link);
    await page.getByTestId('signal').waitFor();
    await page.close();
    await visit({ origin: new URL(link).origin, context });
    await command.stop();
  } finally {
    await context.close();
    if (given === undefined) await workplace.close();
  }
}

/** One picture for each scheme, and for each size where everything is wanted. */
async function pictures(
  { origin, context }: Host,
  name: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  for (const scheme of ['dark', 'light'] as const)
    for (const [size, viewport] of Object.entries(everything ? { wide: WIDE, small: SMALL } : { wide: WIDE })) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(origin);
      await prepare(page);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: `${folder}/${name}-${scheme}${everything ? `-${size}` : ''}.png` });
      await page.close();
    }
}
