import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  app,
  BrowserWindow,
  callNames,
  calls,
  type FakeWebContents,
  nativeTheme,
  resetElectron,
  screen,
} from '../../doubles/electron.ts';
import { waitForCall, RunningDesktop, settle, temporaryBuild } from '../../doubles/running-desktop.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;
beforeEach(async () => {
  resetElectron();
  folder = await temporaryBuild();
});

describe('the window', () => {
  const made = () => calls.find(({ name }) => name === 'new BrowserWindow')?.arguments[0];

  test('[HOST-10] opens where it was closed, on a screen that exists', async () => {
    const bounds = { x: 5_000, y: 100, width: 1_000, height: 700 };
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'window.json'), JSON.stringify({ bounds, mode: 'maximized' }));
    screen.displays.push({ id: 2, workArea: { x: 1920, y: 0, width: 2560, height: 1400 } });
    await new RunningDesktop(folder).run().waitUntilOpen();
    expect(made()).toMatchObject({ x: 3_480, y: 100, width: 1_000, height: 700, show: false });
    expect(callNames().slice(-2)).toEqual(['window.maximize', 'window.show']);
  });

  test.each([
    [
      '0.5 s after its page was loaded, if the system does not report that it is drawn',
      500,
      async (contents: FakeWebContents) => void contents.emit('did-finish-load'),
    ],
    ['after 3 s, if nothing is reported', 3_000, () => new Promise<void>(() => undefined)],
  ])('[HOST-10] is shown %s', async (_when, ms, load) => {
    BrowserWindow.emitsReady = false;
    BrowserWindow.nextLoad = load;
    const { clock } = await new RunningDesktop(folder).run().waitUntilOpen();
    await clock.advance(ms - 1);
    expect(callNames()).not.toContain('window.show');
    await clock.advance(1);
    await waitForCall('window.show');
    await clock.advance(10_000);
    expect(callNames().filter((name) => name === 'window.show')).toHaveLength(1);
  });

  test('[HOST-10] has the background of the theme before its page is loaded', async () => {
    const colours: unknown[] = [];
    for (const isDark of [true, false]) {
      resetElectron();
      nativeTheme.shouldUseDarkColors = isDark;
      await new RunningDesktop(folder).run().waitUntilOpen();
      colours.push(made());
    }
    expect(colours).toMatchObject([{ backgroundColor: '#0f1419' }, { backgroundColor: '#f7f8fa' }]);
  });

  test.runIf(process.platform === 'linux')(
    '[HOST-58] has its icon on Linux, where no program file contains one',
    async () => {
      await new RunningDesktop(folder).run().waitUntilOpen();
      expect(made()).toMatchObject({ icon: join(folder, 'build', 'icons', 'png', '256x256.png') });
    },
  );

  test('[HOST-10] for a wall covers the screen, shows the wall page, and does not store its position', async () => {
    await new RunningDesktop(folder).run({ argv: ['--data-dir=data', '--wall'] }).waitUntilOpen();
    expect(calls.find(({ name }) => name === 'window.loadURL')?.arguments).toEqual(['app://watchfloor/?wall']);
    expect(calls.slice(-2)).toEqual([
      { name: 'window.setFullScreen', arguments: [true] },
      { name: 'window.show', arguments: [] },
    ]);
    expect(BrowserWindow.last?.listenerCount('move')).toBe(0);
  });
});

test('[HOST-9] the page of the window is loaded again after a crash', async () => {
  const { log } = await new RunningDesktop(folder).run().waitUntilOpen();
  BrowserWindow.last?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  await waitForCall('contents.reload');
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
  expect(log.lines.map(({ message }) => message)).toEqual(['the page stopped', 'an Electron process stopped']);
});

test('[HOST-9] a page that crashes while it is first loaded does not end the app', async () => {
  BrowserWindow.nextLoad = async (contents) => {
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    throw new Error('ERR_FAILED');
  };
  const { log } = await new RunningDesktop(folder).run().waitUntilOpen();
  await settle();
  expect(callNames().filter((name) => name === 'window.loadURL' || name === 'app.exit')).toEqual([
    'window.loadURL',
    'window.loadURL',
  ]);
  expect(log.lines.map(({ message }) => message)).toEqual(['the page stopped']);
});
