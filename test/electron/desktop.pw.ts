/** The built desktop app in the real Electron, on Practice. Run by `run.ts`, which knows whether there is one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, type Page, test } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

function electronBinary(): string {
  const binary = process.env['WATCHFLOOR_ELECTRON'];
  if (binary === undefined) throw new Error('Run this suite with test/electron/run.ts.');
  return binary;
}

let dataDir: string;
let desktop: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-electron-'));
  desktop = await _electron.launch({
    executablePath: electronBinary(),
    cwd: root,
    args: [join(root, 'out/main/index.js'), '--practice', '--data-dir', dataDir],
    // As people run it: Playwright switches the sandbox off otherwise.
    chromiumSandbox: true,
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

test('[HOST-5] copies a text', async () => {
  await page.evaluate(() => navigator.clipboard.writeText('8904 from the page'));
  expect(await desktop.evaluate(({ clipboard }) => clipboard.readText())).toBe('8904 from the page');
});

test('[HOST-6] reloads when the page itself asks for it', async () => {
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => window.location.reload())]);
  await expect(page.getByText('Watching', { exact: true }).first()).toBeVisible();
});

test('has a menu of ours', async () => {
  const titles = await desktop.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  expect(titles).toEqual(expect.arrayContaining(['Help']));
});

test('[HOST-8] hands a second start over, and follows its link', async () => {
  const second = spawn(
    electronBinary(),
    [join(root, 'out/main/index.js'), '--data-dir', dataDir, 'watchfloor://coverage'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, WATCHFLOOR_TELL_STARTER: '1' } },
  );
  let said = '';
  second.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect([await once(second, 'close'), said]).toEqual([[0, null], 'watchfloor-desktop: handed-over\n']);
  await expect(page).toHaveURL(/#\/coverage/);
  expect(desktop.windows()).toHaveLength(1);
});

test('[HOST-10] notes where its window stands', async () => {
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1_200, 700));
  await expect
    .poll(() => readFile(join(dataDir, 'window.json'), 'utf8').catch(() => ''))
    .toMatch(/"width":1200,"height":700/);
});

// The last: the page that the driver knows is gone then.
test('[HOST-9] loads its page again when its process was killed', async () => {
  const shown = () =>
    desktop.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return contents?.isCrashed() === false ? String(await contents.executeJavaScript('document.body.innerText')) : '';
    });
  await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(shown).toContain('Watching');
});
