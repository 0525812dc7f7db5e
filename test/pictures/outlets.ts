/**
 * Takes pictures of Settings › Outlets: one outlet that fails, one whose test was accepted, one whose view was deleted, and
 * the dialogs.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { movePointerAway, visitService, waitForSignal } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

const NAMES = ['settings-outlets', 'settings-outlets-add', 'settings-outlets-edit', 'settings-outlets-empty'] as const;
const VIEW = 'Failures in Norway';

export async function outlets(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes(...NAMES)) return;
  await withReceiver(async (origin) => {
    await visitService(browser, { service: { scenario: 'none', subscriptions: 100 } }, async ({ page, simulator }) => {
      await waitForSignal(page, 'Watching');
      await shots.capture(page, 'settings-outlets-empty', () => toOutlets(page));
      await saveView(page, VIEW);
      await toOutlets(page);
      await add(page, { kind: 'CloudEvents', name: 'Ticket system', url: `${origin}/in` });
      await add(page, { kind: 'Template', name: 'Chat of the shift', url: `${origin}/away` });
      await add(page, {
        kind: 'NDJSON file',
        name: 'Log pipeline',
        url: '/nowhere/watchfloor/turns.ndjson',
        signal: true,
      });
      await add(page, { kind: 'CloudEvents', name: 'Data lake', url: `${origin}/lake`, view: VIEW });
      const { kind, id, data } = sentLocalization({
        eid: '89049032000001000000000000100001',
        operation: 'ALLOCATED',
        errorCode: 'START_PROFILE_ALLOCATION_FAILED',
        at: Date.now(),
        country: 'NO',
      });
      simulator.control.emit({ event: kind, id, data });
      await page.getByText('HTTP 503').first().waitFor();
      await page.getByRole('button', { name: 'Send a test to Ticket system' }).click();
      await page.getByText('Test accepted').waitFor();
      await page.getByRole('button', { name: 'Last deliveries of Ticket system' }).click();
      await shots.capture(page, 'settings-outlets-edit', async () => {
        await page.getByRole('button', { name: 'Edit Data lake' }).click();
        const dialog = page.getByRole('dialog', { name: 'Change Data lake' });
        await dialog.getByRole('checkbox', { name: /^Send EID/ }).check();
        await dialog.getByRole('textbox', { name: 'Address' }).fill('https://lake.example.com/in');
        await dialog.getByRole('checkbox', { name: /^Send EID/ }).scrollIntoViewIfNeeded();
      });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await deleteView(page);
      await page.getByText(/Its events wait/).waitFor();
      await shots.capture(page, 'settings-outlets', () => movePointerAway(page));
      await shots.captureExtremes(page, 'settings-outlets');
      await shots.capture(page, 'settings-outlets-add', async () => {
        await page.getByRole('button', { name: 'Add outlet' }).click();
        await describe(page, { kind: 'Template', name: 'Chat of the shift', url: 'http://10.0.0.1/in' });
      });
    });
  });
}

/** Starts a server that takes all messages, except under `/away`. */
export async function withReceiver(run: (origin: string) => Promise<void>): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume();
    const isAway = request.url === '/away';
    response.statusCode = isAway ? 503 : 200;
    response.end(isAway ? 'no such room' : '');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server listens on a port
    await run(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

export async function toOutlets(page: Page): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/settings?part=outlets'));
  await page.getByRole('heading', { name: 'Outlets' }).first().waitFor();
}

export async function saveView(page: Page, name: string): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/timeline?q=outcome:failed'));
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox').first().fill(name);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function deleteView(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Saved views' }).getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: `Delete ${VIEW}` }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // The dialog returns the focus to the heading, which would show its tooltip.
  await page.getByRole('heading', { name: 'Outlets' }).click();
}

interface Described {
  readonly kind: string;
  readonly name: string;
  readonly url: string;
  /** True if only turns of watching itself are sent. */
  readonly signal?: boolean;
  /** Name of a saved view whose events are sent. */
  readonly view?: string;
}

async function describe(page: Page, { kind, name, url, signal = false, view }: Described): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add outlet' });
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: kind });
  await dialog.getByLabel('Name of the outlet').fill(name);
  await dialog.getByRole('textbox', { name: /^(?:Address|File)$/ }).fill(url);
  if (view !== undefined) await dialog.getByRole('checkbox', { name: view }).check();
  if (signal) await dialog.getByRole('checkbox', { name: 'Failure groups' }).click();
}

export async function add(page: Page, described: Described): Promise<void> {
  await page.getByRole('button', { name: 'Add outlet' }).click();
  await describe(page, described);
  const dialog = page.getByRole('dialog', { name: 'Add outlet' });
  await dialog.getByRole('button', { name: 'Add outlet' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
