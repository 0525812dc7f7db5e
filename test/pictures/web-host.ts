/** Runs a web host in a process of its own, and a signed-in browser page, while pictures are taken. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src-simulator/simulator.ts';
import { FILLED_STORE_ID, Workplace } from '../support/command.ts';
import { WIDE } from './screenshots.ts';

const LAUNCHER = fileURLToPath(new URL('../../build/watchfloor.js', import.meta.url));
const PAGE_TIMEOUT_MS = 20_000;
/** User id of the account without rights, because root can write read-only files. */
const UNPRIVILEGED_UID = 65_534;

export interface Host {
  readonly origin: string;
  readonly context: BrowserContext;
  /** Shows the product after its sign-in by the launch link. */
  readonly page: Page;
  readonly process: ChildProcess;
}

export interface HostOptions {
  readonly args?: readonly string[];
  readonly environment?: Record<string, string>;
  readonly isReadOnly?: boolean;
}

export async function withHost(
  browser: Browser,
  workplace: Workplace,
  { args = [], environment = {}, isReadOnly = false }: HostOptions,
  visit: (host: Host) => Promise<void>,
): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isReadOnly) await setReadOnly(workplace, isRoot);
  const context = await newContext(browser);
  const host = spawn(
    process.execPath,
    [LAUNCHER, 'start', '--web', '--no-open', '--data-dir', workplace.dataDir, ...args],
    {
      env: { ...process.env, HOME: workplace.folder, WATCHFLOOR_BUNDLE: '1', ...environment },
      ...(isReadOnly && isRoot && { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }),
    },
  );
  try {
    const link = await waitForLink(host);
    const page = await context.newPage();
    await page.goto(link);
    await page.getByTestId('signal').waitFor();
    await visit({ origin: new URL(link).origin, context, page, process: host });
  } finally {
    await context.close();
    host.kill('SIGKILL');
    host.kill('SIGCONT');
    if (host.exitCode === null && host.signalCode === null) await new Promise((resolve) => host.once('exit', resolve));
  }
}

/** Creates a browser context with fixed settings, so that pictures are the same each time. */
export async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: WIDE,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  // Most pictures show events, but the page opens another screen by default.
  await context.addInitScript(() => {
    if (window.location.hash === '') window.history.replaceState(null, '', '#/timeline');
  });
  return context;
}

export interface Service {
  readonly simulator: Simulator;
  readonly workplace: Workplace;
  readonly profile: string;
  readonly secret: Record<string, string>;
}

export async function withService(
  options: SimulatorOptions,
  profile: Record<string, unknown>,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  const simulator = await startSimulator(options);
  const workplace = await Workplace.create();
  try {
    await work({
      simulator,
      workplace,
      profile: await workplace.profile(simulator, { name: 'Acme Europe', ...profile }),
      secret: { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret },
    });
  } finally {
    await simulator.stop();
    await workplace.close();
  }
}

/** Watches a simulated service with the signed-in web host of a profile. */
export async function visitService(
  browser: Browser,
  { service, profile = {}, fill, host = {} }: VisitedService,
  visit: (visited: Service & Host) => Promise<void>,
): Promise<void> {
  const stored = fill === undefined ? profile : { id: FILLED_STORE_ID, ...profile };
  await withService(service, stored, async (running) => {
    const { workplace, secret } = running;
    if (fill !== undefined) {
      const store = await workplace.openStore('Acme Europe');
      await fill(store);
      await store.close();
    }
    const environment = { ...secret, ...host.environment };
    const withProfile = { environment, args: ['--profile', running.profile] };
    // A host must store the profile before its folder becomes read-only. The next host opens the stored profile.
    if (host.isReadOnly === true) await withHost(browser, workplace, withProfile, async () => undefined);
    const options = host.isReadOnly === true ? { environment, isReadOnly: true } : withProfile;
    await withHost(browser, workplace, options, (started) => visit({ ...running, ...started }));
  });
}

interface VisitedService {
  readonly service: SimulatorOptions;
  readonly profile?: Record<string, unknown>;
  /** Fills the store before the host opens it. */
  readonly fill?: (store: EventStore) => Promise<unknown>;
  readonly host?: Omit<HostOptions, 'args'>;
}

export async function movePointerAway(page: Page): Promise<void> {
  await page.mouse.move((page.viewportSize()?.width ?? WIDE.width) / 2, 1);
}

export const waitForSignal = (page: Page, words: string, timeout = 30_000) =>
  page.getByTestId('signal').getByText(words, { exact: false }).first().waitFor({ timeout });

export const waitForText = (page: Page, text: string | RegExp, timeout?: number) =>
  page
    .getByText(text)
    .first()
    .waitFor({ ...(timeout !== undefined && { timeout }) });

export const timelineRows = (page: Page) =>
  page.getByRole('grid', { name: 'Events, newest first' }).locator('tbody tr');

async function waitForLink(host: ChildProcess): Promise<string> {
  let output = '';
  host.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  for await (const text of host.stdout?.setEncoding('utf8') ?? []) {
    output += String(text);
    const link = /^Watchfloor is ready: (\S+)$/m.exec(output)?.[1];
    if (link !== undefined) return link;
  }
  throw new Error(`the web host ended: ${output}`);
}

/** Makes only the folder of the store read-only. The program writes other files next to it. */
async function setReadOnly(workplace: Workplace, isRoot: boolean): Promise<void> {
  const files = await readdir(workplace.dataDir, { recursive: true });
  if (isRoot)
    for (const file of ['', ...files]) await chown(join(workplace.dataDir, file), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  await chmod(workplace.folder, 0o755);
  const profiles = join(workplace.dataDir, 'profiles');
  await chmod(profiles, 0o755);
  for (const name of await readdir(profiles)) {
    const folder = join(profiles, name);
    for (const file of await readdir(folder)) await chmod(join(folder, file), 0o444);
    await chmod(folder, 0o555);
  }
}
