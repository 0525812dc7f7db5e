/** The built desktop app in the real Electron, on Practice. Run by `run.ts`, which knows whether there is one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

let dataDir: string;
let desktop: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-electron-'));
  const executablePath = process.env['WATCHFLOOR_ELECTRON'];
  if (executablePath === undefined) throw new Error('Run this suite with test/electron/run.ts.');
  desktop = await _electron.launch({
    executablePath,
    cwd: root,
    args: [join(root, 'out/main/index.js'), '--practice', '--data-dir', dataDir],
  });
  page = await desktop.firstWindow();
});
test.afterAll(async () => {
  await desktop.close();
  await rm(dataDir, { recursive: true });
});

test('shows that it is watching, and rows as they arrive', async () => {
  await expect(page.getByText('Watching', { exact: true }).first()).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
});

test('shows our address, and goes nowhere else', async () => {
  const address = 'app://watchfloor/';
  expect(page.url().startsWith(address)).toBe(true);
  await page.evaluate(() => {
    window.location.href = 'https://example.com/';
    window.open('https://example.com/');
  });
  // The page still answers from its own origin, and no window was added.
  expect(await page.evaluate(() => window.location.origin)).toBe('app://watchfloor');
  expect(desktop.windows()).toHaveLength(1);
});

test('gives the page the bridge, and nothing of Node or Electron', async () => {
  const found = await page.evaluate(() => ({
    bridge: Object.keys(window.watchfloor ?? {}).toSorted(),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
  }));
  expect(found).toEqual({ bridge: ['onMessage', 'send'], node: [] });
});

test('refuses to make a script of a text', async () => {
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

test('reads the whole timeline again after the page was reloaded', async () => {
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect(page.getByText('Watching', { exact: true }).first()).toBeVisible();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
});
