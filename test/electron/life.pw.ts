/** Tests how the app of the checkout starts, ends and restarts. Each test has its own app and data folder. */
import type { ElectronApplication } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningProcess, Workplace } from '../support/command.ts';
import { expect, holder, sessions, test, WINDOW } from './desktop.ts';

const onWindows = process.platform === 'win32';
const NO_SIGNALS = 'Windows has no signals';
const NO_HOLDER = 'Windows locks the data folder without naming the process, so the test could not end the new one';

/** Resolves when the store holds a running session. */
async function watches(workplace: Workplace): Promise<void> {
  await expect.poll(() => sessions(workplace)).toEqual([null]);
}

/** Waits until another process holds the data folder and watches, and then ends it. */
async function endsAnother(workplace: Workplace, first: number | null): Promise<void> {
  await expect.poll(() => sessions(workplace)).toEqual(['stopped', null]);
  const second = holder(workplace);
  expect(second).not.toBe(first);
  if (second !== null) process.kill(second, 'SIGTERM');
  await expect.poll(() => holder(workplace)).toBeNull();
  expect(await sessions(workplace)).toEqual(['stopped', 'stopped']);
}

function ended(app: ElectronApplication): Promise<unknown> {
  return new Promise((resolve) => app.process().once('exit', resolve));
}

test('[HOST-12] closes the store after Quit in the menu', async ({ start, workplace }) => {
  const app = await start();
  await watches(workplace);
  const end = ended(app);
  await app.evaluate(({ Menu }) => {
    const [first] = Menu.getApplicationMenu()?.items ?? [];
    first?.submenu?.items.find(({ label }) => label === 'Quit Watchfloor')?.click();
  });
  expect(await end).toBe(0);
  expect(await sessions(workplace)).toEqual(['stopped']);
});

test('[HOST-12] closes the store after SIGTERM', async ({ startOutside, workplace }) => {
  test.skip(onWindows, NO_SIGNALS);
  const app = startOutside(['--practice']);
  await app.waitForText(WINDOW);
  await watches(workplace);
  app.process.kill('SIGTERM');
  expect(await app.exit).toBe(0);
  expect(await sessions(workplace)).toEqual(['stopped']);
});

test.describe('[HOST-12] logs an uncaught error, closes the store and starts again', () => {
  test.skip(onWindows, NO_HOLDER);
  for (const kind of ['exception', 'rejection'] as const) {
    test(kind, async ({ start, workplace, watched }) => {
      const app = await start(watched);
      await watches(workplace);
      const first = holder(workplace);
      const end = ended(app);
      await app.evaluate((_electron, thrown) => {
        if (thrown === 'rejection') void Promise.reject(new Error('a bug of the test'));
        else
          setImmediate(() => {
            throw new Error('a bug of the test');
          });
      }, kind);
      expect(await end).toBe(1);
      await endsAnother(workplace, first);
      expect(await readFile(join(workplace.dataDir, 'logs', 'watchfloor.log'), 'utf8')).toContain('a bug of the test');
    });
  }
});

test('[HOST-7] hands a second start over and follows its link', async ({ start, startOutside }) => {
  const app = await start();
  const page = await app.firstWindow();
  const second = startOutside(['watchfloor://coverage']);
  expect([await second.exit, second.stdout]).toEqual([0, 'watchfloor-desktop: handed-over\n']);
  await expect(page).toHaveURL(/#\/coverage/);
  expect(app.windows()).toHaveLength(1);
});

test('[HOST-7] starts again after it has ended if another start arrives while it ends', async ({
  start,
  startOutside,
  workplace,
  watched,
}) => {
  test.skip(onWindows, NO_HOLDER);
  const app = await start(watched);
  await watches(workplace);
  const first = holder(workplace);
  const end = ended(app);
  // Keeps the app alive with a closed store and a held lock until the second start arrives.
  const isEnding = app.evaluate(
    ({ app: electron }) =>
      new Promise<void>((resolve) => {
        let hasCome = false;
        electron.on('will-quit', (event) => {
          if (hasCome) return;
          event.preventDefault();
          resolve();
        });
        electron.on('second-instance', () => {
          hasCome = true;
          setImmediate(() => electron.quit());
        });
        electron.quit();
      }),
  );
  await isEnding;
  const second = startOutside([]);
  expect([await second.exit, second.stdout]).toEqual([0, 'watchfloor-desktop: handed-over\n']);
  expect(await end).toBe(0);
  await endsAnother(workplace, first);
});

test('[HOST-14] opens from npm start, which ends with the app', async ({ startOutside, workplace }) => {
  const npm = startOutside(['--practice'], {}, 'npm');
  await npm.waitForText(/^Opening the desktop app\.$/m);
  await watches(workplace);
  expect(npm.stdout).not.toContain('Using a browser');
  test.skip(onWindows, NO_SIGNALS);
  await endsApp(workplace, npm);
  expect(await sessions(workplace)).toEqual(['stopped']);
});

/** Ends the app itself, because npm passes signals only to the process that it started. */
async function endsApp(workplace: Workplace, npm: RunningProcess): Promise<void> {
  const app = holder(workplace);
  if (app !== null) process.kill(app, 'SIGTERM');
  expect(await npm.exit).toBe(0);
}
