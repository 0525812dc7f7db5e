import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { app, BrowserWindow, callNames, calls, powerMonitor, resetElectron } from '../../doubles/electron.ts';
import { muted, waitForCall, RunningDesktop, settle, temporaryBuild } from '../../doubles/running-desktop.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;
beforeEach(async () => {
  resetElectron();
  folder = await temporaryBuild();
});

function openWindow(): BrowserWindow {
  if (BrowserWindow.last === null) throw new Error('no window is open');
  return BrowserWindow.last;
}
const relaunched = () => calls.filter(({ name }) => name === 'app.relaunch').map((one) => one.arguments[0]);

describe('the end of the app', () => {
  test.each<[string, () => void]>([
    ['a shutdown of Linux or macOS', () => powerMonitor.emit('shutdown', { preventDefault: () => undefined })],
  ])('[HOST-12] by %s closes the store before the program exits', async (_, end) => {
    const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
    end();
    await waitForCall('app.quit');
    expect([desktop.backendCalls, desktop.shell.calls]).toEqual([['stop'], ['mount', 'attach', 'quitting', 'close']]);
  });

  test.each([
    ['that Windows asked about before', true],
    ['that Windows ends without asking', false],
  ])('[HOST-12] by the end of a session %s exits after the store is closed', async (_, asksFirst) => {
    const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
    const closing = Promise.withResolvers<void>();
    desktop.closing = closing.promise;
    const window = openWindow();
    if (asksFirst) window.emit('query-session-end', {});
    expect(desktop.backendCalls).toEqual(asksFirst ? ['stop'] : []);
    app.endSession(window);
    expect([desktop.backendCalls, callNames().at(-1), app.exitAfterWindows()]).toEqual([
      ['stop'],
      'window.close',
      false,
    ]);
    closing.resolve();
    await vi.waitFor(() => expect(app.isQuitting).toBe(true));
    expect(app.exitAfterWindows()).toBe(true);
    expect(callNames()).not.toContain('process ended');
  });

  test('[HOST-12] starts again after a sign-out that Windows asked about and the user cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const desktop = new RunningDesktop(folder).run();
    app.becomeReady();
    while (BrowserWindow.last === null || !callNames().includes('window.loadURL')) await settle();
    await settle();
    openWindow().emit('query-session-end', {});
    await vi.advanceTimersByTimeAsync(9_999);
    expect([relaunched(), desktop.backendCalls]).toEqual([[], ['stop']]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await waitForCall('app.quit');
    expect(relaunched()).toHaveLength(1);
  });

  test('[HOST-12] delays a shutdown until the store is closed', async () => {
    await new RunningDesktop(folder).run().waitUntilOpen();
    let delayedQuits = 0;
    powerMonitor.emit('shutdown', { preventDefault: () => (delayedQuits += 1) });
    expect([delayedQuits, powerMonitor.holdsShutdown]).toEqual([1, true]);
  });

  test.each([
    'uncaughtException',
    // Node ends the process for this one, but Electron does not.
    'unhandledRejection',
  ])('[HOST-12] after an uncaught bug (%s) logs it, closes the store, and starts the app again', async (what) => {
    const stderr = muted('stderr');
    const argv = ['--data-dir', join(folder, 'data'), '--ozone-platform=x11', '--wall'];
    const desktop = await new RunningDesktop(folder).run({ argv }).waitUntilOpen();
    const bug = new Error('a bug');
    desktop.process.emit(what, bug);
    await waitForCall('app.exit');
    const ended = callNames().slice(-2);
    expect([desktop.backendCalls, desktop.log.lines, ended, stderr.mock.calls.join().includes('a bug')]).toEqual([
      ['stop'],
      [{ level: 'error', message: 'an unexpected error stops the desktop app', fields: { error: bug } }],
      ['app.relaunch', 'app.exit'],
      true,
    ]);
    const args = ['/out/main/index.js', '--ozone-platform=x11', `--data-dir=${join(folder, 'data')}`, '--wall'];
    expect(relaunched()).toEqual([{ args }]);
  });

  test('[HOST-12] after repeated bugs is reported in a dialog after three restarts within an hour', async () => {
    muted('stderr');
    const ends: unknown[] = [];
    for (let times = 1; times <= 4; times += 1) {
      resetElectron();
      const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
      desktop.process.emit('uncaughtException', new Error('a bug'));
      await waitForCall('app.exit');
      ends.push(callNames().at(-2));
    }
    expect(ends).toEqual(['app.relaunch', 'app.relaunch', 'app.relaunch', 'dialog.showErrorBox']);
  });

  test('[HOST-12] after a bug in an AppImage starts the file itself', async () => {
    muted('stderr');
    const env = { LANG: 'en_GB.UTF-8', APPIMAGE: '/home/noc/Watchfloor.AppImage' };
    const desktop = await new RunningDesktop(folder).run({ env, entry: [] }).waitUntilOpen();
    desktop.process.emit('uncaughtException', new Error('a bug'));
    await waitForCall('app.exit');
    expect([desktop.startedPrograms, callNames().slice(-2)]).toEqual([
      [['/home/noc/Watchfloor.AppImage', `--data-dir=${join(folder, 'data')}`]],
      ['app.releaseSingleInstanceLock', 'app.exit'],
    ]);
  });

  test('[HOST-12] comes within 30 s of the request, even if a disk never answers', async () => {
    const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
    desktop.closing = new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.quit();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(callNames()).not.toContain('app.quit');
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(callNames().at(-1)).toBe('app.quit');
  });

  test('[HOST-12] by all of them at the same time stops the backend once', async () => {
    const { backendCalls } = await new RunningDesktop(folder).run().waitUntilOpen();
    app.endSession(openWindow());
    powerMonitor.emit('shutdown');
    app.quit();
    await waitForCall('app.quit');
    await settle();
    expect(backendCalls).toEqual(['stop']);
  });
});

test('[STREAM-11] watches retry immediately when the computer wakes, but not after the end', async () => {
  const desktop = await new RunningDesktop(folder).run().waitUntilOpen();
  powerMonitor.emit('resume');
  app.quit();
  await waitForCall('app.quit');
  powerMonitor.emit('resume');
  expect(desktop.backendCalls).toEqual(['wakeUp', 'stop']);
});
