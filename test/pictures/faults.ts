/** Takes pictures of each state of the signal after a fault of the service, of the store or of Watchfloor. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Browser, Page } from '@playwright/test';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { FILLED_STORE_ID } from '../support/command.ts';
import {
  type Host,
  timelineRows,
  movePointerAway,
  type Service,
  visitService,
  waitForSignal,
  waitForText,
} from './web-host.ts';
import { fillHour } from './filled-days.ts';
import type { Screenshots } from './screenshots.ts';

/** Makes the signal late after 9 s and blind after 15 s, which leaves time for pictures of both. */
const HEARTBEAT_SECONDS = 6;
const SERVICE = { scenario: 'partial-requests', timeScale: 30 / HEARTBEAT_SECONDS };
const PROFILE = { heartbeatSeconds: HEARTBEAT_SECONDS };
/** The page trusts the last frame for 9 s. */
const FROZEN_MS = 11_000;

export async function troubles(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('blind')) return;
  const visited = { service: SERVICE, profile: PROFILE, fill: (store: EventStore) => fillHour(store, 2_000) };
  const visit = (work: (shown: Service & Host) => Promise<void>) =>
    visitService(browser, visited, async (shown) => {
      await waitForSignal(shown.page, 'Watching');
      await timelineRows(shown.page).nth(15).waitFor();
      await movePointerAway(shown.page);
      await work(shown);
    });
  await visit((shown) => captureServiceFaults(shots, shown));
  await visit((shown) => captureHostFaults(shots, shown));
  await visit((shown) => shutOut(shots, shown));
  await visit(({ page, workplace }) => captureStoreFaults(shots, page, workplace.dataDir));
  await visitService(browser, { ...visited, host: { isReadOnly: true } }, ({ page }) =>
    shots.capture(page, 'read-only', async () => {
      await timelineRows(page).nth(15).waitFor();
      await movePointerAway(page);
    }),
  );
}

async function captureServiceFaults(
  shots: Screenshots,
  { page, simulator: { control } }: Service & Host,
): Promise<void> {
  await shots.capture(page, 'late', async () => {
    control.setScenario('none');
    control.stall(true);
    await page.getByTestId('signal').getByText(/late/).first().waitFor({ timeout: 30_000 });
  });
  control.stall(false);
  await waitForSignal(page, 'Watching', 60_000);
  await shots.capture(page, 'seat-taken', async () => {
    control.takeSeat(true);
    control.dropStreams('end');
    await waitForSignal(page, 'Stream in use', 60_000);
  });
  control.takeSeat(false);
  await page.getByRole('button', { name: 'Try now' }).click();
  await waitForSignal(page, 'Watching', 60_000);
  await shots.capture(page, 'sign-in-needed', async () => {
    control.planFault({ endpoint: 'subscribe', times: 2, answer: { status: 401 } });
    control.dropStreams('reset');
    await waitForSignal(page, 'Sign-in needed', 60_000);
  });
  await page.getByRole('button', { name: 'Try now' }).click();
  await waitForSignal(page, 'Watching', 60_000);
  await shots.capture(page, 'reconnecting', async () => {
    control.planFault({ endpoint: 'subscribe', times: 100, answer: { status: 503 } });
    control.dropStreams('reset');
    await waitForSignal(page, 'Reconnecting');
  });
  await shots.capture(page, 'blind', () => waitForSignal(page, 'Blind', 60_000));
  await shots.captureExtremes(page, 'blind');
  await shots.capture(page, 'blind-details', async () => {
    await page.getByRole('button', { name: 'Details' }).click();
    await page.waitForTimeout(400);
  });
}

async function captureHostFaults(shots: Screenshots, { page, origin, process: host }: Host): Promise<void> {
  await shots.capture(page, 'frozen', async () => {
    host.kill('SIGSTOP');
    await page.waitForTimeout(FROZEN_MS);
    await waitForSignal(page, 'Not connected');
  });
  host.kill('SIGCONT');
  await waitForSignal(page, 'Watching', 60_000);
  await shots.capture(page, 'killed', async () => {
    host.kill('SIGKILL');
    await page.waitForTimeout(1_500);
    await waitForSignal(page, 'Not connected');
  });
  await shots.capture(page, 'killed-detail', async () => {
    await timelineRows(page)
      .nth(4)
      .click({ position: { x: 60, y: 10 } });
    await page.waitForTimeout(800);
    await movePointerAway(page);
  });
  await shots.capture(page, 'killed-coverage', async () => {
    await page.goto(`${origin}/#/coverage`).catch(() => undefined);
    await page.waitForTimeout(500);
  });
}

async function shutOut(shots: Screenshots, { page, context, process: host }: Host): Promise<void> {
  await shots.capture(page, 'shut-out', async () => {
    // Simulates a restart of the host, which then knows no browser session.
    await context.clearCookies();
    host.kill('SIGSTOP');
    await page.waitForTimeout(FROZEN_MS);
    host.kill('SIGCONT');
    await page.waitForTimeout(FROZEN_MS);
  });
}

async function captureStoreFaults(shots: Screenshots, page: Page, dataDir: string): Promise<void> {
  const other = new Sqlite(join(dataDir, 'profiles', FILLED_STORE_ID, 'events.db'));
  try {
    await shots.capture(page, 'not-storing', async () => {
      // Another program locks the database.
      other.exec('BEGIN IMMEDIATE');
      await waitForText(page, 'Not storing', 30_000);
    });
  } finally {
    other.close();
  }
}
