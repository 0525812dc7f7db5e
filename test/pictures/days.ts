/** Takes pictures of coverage and stored data for a generated day, and of a store with a damaged file. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { EventStore } from '../../src-main/core/ports/event-store.ts';
import { receivedEvents } from '../doubles/received-events.ts';
import { FILLED_STORE_ID } from '../support/command.ts';
import { withHost, timelineRows, movePointerAway, visitService, waitForText, withService } from './web-host.ts';
import { appendEvents } from './filled-days.ts';
import { fillShift } from './filled-shift.ts';
import type { Screenshots } from './screenshots.ts';

const SERVICE = { scenario: 'calm-shift' };

export async function madeDay(browser: Browser, shots: Screenshots): Promise<void> {
  const fill = (store: EventStore) => fillShift(store, 'calm');
  await visitService(browser, { service: SERVICE, fill }, async ({ page, context, origin }) => {
    await shots.capture(page, 'timeline-day', async () => {
      await timelineRows(page).nth(5).waitFor();
      await movePointerAway(page);
    });
    await shots.capture(page, 'coverage', async () => {
      await openScreen(page, 'Coverage');
      await page.getByRole('heading', { name: /^Watched 1\d h/ }).waitFor();
    });
    await shots.captureExtremes(page, 'coverage');
    await shots.captureZoomed(context, `${origin}/#/coverage`, 'coverage');
    await shots.capture(page, 'data', async () => {
      await openScreen(page, 'Data');
      await page.getByRole('heading', { name: /^On this computer/ }).waitFor();
      await page.getByRole('button', { name: 'Make a copy now' }).click();
      await waitForText(page, / events, checked/);
      await movePointerAway(page);
    });
    await shots.capture(page, 'data-kept-shorter', async () => {
      await openScreen(page, 'Data');
      await page.getByRole('combobox', { name: 'Heartbeats' }).selectOption('1 day');
      await page.getByText('Saving restarts watching').waitFor();
      await movePointerAway(page);
    });
  });
}

export async function damagedStore(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('data-damaged')) return;
  await withService(SERVICE, { id: FILLED_STORE_ID }, async ({ workplace, profile, secret }) => {
    const store = await workplace.openStore('Acme Europe');
    await appendEvents(store, 'opens', receivedEvents(1, 4_000));
    await store.close();
    const path = `${workplace.dataDir}/profiles/${FILLED_STORE_ID}/events.db`;
    const { size } = statSync(path);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(Math.floor(size / 4), 0xa5), 0, undefined, Math.floor(size / 2));
    closeSync(file);
    const options = { args: ['--profile', profile], environment: secret };
    await withHost(browser, workplace, options, async ({ page }) => {
      await shots.capture(page, 'data-damaged', async () => {
        await openScreen(page, 'Data');
        await waitForText(page, /could not be found/);
        await page.getByRole('heading', { name: /On this computer/ }).waitFor();
        await movePointerAway(page);
      });
    });
  });
}

async function openScreen(page: Page, name: string): Promise<void> {
  if (name === 'Data') await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await page.getByRole('link', { name, exact: true }).first().click();
  await movePointerAway(page);
}
