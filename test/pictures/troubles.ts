/** Each state of the signal that a fault brings: of the service, of the store, of Watchfloor itself. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Browser } from '@playwright/test';
import { FILLED_STORE } from '../support/command.ts';
import { type Host, hosted, lines, pointerAway, says, type Service, withService } from './hosted.ts';
import { fillHour } from './made-stores.ts';
import type { Shots } from './shots.ts';

/** Late after 9 s, blind after 15 s: time enough for pictures of either. */
const HEARTBEAT_SECONDS = 6;
const SERVICE = { scenario: 'partial-requests', timeScale: 30 / HEARTBEAT_SECONDS };
const PROFILE = { id: FILLED_STORE, heartbeatSeconds: HEARTBEAT_SECONDS };
/** The page believes the last frame for nine seconds. */
const FROZEN_MS = 11_000;

export async function troubles(browser: Browser, shots: Shots): Promise<void> {
  if (!shots.wants('blind')) return;
  const visit = (work: (host: Host, service: Service) => Promise<void>) =>
    withService(SERVICE, PROFILE, async (service) => {
      const { workplace, profile, secret } = service;
      const store = await workplace.openStore('Acme Europe');
      await fillHour(store, 2_000);
      await store.close();
      const options = { args: ['--profile', profile], environment: secret };
      await hosted(browser, workplace, options, async (host) => {
        await says(host.page, 'Watching');
        await lines(host.page).nth(15).waitFor();
        await pointerAway(host.page);
        await work(host, service);
      });
    });
  await visit((host, service) => ofTheService(shots, host, service));
  await visit((host) => ofWatchfloor(shots, host));
  await visit((host) => shutOut(shots, host));
  await visit((host, { workplace }) => ofTheStore(shots, host, workplace.dataDir));
  await readOnly(browser, shots);
}

async function ofTheService(shots: Shots, { page }: Host, { simulator: { control } }: Service): Promise<void> {
  await shots.state(page, 'late', async () => {
    control.setScenario('none');
    control.stall(true);
    await page.getByTestId('signal').getByText(/late/).first().waitFor({ timeout: 30_000 });
  });
  control.stall(false);
  await says(page, 'Watching', 60_000);
  await shots.state(page, 'seat-taken', async () => {
    control.takeSeat(true);
    control.dropStreams('end');
    await says(page, 'Seat taken', 60_000);
  });
  control.takeSeat(false);
  await page.getByRole('button', { name: 'Try now' }).click();
  await says(page, 'Watching', 60_000);
  await shots.state(page, 'sign-in-needed', async () => {
    control.planFault({ endpoint: 'subscribe', times: 2, answer: { status: 401 } });
    control.dropStreams('reset');
    await says(page, 'Sign-in needed', 60_000);
  });
  await page.getByRole('button', { name: 'Try now' }).click();
  await says(page, 'Watching', 60_000);
  await shots.state(page, 'reconnecting', async () => {
    control.planFault({ endpoint: 'subscribe', times: 100, answer: { status: 503 } });
    control.dropStreams('reset');
    await says(page, 'Reconnecting');
  });
  await shots.state(page, 'blind', () => says(page, 'Blind', 60_000));
  await shots.extremes(page, 'blind');
  await shots.state(page, 'blind-details', async () => {
    await page.getByRole('button', { name: 'Details' }).click();
    await page.waitForTimeout(400);
  });
}

async function ofWatchfloor(shots: Shots, { page, origin, process: host }: Host): Promise<void> {
  await shots.state(page, 'frozen', async () => {
    host.kill('SIGSTOP');
    await page.waitForTimeout(FROZEN_MS);
    await says(page, 'Not connected');
  });
  host.kill('SIGCONT');
  await says(page, 'Watching', 60_000);
  await shots.state(page, 'killed', async () => {
    host.kill('SIGKILL');
    await page.waitForTimeout(1_500);
    await says(page, 'Not connected');
  });
  await shots.state(page, 'killed-detail', async () => {
    await lines(page)
      .nth(4)
      .click({ position: { x: 60, y: 10 } });
    await page.waitForTimeout(800);
    await pointerAway(page);
  });
  await shots.state(page, 'killed-coverage', async () => {
    await page.goto(`${origin}/#/coverage`).catch(() => undefined);
    await page.waitForTimeout(500);
  });
}

async function shutOut(shots: Shots, { page, context, process: host }: Host): Promise<void> {
  await shots.state(page, 'shut-out', async () => {
    // As after a restart of the host, which knows no browser any more.
    await context.clearCookies();
    host.kill('SIGSTOP');
    await page.waitForTimeout(FROZEN_MS);
    host.kill('SIGCONT');
    await page.waitForTimeout(FROZEN_MS);
  });
}

async function ofTheStore(shots: Shots, { page }: Host, dataDir: string): Promise<void> {
  const other = new Sqlite(join(dataDir, 'profiles', FILLED_STORE, 'events.db'));
  try {
    await shots.state(page, 'not-storing', async () => {
      // Another program has it for itself.
      other.exec('BEGIN IMMEDIATE');
      await page.getByText('Not storing').first().waitFor({ timeout: 30_000 });
    });
  } finally {
    other.close();
  }
}

async function readOnly(browser: Browser, shots: Shots): Promise<void> {
  await withService(SERVICE, PROFILE, async ({ workplace, profile, secret }) => {
    const store = await workplace.openStore('Acme Europe');
    await fillHour(store, 2_000);
    await store.close();
    const options = { args: ['--profile', profile], environment: secret, isReadOnly: true };
    await hosted(browser, workplace, options, async ({ page }) => {
      await shots.state(page, 'read-only', async () => {
        await lines(page).nth(15).waitFor();
        await pointerAway(page);
      });
    });
  });
}
