/** Tests alarms with the real notifications of Chromium, which are recorded and still shown. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './failure-fixtures.ts';
import { failedEvent } from '../doubles/failed-events.ts';
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
 * Records the notifications of the page and passes them on to the browser. The headless shell of Chromium shows none
 * and reports them as denied even if they were granted. Only there, the page gets the granted permission and a `show`
 * event.
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
const history = (page: Page) => page.getByRole('list', { name: 'Alarms, newest first' }).getByRole('listitem');
const toAlarms = (page: Page) => page.evaluate(() => void (window.location.hash = '#/settings?part=alarms'));

test.describe('a browser that allows notifications', () => {
  test.use({ permissions: ['notifications'] });
  test.beforeEach(async ({ page }) => note(page, { granted: true }));

  test('[ALARM-1] shows the first failure immediately, replaces it by one summary of the storm, and opens it on a click', async ({
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

  test('[ALARM-32] shows an alarm in one of two tabs, and in the other one after the first is closed', async ({
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

  test('[ALARM-41] holds alarms back in quiet hours and lists them as not shown, but shows a test alarm and plays a requested sound', async ({
    page,
    workplace,
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
    // The page shows a change before it is stored.
    const stored = () =>
      globSync('**/alarms.json', { cwd: workplace.dataDir }).map((path) =>
        readFileSync(join(workplace.dataDir, path), 'utf8'),
      );
    await expect.poll(stored).toEqual([expect.stringMatching(/"sound":\s*true/)]);
    send(failedEvent(0));
    await expect(history(page).first()).toContainText('not shown: quiet hours');
    expect(await titles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Test alarm' }).click();
    await expect.poll(() => titles(page)).toHaveLength(1);
    await page.getByRole('button', { name: 'Not watching: hear the sound' }).click();
    await expect.poll(() => page.evaluate(() => window.sounds)).toBeGreaterThan(0);
  });
});

test('[ALARM-41] an alarm that the browser does not allow is counted, and listed as not shown', async ({
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
  await expect(history(page).first()).toContainText(/Page not delivered: this browser/);
  expect(await titles(page)).toEqual([]);
});
