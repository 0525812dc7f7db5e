/** Takes pictures of own links: their settings, the dialog with a preview and with a mistake, and a case with links. */
import type { Browser, Page } from '@playwright/test';
import { sentLocalization } from '../doubles/sent-failures.ts';
import { movePointerAway, visitService, waitForSignal } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

const LINKS = [
  { name: 'Ticket', kind: 'address', template: 'https://tickets.example/new?title={cause}&eid={eid}&at={time}' },
  { name: 'CMDB', kind: 'address', template: 'https://cmdb.example/device/{eid}' },
  { name: 'Dashboard', kind: 'address', template: 'https://grafana.example/d/iot?from={from_ms}&to={to_ms}' },
  { name: 'Hand-over line', kind: 'copy', template: '{time} {cause}, EID {eid}: {link}' },
] as const;

export async function ownLinks(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('settings-links', 'settings-links-preview', 'settings-links-mistake', 'case-links')) return;
  const service = { scenario: 'none', subscriptions: 1_000 };
  await visitService(browser, { service }, async ({ page, simulator: { control } }) => {
    await waitForSignal(page, 'Watching');
    const { kind, id, data } = sentLocalization({
      eid: '89049032000001000000000000100417',
      operation: 'ALLOCATED',
      errorCode: 'START_PROFILE_ALLOCATION_FAILED',
      at: Date.now(),
      country: 'NO',
    });
    control.emit({ event: kind, id, data });
    await show(page, '#/settings?part=links');
    for (const link of LINKS) await add(page, link);
    const name = 'settings-links';
    await shots.capture(page, name, () => movePointerAway(page));
    await shots.captureExtremes(page, name);
    await page.getByRole('button', { name: 'Edit Ticket' }).click();
    await shots.capture(page, 'settings-links-preview', () => page.getByText(/title=Allocation%20failed/).waitFor());
    await shots.capture(page, 'settings-links-mistake', async () => {
      await page.getByRole('textbox', { name: 'Address' }).fill('https://{eid}.tickets.example/');
    });
    await page.keyboard.press('Escape');
    await shots.capture(page, 'case-links', async () => {
      await show(page, '#/localizations?by=eid');
      await page.locator('[data-line]').first().click();
      await page.getByRole('navigation', { name: 'Own links' }).waitFor();
      await movePointerAway(page);
    });
  });
}

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => void (window.location.hash = to), hash);
}

async function add(page: Page, { name, kind, template }: (typeof LINKS)[number]): Promise<void> {
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Name of the link').fill(name);
  if (kind === 'copy') await page.getByLabel('Copies a text').check();
  await page.getByRole('textbox', { name: kind === 'copy' ? 'Text' : 'Address' }).fill(template);
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
