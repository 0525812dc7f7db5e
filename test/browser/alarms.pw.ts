/** Alarms as a person at a browser meets them: real notifications of Chromium, noted as they are made and shown all the same. */
import type { Page } from '@playwright/test';
import { failedEvent, test } from './failure-fixtures.ts';
import { expect } from './page.ts';

interface Noted {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly renotify: boolean;
}
declare global {
  interface Window {
    noted: Noted[];
    notifications: Notification[];
    sounds: number;
  }
}
/**
 * Notes what the page makes, and passes it on to the browser. Chromium's headless shell shows none and calls them denied
 * whatever it was granted: there alone the page is told what was granted, and that the system has shown it.
 */
async function note(of: Page, { granted }: { readonly granted: boolean }): Promise<void> {
  await of.addInitScript((isGranted) => {
    const canShow = Notification.permission === 'granted';
    window.noted = [];
    window.notifications = [];
    window.sounds = 0;
    window.Notification = class extends Notification {
      static override get permission(): NotificationPermission {
        return isGranted ? 'granted' : super.permission;
      }
      constructor(title: string, options: NotificationOptions & { renotify?: boolean } = {}) {
        super(title, options);
        const { body = '', tag = '', renotify = false } = options;
        window.noted.push({ title, body, tag, renotify });
        window.notifications.push(this);
        if (isGranted && !canShow)
          this.addEventListener('error', (event) => {
            event.stopImmediatePropagation();
            this.dispatchEvent(new Event('show'));
          });
      }
    };
    window.OscillatorNode = class extends OscillatorNode {
      constructor(...given: ConstructorParameters<typeof OscillatorNode>) {
        super(...given);
        window.sounds += 1;
      }
    };
  }, granted);
}
const noted = (page: Page) => page.evaluate(() => window.noted);
const titles = async (page: Page) => (await noted(page)).map(({ title }) => title);
const history = (page: Page) => page.getByRole('list', { name: 'What alarmed, newest first' }).getByRole('listitem');
const toAlarms = (page: Page) => page.evaluate(() => void (window.location.hash = '#/settings?part=alarms'));

test.describe('where notifications are allowed', () => {
  test.use({ permissions: ['notifications'] });
  test.beforeEach(async ({ page }) => note(page, { granted: true }));

  test('[ALARM-1] the first failure alarms at once, the storm after it becomes one summary in its place, and a click opens it', async ({
    page,
    watch,
    send,
    complaints,
  }) => {
    await watch();
    send(failedEvent(0));
    await expect.poll(() => titles(page)).toEqual([expect.stringMatching(/^Allocation failed/)]);
    for (let number = 1; number < 24; number += 1) send(failedEvent(number));
    await expect.poll(async () => (await titles(page)).at(-1)).toMatch(/^Allocation failed · 24 eUICCs/);
    const all = await noted(page);
    expect(new Set(all.map(({ tag }) => tag)).size).toBe(1);
    expect(all.filter(({ renotify }) => renotify)).toHaveLength(1);
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);

    await page.evaluate(() => window.notifications.at(-1)?.dispatchEvent(new Event('click')));
    await expect(page.getByRole('heading', { name: 'Allocation failed' }).first()).toBeVisible();
    await expect.poll(() => page.title()).not.toMatch(/^\(/);
    await toAlarms(page);
    await expect(history(page)).toHaveCount(1);
    await expect(history(page).first()).toContainText(/opened after/);
    expect(complaints).toEqual([]);
  });

  test('[CROSS-21] of two tabs one shows it, and the other takes over when that is closed', async ({
    page,
    context,
    watch,
    send,
  }) => {
    await watch();
    const other = await context.newPage();
    await note(other, { granted: true });
    await other.goto(page.url());
    await expect(other.getByTestId('signal')).toHaveText(/Watching/);
    send(failedEvent(0));
    await expect.poll(async () => [...(await titles(page)), ...(await titles(other))]).toHaveLength(1);
    expect(await titles(other)).toEqual([]);
    await page.close();
    send(failedEvent(7, { operation: 'ACTIVATED', errorCode: 'PROFILE_ACTIVATION_FAILED' }));
    await expect.poll(() => titles(other)).toHaveLength(1);
  });

  test('[CROSS-22] quiet hours hold it back, the history says so, and a test alarm is shown all the same, and heard where asked', async ({
    page,
    watch,
    send,
  }) => {
    await watch();
    await toAlarms(page);
    const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
    await cell('Mon 00:00–00:30').dragTo(cell('Sun 23:30–24:00'));
    await expect(page.getByText('Every day 00:00–24:00')).toBeVisible();
    await page
      .getByRole('row', { name: /Any failure/ })
      .getByRole('button', { name: 'Sound' })
      .click();
    send(failedEvent(0));
    await expect(history(page).first()).toContainText('not shown: quiet hours');
    expect(await titles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Test alarm' }).click();
    await expect.poll(() => titles(page)).toHaveLength(1);
    await page.getByRole('button', { name: 'Hear the sound of not watching' }).click();
    await expect.poll(() => page.evaluate(() => window.sounds)).toBeGreaterThan(0);
  });
});

test('[CROSS-22] where the browser allows none, the history says so, and the alarm is counted', async ({
  page,
  watch,
  send,
}) => {
  await note(page, { granted: false });
  await watch();
  send(failedEvent(0));
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  await toAlarms(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/This browser/);
  await expect(history(page).first()).toContainText(/not shown: .*browser/);
  expect(await titles(page)).toEqual([]);
});
