/** Opens members of a team, from web hosts that share a log in memory, while pictures of a team are taken. */
import type { Browser, Page } from '@playwright/test';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import { failedEvent } from '../doubles/failed-events.ts';
import { type MemoryTeamHosts, teamInMemory } from '../support/team-hosts.ts';
import type { Screenshots } from './screenshots.ts';
import { movePointerAway, newContext } from './web-host.ts';

const PHONE = 400;

export interface Shown {
  readonly shots: Screenshots;
  readonly hosts: MemoryTeamHosts;
  readonly simulator: Simulator;
  readonly open: (name: string, settings?: Parameters<MemoryTeamHosts['start']>[1]) => Promise<Desk>;
}
export interface Desk {
  readonly page: Page;
  readonly kill: () => Promise<void>;
}

export async function inTeam(
  browser: Browser,
  shots: Screenshots,
  visit: (shown: Shown) => Promise<void>,
): Promise<void> {
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 100 });
  const hosts = teamInMemory(simulator);
  const contexts: { close(): Promise<void> }[] = [];
  const open: Shown['open'] = async (name, settings) => {
    const host = await hosts.start(name, settings);
    const context = await newContext(browser);
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(host.link);
    await page.getByTestId('signal').waitFor();
    await page.evaluate(() => void (window.location.hash = '#/watch'));
    return { page, kill: host.kill };
  };
  try {
    await visit({ shots, hosts, simulator, open });
  } finally {
    for (const context of contexts) await context.close();
    await hosts.stop();
    await simulator.stop();
  }
}

/** Takes a state at the usual sizes and at the width of a phone. */
export async function capture(
  { shots }: Shown,
  page: Page,
  name: string,
  prepare: () => Promise<unknown>,
): Promise<void> {
  await shots.capture(page, name, async () => {
    await prepare();
    await movePointerAway(page);
  });
  if (shots.includes('team-holding')) await shots.captureWidths(page, name, [PHONE], async () => undefined);
}

export async function toTeam(page: Page): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/settings?part=team'));
  await page.getByRole('heading', { name: 'Team', exact: true }).first().waitFor();
}

export function fail({ simulator }: Shown, number: number, more: Parameters<typeof failedEvent>[1] = {}): void {
  const { kind, id, data } = failedEvent(number, more);
  simulator.control.emit({ event: kind, id, data });
}
