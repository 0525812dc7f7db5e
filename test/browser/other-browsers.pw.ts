/** Tests the page in browsers as Debian installs them: Firefox ESR, and briefly WebKitGTK. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import {
  type Browser,
  CONTROL,
  ENTER,
  ESCAPE,
  Firefox,
  missingFirefox,
  missingWebKit,
  SHIFT,
  WebKit,
} from '../support/other-browsers.ts';
import { test as base } from './failure-fixtures.ts';
import { completedEvent, eidOf, failedEvent } from '../doubles/failed-events.ts';
import { expect } from './page.ts';

const test = base.extend<{ webkit: WebKit; link: string }, { firefox: Firefox }>({
  // Its start takes longer than a test.
  firefox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'watchfloor-firefox-'));
      const firefox = await Firefox.start(folder);
      await use(firefox);
      await firefox.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker' },
  ],
  webkit: async ({ workplace }, use) => {
    const webkit = await WebKit.start(workplace.folder);
    await use(webkit);
    await webkit.stop();
  },
  /** The launch link of a host that watches the simulator. */
  link: async ({ simulator, workplace, start }, use) => {
    const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
    const { link } = await start(['--profile', await workplace.profile(simulator)], secret);
    await use(link);
  },
});

const ROW = 'tr[data-kind=row]';

test.describe('Firefox', () => {
  const missing = missingFirefox();
  test.skip(missing !== null, missing ?? '');
  test.afterEach(async ({ firefox }) => {
    // The page must not see that its host stops.
    await firefox.open('about:blank');
    expect(firefox.complaints.splice(0)).toEqual([]);
  });

  test('[REAL-40] Firefox shows the first event when it arrives, and holds the list for a user who scrolled', async ({
    firefox,
    link,
    send,
  }) => {
    await firefox.open(link);
    await goTo(firefox, 'Timeline', '#/timeline');
    send(completedEvent(0, 'LOCALIZED'));
    await expect.poll(() => firefox.text(ROW)).toContain(eidOf(0));
    for (let number = 1; number <= 80; number += 1) send(failedEvent(number));
    await expect.poll(() => firefox.text(ROW)).toContain(eidOf(80));

    await firefox.scroll('tr[data-kind=row]:nth-of-type(8)', 800);
    await expect.poll(() => firefox.words()).toContain('Held while you read');
    await expect.poll(async () => (await pointedRow(firefox))?.key).toMatch(/^[1-6]\d$/);
    const before = await pointedRow(firefox);
    send(failedEvent(1), failedEvent(2), failedEvent(3));
    await expect.poll(() => firefox.words()).toContain('3 new ↑');
    expect(await pointedRow(firefox)).toEqual(before);
    await firefox.click('button', '3 new ↑');
    await expect.poll(() => firefox.text(ROW)).toContain(eidOf(3));
  });

  test('[REAL-40] in Firefox, Ctrl+K goes to a screen, Ctrl+Z undoes an action, and the list of keys scrolls down only', async ({
    firefox,
    link,
    send,
  }) => {
    const { origin } = new URL(link);
    await firefox.open(link);
    await goTo(firefox, 'Localizations', '#/localizations');
    send(failedEvent(1));
    await expect.poll(() => firefox.words()).toContain('Allocation failed');
    await firefox.open(`${origin}/#/localizations?case=${encodeURIComponent(`eid:${eidOf(1)}`)}`);
    await expect.poll(() => firefox.words()).toContain('Mark as retried');
    await firefox.press('t');
    await firefox.fill('input[aria-label="Your name"]', 'Ines Haugen');
    await firefox.press(ENTER);
    await expect.poll(() => firefox.words()).toContain('Yours');
    await firefox.press(CONTROL, 'z');
    await expect.poll(() => firefox.words()).not.toContain('Yours');

    await firefox.press('?');
    const region = 'document.querySelector("[aria-label=\'Keys by purpose\']")';
    await expect.poll(() => firefox.run(`return ${region} !== null`)).toBe(true);
    const overflow = `const { scrollWidth, clientWidth, scrollHeight, clientHeight } = ${region};
      return { sideways: scrollWidth > clientWidth, down: scrollHeight > clientHeight }`;
    expect(await firefox.run(overflow)).toEqual({ sideways: false, down: true });
  });

  test('[REAL-40] Firefox saves an export of the timeline as a file, and prints the shift report', async ({
    firefox,
    link,
    send,
    workplace,
  }) => {
    await firefox.open(link);
    await goTo(firefox, 'Timeline', '#/timeline');
    send(failedEvent(1), failedEvent(2));
    await expect.poll(() => firefox.text(ROW)).toContain(eidOf(2));
    await firefox.press(SHIFT, 'E');
    await firefox.click('[role=dialog] button', 'Export');
    const saved = () => readdirSync(firefox.downloads).filter((name) => name.endsWith('.jsonl'));
    await expect.poll(saved).toHaveLength(1);
    const path = join(firefox.downloads, saved()[0] ?? '');
    const lines = () => readFileSync(path, 'utf8').trim().split('\n');
    await expect
      .poll(lines)
      .toEqual(expect.arrayContaining([expect.stringContaining(eidOf(1)), expect.stringContaining(eidOf(2))]));

    await firefox.press(ESCAPE);
    await goTo(firefox, 'Shift report', '#/report');
    await expect.poll(() => firefox.words()).toContain('Allocation failed');
    const printed = join(workplace.folder, 'report.pdf');
    writeFileSync(printed, await firefox.print());
    // Firefox's own viewer makes text of the PDF again, without the digits and some spaces.
    await firefox.open(pathToFileURL(printed).href);
    await expect.poll(() => firefox.text('.textLayer')).toMatch(/Allocation.failed.+Unassigned/s);
  });
});

test.describe('WebKitGTK', () => {
  const missing = missingWebKit();
  test.skip(missing !== null, missing ?? '');

  test('[REAL-40] WebKitGTK opens the page, goes to a screen with Ctrl+K, and shows the first event when it arrives', async ({
    webkit,
    link,
    send,
  }) => {
    await webkit.open(link);
    await goTo(webkit, 'Timeline', '#/timeline');
    send(failedEvent(1));
    await expect.poll(() => webkit.text(ROW)).toContain(eidOf(1));
  });
});

/** Goes to a screen with Ctrl+K, as soon as the page is watching. */
async function goTo(browser: Browser, screen: string, hash: string): Promise<void> {
  // The page of a launch link goes on to Watchfloor's page, which interrupts a script.
  await expect(async () => expect(await browser.text('[data-testid=signal]')).toContain('Watching')).toPass();
  await browser.press(CONTROL, 'k');
  await expect.poll(() => browser.text('[role=dialog]')).not.toBe('');
  await browser.type(screen);
  await expect.poll(() => browser.text('[role=option]')).toContain(screen);
  await browser.press(ENTER);
  await expect.poll(() => browser.run('return location.hash')).toBe(hash);
  await expect.poll(() => browser.text('[role=dialog]')).toBe('');
}

/** Returns the key and the place of the row under the pointer, or null while there is none. */
const pointedRow = (browser: Browser) =>
  browser.run<{ key: string; top: number } | null>(
    `const row = document.querySelector("tr[data-key]:hover");
    return row && { key: row.dataset.key, top: row.getBoundingClientRect().top }`,
  );
