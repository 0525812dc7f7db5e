/** Tests the launch page in Chromium, because only a browser can run its script. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchWords } from '../../../src-main/hosts/web/launch-page.ts';
import { startWebHost, type WebHost } from '../../../src-main/hosts/web/web-host.ts';
import { chromiumLaunchOptions } from '../../../build/chromium.ts';
import { memoryBackend } from '../../doubles/memory-backend.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { buildPage, type BuiltPageFolder, MARKER } from './built-page.ts';
import { RecordingLog } from './recording-log.ts';

describe('the launch page in a browser', () => {
  let browser: Browser;
  let builtPage: BuiltPageFolder;
  let host: WebHost;
  let links: string[];
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await chromium.launch(await chromiumLaunchOptions());
    builtPage = await buildPage();
  });
  afterAll(async () => {
    await browser.close();
    await builtPage.remove();
  });

  beforeEach(async () => {
    links = [];
    complaints = [];
    host = await startWebHost({
      port: 0,
      application: memoryBackend().backend,
      rendererDirectory: builtPage.directory,
      clock: new FakeClock(),
      log: new RecordingLog(),
      onLaunchLink: (url) => links.push(url),
    });
    const context = await browser.newContext();
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await page.context().close();
    await host.stop();
  });

  const title = () => page.title();
  const words = () => page.locator('#words').textContent();

  it('opens the app with the link and leaves the token in no address that Back leads to', async () => {
    await page.goto(host.launchUrl);
    await expect.poll(title).toBe(MARKER);
    expect(page.url()).toBe(`${host.origin}/`);
    await page.goBack();
    expect(page.url()).not.toContain('launch');
    expect(complaints).toEqual([]);
  });

  it('keeps the rest of the address, such as `?wall`', async () => {
    await page.goto(host.launchUrl.replace('/#', '/?wall#'));
    await expect.poll(title).toBe(MARKER);
    expect(page.url()).toBe(`${host.origin}/?wall`);
  });

  it('explains what to do without a session, prints a new link on request, and accepts it in the same tab', async () => {
    await page.goto(host.origin);
    expect(await words()).toContain('Open the link in the terminal');
    await page.locator('#fresh').click();
    await expect.poll(words).toBe(launchWords.printed);
    await page.goto(links[0] ?? '');
    await expect.poll(title).toBe(MARKER);
    expect(complaints).toEqual([]);
  });

  it('explains that a link was used and that a new one is in the terminal', async () => {
    await page.goto(host.launchUrl);
    await expect.poll(title).toBe(MARKER);
    await page.context().clearCookies();
    await page.goto('about:blank');
    await page.goto(host.launchUrl);
    await expect.poll(words).toBe(launchWords.expired);
    expect([page.url(), links.length]).toEqual([`${host.origin}/`, 1]);
  });
});
