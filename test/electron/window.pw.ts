/** Tests the window and its page, from the checkout, with one app on Practice for all tests. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { Workplace } from '../support/command.ts';
import { type Bus, display, expect, isFiltered, launch, startBus, test, textOfPage } from './desktop.ts';

let workplace: Workplace;
let bus: Bus | null;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  workplace = await Workplace.create();
  bus = await startBus();
  app = await launch(workplace, bus);
  page = await app.firstWindow();
});
test.afterAll(async () => {
  await app.close();
  await bus?.stop();
  await workplace.close();
});

const watching = () => page.getByText('Watching', { exact: true }).first();

test('shows that it watches, and shows new rows', async () => {
  await expect(watching()).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
});

test('[HOST-10] is visible and not minimized', async () => {
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        return { isVisible: window?.isVisible(), isMinimized: window?.isMinimized() };
      }),
    )
    .toEqual({ isVisible: true, isMinimized: false });
});

test('[HOST-10] can be made full screen', async () => {
  const isAllowed = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreenable());
  expect(isAllowed).toBe(true);
});

test('[SAFE-26] runs its page in Chromium’s sandbox', async () => {
  const { pid, metrics } = await app.evaluate(({ app: electron, BrowserWindow }) => ({
    pid: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? -1,
    metrics: electron.getAppMetrics().map((one) => ({ pid: one.pid, sandboxed: one.sandboxed })),
  }));
  // Electron does not report the sandbox on Linux.
  const isSandboxed =
    process.platform === 'linux' ? isFiltered(pid) : metrics.find((one) => one.pid === pid)?.sandboxed;
  expect(isSandboxed).toBe(true);
});

test('shows our address and does not navigate away', async () => {
  expect(page.url().startsWith('app://watchfloor/')).toBe(true);
  await page.evaluate(() => {
    window.location.href = 'https://example.com/';
    window.open('https://example.com/');
  });
  expect(await page.evaluate(() => window.location.origin)).toBe('app://watchfloor');
  expect(app.windows()).toHaveLength(1);
});

test('gives the page the bridge, and no part of Node.js or Electron', async () => {
  const found = await page.evaluate(() => ({
    bridge: Object.keys(window.watchfloor ?? {}).toSorted(),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
  }));
  expect(found).toEqual({ bridge: ['onMessage', 'send'], node: [] });
});

test('refuses to run a string as a script', async () => {
  const ran = await page.evaluate(() => {
    try {
      // oxlint-disable-next-line no-new-func, no-implied-eval -- this is what the policy must refuse
      return new Function('return true')();
    } catch {
      return 'refused';
    }
  });
  expect(ran).toBe('refused');
});

test('[SAFE-5] copies text to the clipboard', async () => {
  test.skip(display() === 'wayland', 'a Wayland compositor without a keyboard gives no program its clipboard');
  await page.evaluate(() => navigator.clipboard.writeText('8904 from the page'));
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('8904 from the page');
});

test('[SAFE-13] reloads when the page requests it', async () => {
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => window.location.reload())]);
  await expect(watching()).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
});

test('[HOST-10] remembers the size of the window', async () => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1_200, 700));
  await expect
    .poll(() => readFile(join(workplace.dataDir, 'window.json'), 'utf8').catch(() => ''))
    .toMatch(/"width":1200,"height":700/);
});

// Must be the last test, because the driver loses a page whose process is killed.
test('[HOST-9] loads its page again after the renderer process was killed', async () => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => textOfPage(app)).toContain('Watching');
});
