import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { appError } from '../../../src-shared/api/errors.ts';
import { app, callNames, calls, resetElectron } from '../../doubles/electron.ts';
import { muted, waitForCall, RunningDesktop, temporaryBuild } from '../../doubles/running-desktop.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;
beforeEach(async () => {
  resetElectron();
  folder = await temporaryBuild();
});

const call = (name: string) => calls.find((one) => one.name === name)?.arguments;

test('[SAFE-2] sandbox, scheme and lock are set before Electron is ready, and the page comes last', async () => {
  await new RunningDesktop(folder).run().waitUntilOpen();
  expect(callNames()).toEqual([
    'app.enableSandbox',
    'protocol.registerSchemesAsPrivileged',
    'app.setPath',
    'app.setPath',
    'app.setPath',
    'crashReporter.start',
    'app.requestSingleInstanceLock',
    'ready',
    'session.setPermissionRequestHandler',
    'session.setPermissionCheckHandler',
    'session.setDevicePermissionHandler',
    'protocol.handle',
    'new BrowserWindow',
    'window.loadURL',
    'window.show',
  ]);
});

test("[SAFE-2] the window is sandboxed, isolated, without Node, and shows the app's address", async () => {
  await new RunningDesktop(folder).run().waitUntilOpen();
  const [options] = call('new BrowserWindow') as [{ webPreferences: unknown }];
  expect(options.webPreferences).toEqual({
    preload: join(folder, 'build', 'preload', 'index.cjs'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
    devTools: true,
    autoplayPolicy: 'no-user-gesture-required',
  });
  expect(call('window.loadURL')).toEqual(['app://watchfloor/']);
});

test('[SAFE-17] the scheme has its own secure origin and no bypass', () => {
  new RunningDesktop(folder).run();
  expect(call('protocol.registerSchemesAsPrivileged')).toEqual([
    [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }],
  ]);
});

test("the data folder is created, is what Electron locks, and has a folder of its own for Chromium's files", async () => {
  new RunningDesktop(folder).run();
  const dataDir = join(folder, 'data');
  expect(calls.filter(({ name }) => name === 'app.setPath').map((one) => one.arguments)).toEqual([
    ['userData', dataDir],
    ['sessionData', join(dataDir, 'chromium')],
    ['crashDumps', join(dataDir, 'crashes')],
  ]);
  expect(call('crashReporter.start')).toEqual([{ uploadToServer: false }]);
  await expect(stat(join(dataDir, 'chromium'))).resolves.toMatchObject({});
});

test.each<[NodeJS.ProcessEnv, unknown[] | undefined]>([
  [{ LANG: 'C.UTF-8' }, ['lang', 'en-US']],
  [{ LANG: 'C' }, ['lang', 'en-US']],
  [{ LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, ['lang', 'en-US']],
  [{ LC_ALL: 'de_DE.UTF-8', LANG: 'C' }, undefined],
  [{ LANG: 'cs_CZ.UTF-8' }, undefined],
  [{}, undefined],
])('with %j the language switch is %j', (env, expected) => {
  new RunningDesktop(folder).run({ env });
  expect(call('app.commandLine.appendSwitch')).toEqual(expected);
});

test('the application opens with the arguments of the command line', async () => {
  const argv = ['--practice=calm', '--data-dir', join(folder, 'data')];
  const { openedWith } = await new RunningDesktop(folder).run({ argv }).waitUntilOpen();
  expect(openedWith).toEqual({
    dataDir: join(folder, 'data'),
    practice: 'calm',
    desktop: expect.anything(),
    notifier: expect.anything(),
    resolveProxy: expect.anything(),
  });
});

test('a second start quits immediately and opens nothing, and the first one comes to the front', async () => {
  app.holdsLock = false;
  new RunningDesktop(folder).run();
  expect(callNames().slice(-2)).toEqual(['app.requestSingleInstanceLock', 'app.quit']);

  resetElectron();
  await new RunningDesktop(folder).run().waitUntilOpen();
  app.emit('second-instance');
  await waitForCall('window.focus');
});

test('quitting waits until the backend has stopped, which happens once', async () => {
  const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
  const { promise, resolve: finishStop } = Promise.withResolvers<void>();
  desktop.closing = promise;
  app.emit('window-all-closed');
  await vi.waitFor(() => expect(desktop.backendCalls).toEqual(['stop']));
  expect(callNames().at(-1)).toBe('app.quit prevented');

  finishStop();
  await waitForCall('app.quit');
  expect(desktop.backendCalls).toEqual(['stop']);
});

test('quitting while the application opens waits for it and stops it', async () => {
  const { backendCalls } = new RunningDesktop(folder).run();
  app.quit();
  app.becomeReady();
  await waitForCall('app.quit');
  expect(backendCalls).toEqual(['stop']);
});

test('a backend that fails to stop does not keep the app open', async () => {
  const stderr = muted('stderr');
  const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
  desktop.closing = Promise.reject(new Error('the disk is gone'));
  app.quit();
  await waitForCall('app.quit');
  expect(stderr.mock.calls.join()).toContain('the disk is gone');
});

test('an expected failure at the start is shown with its message, and the app ends with 1', async () => {
  new RunningDesktop(folder).run({
    openApplication: () => Promise.reject(appError('STORE_IN_USE', { path: '/data/events.db' })),
  });
  app.becomeReady();
  await waitForCall('app.exit');
  expect({ box: call('dialog.showErrorBox'), exit: call('app.exit') }).toEqual({
    box: [
      'Watchfloor cannot start',
      expect.stringMatching(/^Another Watchfloor is already watching with \/data\/events\.db\. Stop it first/),
    ],
    exit: [1],
  });
  expect(callNames()).not.toContain('new BrowserWindow');
});

test('a stored profile that cannot be read is skipped and reported', async () => {
  const stderr = muted('stderr');
  const facts = { path: '/data/events.db', problem: 'unknown-field', field: 'colour' } as const;
  const desktop = new RunningDesktop(folder);
  desktop.warnings.push({ code: 'BAD_PROFILE', facts });
  await desktop.run().waitUntilOpen();
  expect(stderr.mock.calls.join()).toMatch(/^A stored profile was skipped\. .*"colour"/);
});

test('[HOST-14] a data folder that cannot be created is reported before anything opens, once a dialog can be shown', async () => {
  await writeFile(join(folder, 'file'), '');
  new RunningDesktop(folder).run({ argv: ['--data-dir', join(folder, 'file')] });
  expect(callNames()).not.toContain('dialog.showErrorBox');
  app.becomeReady();
  await waitForCall('app.exit');
  expect(call('dialog.showErrorBox')?.[1]).toBe(
    `The data folder ${join(folder, 'file')} cannot be created. Choose another one with --data-dir, or change its permissions.`,
  );
  expect(callNames()).not.toContain('app.requestSingleInstanceLock');
});

test("[SAFE-26] an installed app starts in Chromium's sandbox or not at all, and shows why", async () => {
  app.isPackaged = true;
  // Set by an argument or by ELECTRON_DISABLE_SANDBOX.
  app.commandLine.switches.add('no-sandbox');
  new RunningDesktop(folder).run();
  app.becomeReady();
  await waitForCall('app.exit');
  expect(call('dialog.showErrorBox')?.[1]).toMatch(/^This computer does not allow Chromium's sandbox/);
  expect(callNames()).not.toContain('new BrowserWindow');
});

test.each([
  [true, 'remote-debugging-port', 'app.exit'],
  [true, 'remote-debugging-pipe', 'app.exit'],
  [false, 'remote-debugging-port', 'window.show'],
])('[SAFE-19] an app that is installed (%s) and gets the switch %s continues to %s', async (isPackaged, name, end) => {
  app.isPackaged = isPackaged;
  app.commandLine.switches.add(name);
  new RunningDesktop(folder).run();
  app.becomeReady();
  await waitForCall(end);
  expect(callNames().includes('new BrowserWindow')).toBe(!isPackaged);
});
