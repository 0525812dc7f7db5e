import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { DesktopDependencies } from '../../../src-main/hosts/electron/desktop.ts';
import { saveRestartArguments } from '../../../src-main/hosts/electron/restart-arguments.ts';
import { packageVersion } from '../../../src-main/hosts/package-version.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID } from '../../../src-shared/domain/identity.ts';
import { app, BrowserWindow, callNames, calls, resetElectron } from '../../doubles/electron.ts';
import {
  muted,
  waitForCall,
  RunningDesktop,
  settle,
  startedAgain,
  temporaryBuild,
} from '../../doubles/running-desktop.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;
beforeEach(async () => {
  resetElectron();
  folder = await temporaryBuild();
});

const relaunched = () => calls.filter(({ name }) => name === 'app.relaunch').map((one) => one.arguments[0]);
const boxes = () => calls.filter(({ name }) => name === 'dialog.showMessageBox').map((call) => call.arguments[0]);

describe('a second start', () => {
  test('[HOST-7] passes on its arguments, reports that, and opens nothing', () => {
    const written = muted('stdout');
    app.holdsLock = false;
    const argv = ['--practice', '--data-dir', join(folder, 'data')];
    new RunningDesktop(folder).run({ argv, env: { WATCHFLOOR_TELL_STARTER: '1' } });
    expect([calls.find(({ name }) => name === 'app.requestSingleInstanceLock')?.arguments, written.mock.calls]).toEqual(
      [[{ argv, cwd: folder }], [['watchfloor-desktop: handed-over\n']]],
    );
  });

  test('[HOST-7] is not assumed if no other process holds the lock: a disk without links is reported', async () => {
    app.holdsLock = false;
    app.canLock = false;
    new RunningDesktop(folder).run();
    app.becomeReady();
    await waitForCall('app.exit');
    expect(calls.find(({ name }) => name === 'dialog.showErrorBox')?.arguments).toEqual([
      'Watchfloor cannot start',
      expect.stringContaining('so the folder cannot be locked'),
    ]);
  });

  test('[HOST-7] opens and shows its profile, and the window comes to the front', async () => {
    const { backendCalls } = await new RunningDesktop(folder).run().waitUntilOpen();
    await startedAgain(['--practice=failure-storm']);
    await startedAgain(['--profile', 'acme.json', '--replace-profile']);
    expect(backendCalls).toEqual([
      { watch: { practice: 'failure-storm' } },
      { show: { kind: 'screen', screen: 'watch' }, profile: PRACTICE_ID },
      { watch: { profile: '/home/noc/acme.json', replaceProfile: true } },
    ]);
    expect(callNames().slice(-3)).toEqual(['window.restore', 'window.show', 'window.focus']);
  });

  test('[HOST-7] for something impossible is reported above the window, and watching goes on', async () => {
    const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
    desktop.problem = appError('NO_SCENARIO', { scenario: 'calm', known: ['calm-shift'] });
    await startedAgain(['--practice=calm']);
    expect([boxes(), desktop.backendCalls]).toEqual([
      [
        {
          type: 'error',
          message: 'Watchfloor cannot open this',
          detail: 'There is no scenario "calm". Choose one of: calm-shift.',
        },
      ],
      [],
    ]);
  });

  const ending = async (changes: Partial<DesktopDependencies> = {}) => {
    const desktop = await new RunningDesktop(folder).run(changes).waitUntilOpen();
    desktop.closing = new Promise(() => undefined);
    app.quit();
    await settle();
    if (BrowserWindow.last !== null) BrowserWindow.last.state.destroyed = true;
    return { desktop, before: callNames().length };
  };

  test('[HOST-7] while the app ends touches no window, and takes place after the end', async () => {
    const { desktop, before } = await ending({ argv: ['--data-dir', join(folder, 'data'), '--vault-key-file', 'key'] });
    const same = [`--data-dir=${join(folder, 'data')}`, `--vault-key-file=${join(folder, 'key')}`];
    await startedAgain(['--practice']);
    await startedAgain(['--practice']);
    app.emit('activate');
    app.emit('open-url', { preventDefault: () => undefined }, 'watchfloor://coverage');
    await settle();
    expect([callNames().slice(before), desktop.backendCalls, relaunched()]).toEqual([
      ['app.relaunch', 'app.relaunch', 'app.relaunch'],
      ['stop'],
      [
        { args: ['/out/main/index.js', '--practice', ...same] },
        { args: ['/out/main/index.js', ...same] },
        { args: ['/out/main/index.js', ...same, 'watchfloor://coverage'] },
      ],
    ]);
  });

  test('[HOST-7] with an AppImage starts the file itself after everything is closed, because its mount disappears', async () => {
    const env = { LANG: 'en_GB.UTF-8', APPIMAGE: '/home/noc/Watchfloor.AppImage' };
    const { desktop } = await ending({ env, entry: [] });
    await startedAgain([]);
    expect([desktop.startedPrograms, relaunched()]).toEqual([[], []]);
    app.emit('will-quit', {});
    expect([desktop.startedPrograms, callNames().at(-1)]).toEqual([
      [['/home/noc/Watchfloor.AppImage', `--data-dir=${join(folder, 'data')}`]],
      'app.releaseSingleInstanceLock',
    ]);
  });

  test('[HOST-7] during an update is left to the update, which starts the new version', async () => {
    const { desktop, before } = await ending();
    desktop.shell.updating = true;
    await startedAgain([]);
    expect(callNames().slice(before)).toEqual([]);
  });
});

test('[HOST-7] a click outside the page does nothing if the window is gone', async () => {
  const { shell } = await new RunningDesktop(folder).run().waitUntilOpen();
  expect(shell.parts?.window()).toBe(BrowserWindow.last);
  if (BrowserWindow.last !== null) BrowserWindow.last.state.destroyed = true;
  const before = callNames().length;
  shell.parts?.show();
  expect([shell.parts?.window(), callNames().slice(before)]).toEqual([null, []]);
});

test('[HOST-34] the first start after an update has the arguments of the start before, once', async () => {
  app.isPackaged = true;
  const usual = join(folder, 'usual');
  const args = [`--data-dir=${join(folder, 'data')}`, '--wall'];
  await saveRestartArguments(join(usual, 'watchfloor'), { version: packageVersion(), at: Date.now(), args });
  const env = { LANG: 'en_GB.UTF-8', XDG_DATA_HOME: usual, LOCALAPPDATA: usual };
  const start = async () => {
    resetElectron();
    app.isPackaged = true;
    await new RunningDesktop(folder).run({ argv: [], env }).waitUntilOpen();
    const loaded = calls.find(({ name }) => name === 'window.loadURL')?.arguments[0];
    return [loaded, calls.find(({ name }) => name === 'app.setPath')?.arguments[1]];
  };
  expect([await start(), await start()]).toEqual([
    ['app://watchfloor/?wall', join(folder, 'data')],
    ['app://watchfloor/', join(usual, 'watchfloor')],
  ]);
});

test('[HOST-34] a folder that a variable names reaches the start after an update, which may lack the variable', async () => {
  app.isPackaged = true;
  const named = join(folder, 'named');
  const usual = join(folder, 'usual');
  const env = { LANG: 'en_GB.UTF-8', XDG_DATA_HOME: usual, LOCALAPPDATA: usual };
  const { argsAfterUpdate } = await new RunningDesktop(folder)
    .run({ argv: [], env: { ...env, WATCHFLOOR_DATA_DIR: named } })
    .waitUntilOpen();
  expect(calls.find(({ name }) => name === 'app.setPath')?.arguments[1]).toBe(named);
  expect(argsAfterUpdate).toEqual([`--data-dir=${named}`]);
});

describe('a link', () => {
  const shown = { show: { kind: 'event', seq: 4712 }, profile: null };

  test('[HOST-7] in the arguments of a start is opened once the window is there', async () => {
    const { backendCalls } = await new RunningDesktop(folder)
      .run({ argv: ['--data-dir=data', 'watchfloor://event/4712'] })
      .waitUntilOpen();
    await vi.waitFor(() => expect(backendCalls).toEqual([shown]));
  });

  test('[HOST-7] is opened by the running app, whichever way it arrives', async () => {
    const { backendCalls } = await new RunningDesktop(folder).run().waitUntilOpen();
    await startedAgain(['watchfloor://event/4712']);
    app.emit('open-url', { preventDefault: () => undefined }, 'watchfloor://event/4712');
    await settle();
    expect(backendCalls).toEqual([shown, shown]);
  });

  test('[HOST-7] on macOS waits until the app is open if it arrives earlier', async () => {
    const desktop = new RunningDesktop(folder).run();
    app.emit('open-url', { preventDefault: () => undefined }, 'watchfloor://event/4712');
    await desktop.waitUntilOpen();
    expect(desktop.backendCalls).toEqual([shown]);
  });

  test('[HOST-7] with an unknown target is reported without its text, also at the start', async () => {
    const { backendCalls } = await new RunningDesktop(folder)
      .run({ argv: ['--data-dir=data', 'watchfloor://evil'] })
      .waitUntilOpen();
    const box = {
      type: 'error',
      message: 'Watchfloor cannot open this',
      detail: 'Watchfloor cannot open this link.',
    };
    await vi.waitFor(() => expect(boxes()).toEqual([box]));
    expect(backendCalls).toEqual([]);
  });
});

test('[HOST-14] the starter is notified when the window is there, and when a failure was shown', async () => {
  const written = muted('stdout');
  const env = { LANG: 'en_GB.UTF-8', WATCHFLOOR_TELL_STARTER: '1' };
  await new RunningDesktop(folder).run({ env }).waitUntilOpen();
  resetElectron();
  new RunningDesktop(folder).run({ env, argv: ['--practice', '--profile=x'] });
  app.becomeReady();
  await waitForCall('app.exit');
  expect(written.mock.calls.map(([text]) => text)).toEqual([
    'watchfloor-desktop: window\n',
    'watchfloor-desktop: told\n',
  ]);
});

test.each<[NodeJS.ProcessEnv, string[]]>([
  [{}, ['dialog.showErrorBox', 'app.exit']],
  // The web host takes over, and there may be no user to close a dialog.
  [{ WATCHFLOOR_TELL_STARTER: '1' }, ['app.exit']],
])(
  '[HOST-14] a bug at the start is shown in a dialog only if no starter waits for a result (%j)',
  async (env, ended) => {
    muted('stderr');
    const written = muted('stdout');
    new RunningDesktop(folder).run({
      env: { LANG: 'en_GB.UTF-8', ...env },
      openApplication: () => Promise.reject(new Error('a bug')),
    });
    app.becomeReady();
    await waitForCall('app.exit');
    expect([callNames().slice(callNames().indexOf('protocol.handle') + 1), written.mock.calls]).toEqual([ended, []]);
  },
);
