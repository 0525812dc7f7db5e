/** Tests the parts around the window, from the checkout: menu, tray, closing, sounds, saved files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test, textOfPage } from './desktop.ts';

/** Clicks an item of the menu bar. Returns false if there is none. */
function choose(app: ElectronApplication, label: string): Promise<boolean> {
  return app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const item = items.find((one) => one.label === wanted);
    item?.click();
    return item !== undefined;
  }, label);
}

function stateOfWindow(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized() === true) return 'minimized';
    return window?.isVisible() === true ? 'shown' : 'hidden';
  });
}

test('[HOST-28] has our menu items and takes no key from the page, except the one that quits on macOS', async ({
  start,
}) => {
  const app = await start();
  await app.firstWindow();
  const menu = await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    return {
      labels: items.map(({ label }) => label),
      // Without the keys that Electron's own roles add when the menu is drawn.
      keys: items.flatMap(({ accelerator }) => (typeof accelerator === 'string' ? [accelerator] : [])),
    };
  });
  expect(menu.labels).toEqual(
    expect.arrayContaining(['Settings', 'Test alarm', 'Quit Watchfloor', 'Reload page', 'Show logs']),
  );
  expect(menu.keys).toEqual(process.platform === 'darwin' ? ['Command+Q'] : []);
});

test('[HOST-28] passes the keys of the page to the page', async ({ start }) => {
  const app = await start();
  const page = await app.firstWindow();
  await expect(page.getByText('Watching', { exact: true }).first()).toBeVisible();
  // Sends the keys like a keyboard, through the window and its menu.
  await app.evaluate(
    ({ BrowserWindow }, modifier) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const type of ['keyDown', 'keyUp'] as const)
        contents?.sendInputEvent({ type, keyCode: 'K', modifiers: [modifier] });
    },
    process.platform === 'darwin' ? ('meta' as const) : ('control' as const),
  );
  await expect(page.getByRole('dialog').first()).toBeVisible();
});

test('[HOST-28] opens the settings page from the menu', async ({ start }) => {
  const app = await start();
  const page = await app.firstWindow();
  await expect(page.getByText('Watching', { exact: true }).first()).toBeVisible();
  expect(await choose(app, 'Settings')).toBe(true);
  await expect(page).toHaveURL(/#\/settings/);
});

test('[HOST-28] hides or minimizes the closed window, and shows it again at a second start', async ({
  start,
  startOutside,
  bus,
}) => {
  const app = await start();
  await app.firstWindow();
  await expect.poll(() => stateOfWindow(app)).toBe('shown');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const hasTray = process.platform !== 'linux' || bus !== null;
  await expect.poll(() => stateOfWindow(app)).toBe(hasTray ? 'hidden' : 'minimized');
  const second = startOutside([]);
  expect(await second.exit).toBe(0);
  await expect.poll(() => stateOfWindow(app)).toBe('shown');
});

test('[HOST-28] shows the window after a click in the tray', async ({ start, bus }) => {
  test.skip(process.platform !== 'linux', 'only Linux tells a program (over D-Bus) what another one has in the tray');
  test.skip(bus === null, 'there is no dbus-daemon');
  const app = await start();
  await app.firstWindow();
  await expect.poll(() => stateOfWindow(app)).toBe('shown');
  const item = await bus!.tray.firstItem();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => stateOfWindow(app)).toBe('hidden');
  await bus!.tray.click(item);
  await expect.poll(() => stateOfWindow(app)).toBe('shown');
});

test('[HOST-28] opens the window from the tray menu, which shows the state and the items for a test alarm and for quitting', async ({
  start,
  startOutside,
  bus,
}) => {
  test.skip(process.platform === 'linux' && bus === null, 'there is no dbus-daemon, and so no tray');
  const app = await start();
  await app.firstWindow();
  await expect.poll(() => stateOfWindow(app)).toBe('shown');
  const next = await app.evaluateHandle(({ Tray, BrowserWindow }) => ({
    menu: new Promise<{ label: string; enabled: boolean }[]>((resolve) => {
      // oxlint-disable-next-line typescript/unbound-method -- called with the tray, below
      const { setContextMenu } = Tray.prototype;
      Tray.prototype.setContextMenu = function set(menu) {
        setContextMenu.call(this, menu);
        const items = menu?.items.filter(({ type }) => type !== 'separator') ?? [];
        if (!items.some(({ label }) => label.includes('Watching since'))) return;
        BrowserWindow.getAllWindows()[0]?.hide();
        items[0]?.click();
        resolve(items.map(({ label, enabled }) => ({ label, enabled })));
      };
    }),
  }));
  // The tray gets a new menu for each new state. Practice restarts with failures that alarm.
  expect(await startOutside(['--practice=failure-storm']).exit).toBe(0);
  const items = await next.evaluate(({ menu }) => menu);
  expect(items.filter(({ enabled }) => enabled).map(({ label }) => label)).toEqual([
    'Open Watchfloor',
    'Test alarm',
    'Quit Watchfloor',
  ]);
  await expect.poll(() => stateOfWindow(app)).toBe('shown');
});

test('[ALARM-32] plays the sound of an alarm before the first user gesture', async ({ start }) => {
  const app = await start();
  await app.firstWindow();
  await expect.poll(() => textOfPage(app)).toContain('Watching');
  const next = await app.evaluateHandle(({ BrowserWindow }) => ({
    sound: new Promise<unknown>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.on('audio-state-changed', ({ audible }) => {
        if (audible) resolve(contents.executeJavaScript('navigator.userActivation.hasBeenActive'));
      });
    }),
  }));
  expect(await choose(app, 'Test alarm')).toBe(true);
  const wasPressed = await next.evaluate(({ sound }) => sound);
  expect(wasPressed).toBe(false);
});

test('[PAGE-422] saves an export to the path that the user chooses', async ({ start, workplace }) => {
  const app = await start();
  const page = await app.firstWindow();
  const path = join(workplace.folder, 'saved.csv');
  // Replaces the system's dialog, which only a person can answer.
  const next = await app.evaluateHandle(
    ({ session }, index) => ({
      download: new Promise<string>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(index);
          item.once('done', (_done, state) => resolve(state));
        });
      }),
    }),
    path,
  );
  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect(await next.evaluate(({ download }) => download)).toBe('completed');
  expect((await readFile(path, 'utf8')).split('\n').length).toBeGreaterThan(1);
});
