/**
 * Fixtures for journeys into the inventory: a service, its profile, a web host that watches it, and the Subscriptions
 * screen.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import { generateFleet } from '../../src-simulator/fleet/fleet.ts';
import { type Simulator, startSimulator } from '../../src-simulator/simulator.ts';
import type { RunningCommand, WatchedService, Workplace } from '../support/command.ts';
import { expect, MOVED_CLOCK, signal, type Started, test as base } from './page.ts';

interface SearchFixtures {
  /** Number of subscriptions of the simulator. */
  fleetSize: number;
  /** Simulator with the fleet of seed 1. */
  simulator: Simulator;
  /** Watches a service, and opens the Subscriptions screen. */
  watch: (service: WatchedService) => Promise<Started>;
  /** Like `watch`, in a process whose clock `advanceHostClock` moves. */
  watchWithClock: (service: WatchedService) => Promise<Started<RunningCommand>>;
}

export const test = base.extend<SearchFixtures>({
  fleetSize: [20_000, { option: true }],
  simulator: async ({ fleetSize }, use) => {
    const simulator = await startSimulator({ scenario: 'none', subscriptions: fleetSize });
    await use(simulator);
    await simulator.stop();
  },
  watch: async ({ workplace, start, page }, use) => {
    await use(async (service) => opened(page, await start(...(await watching(workplace, service)))));
  },
  watchWithClock: async ({ workplace, startProcess, page }, use) => {
    await use(async (service) => {
      const [args, environment] = await watching(workplace, service);
      return opened(page, await startProcess(args, { ...environment, ...MOVED_CLOCK }));
    });
  },
});

async function watching(
  workplace: Workplace,
  service: WatchedService,
): Promise<[args: string[], environment: Record<string, string>]> {
  const profile = await workplace.profile(service, { name: 'Acme Europe' });
  return [['--profile', profile], { [SECRET_VARIABLE]: service.clients.basic.clientSecret }];
}

async function opened<Command>(page: Page, started: Started<Command>): Promise<Started<Command>> {
  await page.goto(started.link);
  await expect(signal(page)).toHaveText(/Watching/);
  await toSubscriptions(page);
  return started;
}

export async function toSubscriptions(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(searchButton(page)).toBeVisible();
}

export const searchButton = (page: Page) => page.getByRole('button', { name: /^Search(?! in)/ }).first();
/** Rendered rows. */
export const subscriptionRows = (page: Page) => page.getByRole('grid', { name: /subscriptions/i }).locator('tbody tr');
export const loadAllButton = (page: Page) => page.getByRole('button', { name: /^Load all/ });
export const nextButton = (page: Page) => page.getByRole('button', { name: /^Next page/ });
/** Region below the rows. */
export const pager = (page: Page) => page.getByRole('region', { name: 'Pages' });
export const expectAllLoaded = (page: Page, count: number) =>
  expect(page.getByText(`All ${count.toLocaleString('en-GB')} subscriptions loaded`).first()).toBeVisible({
    timeout: 1_000_000,
  });

/** Sends a query from the JSON view. */
export async function runSearch(page: Page, body: object): Promise<void> {
  await page.keyboard.press('Control+3');
  await page.getByRole('textbox', { name: /JSON/ }).fill(JSON.stringify(body));
  await expect(searchButton(page)).toBeEnabled();
  await page.keyboard.press('Control+Enter');
}

/** Advances the clock of the host beyond the life of any page token. */
export function advanceHostClock({ command }: Started<RunningCommand>): void {
  command.process.kill('SIGUSR2');
}

/** Returns the complete exports with this file ending. */
export async function readExports(workplace: Workplace, ending: string): Promise<string[]> {
  const folder = join(workplace.dataDir, 'exports');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.filter((name) => name.endsWith(ending)).map((name) => readFile(join(folder, name), 'utf8')));
}

/** Returns the ids of all subscriptions of the simulator, in its default order. */
export function fleetIds(count: number): string[] {
  const fleet = generateFleet(1, count, Date.now());
  return Array.from({ length: count }, (_, row) => fleet.subscription(row).iotSubscriptionId);
}
