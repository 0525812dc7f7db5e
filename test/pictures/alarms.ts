/** Takes pictures of alarms: rules, quiet hours, today's alarms and those that are not acknowledged. */
import type { Browser, Page } from '@playwright/test';
import { sentLocalization } from '../doubles/sent-failures.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { add, toOutlets, withReceiver } from './outlets.ts';
import { movePointerAway, visitService, waitForSignal } from './web-host.ts';
import type { Screenshots } from './screenshots.ts';

const COUNTRIES = ['NO', 'SE', 'PL'];

export async function alarming(browser: Browser, shots: Screenshots): Promise<void> {
  if (!shots.includes('settings-alarms', 'settings-alarms-refused', 'alarms-unseen', 'settings-alarms-rule')) return;
  await withReceiver((origin) => alarmingWith(browser, shots, origin));
}

async function alarmingWith(browser: Browser, shots: Screenshots, origin: string): Promise<void> {
  const service = { scenario: 'none', subscriptions: 1_000 };
  await visitService(browser, { service }, async ({ page, context, simulator }) => {
    await waitForSignal(page, 'Watching');
    await shots.capture(page, 'settings-alarms-refused', async () => {
      await toAlarms(page);
      await movePointerAway(page);
    });
    await shots.capture(page, 'settings-alarms-rule', () => describeRule(page));
    await toOutlets(page);
    await add(page, { kind: 'CloudEvents', name: 'Ticket system', url: `${origin}/in` });
    await add(page, { kind: 'Template', name: 'Chat of the shift', url: `${origin}/away` });
    await allowed(page);
    await describeRule(page);
    const dialog = page.getByRole('dialog', { name: 'Rule from a view' });
    await dialog.getByRole('button', { name: 'Sound' }).click();
    await dialog.getByRole('button', { name: 'Create alarm' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await paintNights(page);
    await fail(page, simulator);
    await shots.capture(page, 'alarms-unseen', async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /alarms?$/ })
        .click();
    });
    await page.keyboard.press('Escape');
    const name = 'settings-alarms';
    await shots.capture(page, name, async () => {
      await page
        .getByRole('list', { name: 'Alarms, newest first' })
        .getByRole('listitem')
        .last()
        .scrollIntoViewIfNeeded();
      await movePointerAway(page);
    });
    await shots.captureExtremes(page, name);
    await shots.captureZoomed(context, page.url(), name);
  });
}

async function toAlarms(page: Page): Promise<void> {
  await page.evaluate(() => void (window.location.hash = '#/settings?part=alarms'));
  await page.getByRole('heading', { name: 'Alarms' }).first().waitFor();
}

/** Replaces notifications, because Chromium's headless shell denies all of them, while a user's browser asks. */
async function allowed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Allowed extends EventTarget {
      static readonly permission = 'granted';
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('show')));
      }
      close(): void {
        this.dispatchEvent(new Event('close'));
      }
    }
    Object.assign(window, { Notification: Allowed });
  });
  await page.reload();
  await waitForSignal(page, 'Watching');
  await toAlarms(page);
}

async function describeRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rule from a view' }).click();
  await page.getByRole('textbox', { name: 'Filter' }).fill('country:NO code:START_PROFILE_ALLOCATION_FAILED');
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill('Norway, allocation');
}

async function paintNights(page: Page): Promise<void> {
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  const today = (new Date().getUTCDay() + 6) % 7;
  // Quiet hours must not include now, because the following alarms must be shown.
  const [from, to] = new Date().getUTCHours() < 7 ? ['20:00–20:30', '23:30–24:00'] : ['00:00–00:30', '05:30–06:00'];
  await cell(`Mon ${from}`).dragTo(cell(`Fri ${to}`));
  if (today < 5) await cell('Sat 00:00–00:30').dragTo(cell('Sun 07:30–08:00'));
}

async function fail(page: Page, { control }: Simulator): Promise<void> {
  const emit = (number: number, operation: string, errorCode: string) => {
    const { kind, id, data } = sentLocalization({
      eid: `89049032000001000000000000${100_000 + number}`,
      operation,
      errorCode,
      at: Date.now() + number,
      country: COUNTRIES[number % COUNTRIES.length] ?? 'NO',
    });
    control.emit({ event: kind, id, data });
  };
  const lines = page.getByRole('list', { name: 'Alarms, newest first' }).getByRole('listitem');
  emit(0, 'ENABLED', 'PROFILE_ENABLING_FAILED');
  await lines.nth(0).waitFor();
  await lines.nth(0).getByRole('button', { name: 'Acknowledge', exact: true }).click();
  control.emitConnectivityRequest(50, 3);
  await lines.nth(1).waitFor();
  for (let number = 1; number < 25; number += 1) emit(number, 'ALLOCATED', 'START_PROFILE_ALLOCATION_FAILED');
  await lines.getByText('24 eUICCs').waitFor();
}
