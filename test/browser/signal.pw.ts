/**
 * Tests the signal in the real page with a service whose faults the test creates: it is never green while nothing is
 * received.
 */
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Page } from '@playwright/test';
import { expect, timelineRows, signal, test as base } from './page.ts';

/** Starts the host with a service that sends a heartbeat every `heartbeatSeconds`, and opens the page. */
const test = base.extend<{ watch: (heartbeatSeconds: number) => Promise<Simulator> }>({
  watch: async ({ workplace, start, page }, use) => {
    const simulators: Simulator[] = [];
    await use(async (heartbeatSeconds) => {
      const simulator = await startSimulator({
        scenario: 'none',
        subscriptions: 1_000,
        timeScale: 30 / heartbeatSeconds,
      });
      simulators.push(simulator);
      const profile = await workplace.profile(simulator, { heartbeatSeconds });
      const { link } = await start(['--profile', profile], { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret });
      await page.goto(link);
      await expect(signal(page)).toHaveText(/Watching/);
      return simulator;
    });
    await Promise.all(simulators.map((simulator) => simulator.stop()));
  },
});

const strip = (page: Page) => page.getByRole('region', { name: 'Coverage of the last 24 hours' });

test('a silent stream and a stopped service show Blind, the cause in words, and gaps on the strip', async ({
  page,
  watch,
}) => {
  // Blind after 2.5 s. A pause of a busy machine adds a gap, so the test does not count gaps.
  const simulator = await watch(1);
  await expect(page.getByRole('banner')).toContainText(/heartbeat\s*(under 1 s|\d s)\s*ago/);
  simulator.control.stall(true);
  await expect(signal(page)).toHaveText(/Blind/);
  simulator.control.stall(false);
  await expect(signal(page)).toHaveText(/Watching/);

  await simulator.stop();
  await expect(signal(page)).toHaveText(/Blind\s*\d+ s/);
  await expect(page.getByText(/cannot be reached \(ECONNREFUSED\)|was cut/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  await expect(strip(page)).toContainText(/\d+ gaps? /);
  // Stored events stay readable.
  await expect(timelineRows(page).first()).toBeVisible();
});

test(
  'the planned end of a session is no outage; a taken seat and a refused token are shown, and retried immediately on request',
  { tag: '@long' },
  async ({ page, watch }) => {
    const simulator = await watch(30);
    await expect(strip(page)).toContainText('no gaps');
    simulator.control.endSession();
    await expect(timelineRows(page).filter({ hasText: 'Session ended' })).toBeVisible();
    await expect(timelineRows(page).filter({ hasText: 'Session started' })).toHaveCount(2);
    await expect(signal(page)).toHaveText(/Watching/);
    await expect(strip(page)).toContainText(/no gaps · 1 reconnect/);

    simulator.control.takeSeat(true);
    simulator.control.dropStreams('end');
    await expect(signal(page)).toHaveText(/Stream in use/);
    simulator.control.takeSeat(false);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(signal(page)).toHaveText(/Watching/);

    simulator.control.planFault({ endpoint: 'subscribe', times: 2, answer: { status: 401 } });
    simulator.control.dropStreams('reset');
    await expect(signal(page)).toHaveText(/Sign-in needed/);
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(page.getByText(/HTTP 401/).last()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(signal(page)).toHaveText(/Watching/);
  },
);
