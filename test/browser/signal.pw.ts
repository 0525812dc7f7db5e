/** The signal in the real page, on a service whose faults the test makes: never green when nobody listens. */
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Page } from '@playwright/test';
import { expect, rows, signal, test as base } from './page.ts';

/** The service 30 times as fast: a heartbeat a second, late after 1.5 s, blind after 2.5 s. */
const test = base.extend<{ simulator: Simulator; link: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  simulator: async ({}, use) => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 1_000, timeScale: 30 });
    await use(simulator);
    await simulator.stop();
  },
  link: async ({ workplace, simulator, start }, use) => {
    const profile = await workplace.profile(simulator, { heartbeatSeconds: 1 });
    const { link } = await start(['--profile', profile], { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret });
    await use(link);
  },
});

const strip = (page: Page) => page.getByRole('region', { name: 'Coverage of the last 24 hours' });

test('a service that goes away: reconnecting, then blind, the cause in words, and a gap on the strip', async ({
  page,
  link,
  simulator,
}) => {
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  await expect(page.getByRole('banner')).toContainText(/heartbeat\s*(under 1 s|\d s)\s*ago/);
  await expect(strip(page)).toContainText('no gaps');
  await simulator.stop();
  await expect(signal(page)).toHaveText(/Blind\s*\d+ s/, { timeout: 10_000 });
  await expect(page.getByText(/cannot be reached \(ECONNREFUSED\)|was cut/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  await expect(strip(page)).toContainText(/[12] gaps? /);
  // What was stored stays readable.
  await expect(rows(page).first()).toBeVisible();
});

test('a stream that falls silent is blind after two and a half heartbeats', async ({ page, link, simulator }) => {
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  simulator.control.stall(true);
  await expect(signal(page)).toHaveText(/Blind/, { timeout: 10_000 });
  simulator.control.stall(false);
  await expect(signal(page)).toHaveText(/Watching/, { timeout: 20_000 });
});

test('a seat that is taken, and asking again at once', async ({ page, link, simulator }) => {
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  simulator.control.takeSeat(true);
  simulator.control.dropStreams('end');
  await expect(signal(page)).toHaveText(/Seat taken/, { timeout: 10_000 });
  simulator.control.takeSeat(false);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(signal(page)).toHaveText(/Watching/);
});

test('refused tokens need a person', async ({ page, link, simulator }) => {
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  simulator.control.planFault({ endpoint: 'subscribe', times: 2, answer: { status: 401 } });
  simulator.control.dropStreams('reset');
  await expect(signal(page)).toHaveText(/Sign-in needed/, { timeout: 10_000 });
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText(/HTTP 401/).last()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(signal(page)).toHaveText(/Watching/);
});

test('the planned end of a session is no alarm: the page keeps its rows and watches on', async ({
  page,
  link,
  simulator,
}) => {
  await page.goto(link);
  await expect(signal(page)).toHaveText(/Watching/);
  simulator.control.endSession();
  await expect(rows(page).filter({ hasText: 'Session ended' })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Session started' })).toHaveCount(2, { timeout: 10_000 });
  await expect(signal(page)).toHaveText(/Watching/);
  await expect(strip(page)).toContainText(/no gaps · 1 reconnect/);
});
