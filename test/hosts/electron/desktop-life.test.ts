/** What happens to the desktop app while it runs: other starts, links, sleep, a page that stops, and each of its ends. */
import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DesktopSurroundings, runDesktop } from '../../../src-main/hosts/electron/desktop.ts';
import { keepRestartWords } from '../../../src-main/hosts/electron/restart-words.ts';
import { packageVersion } from '../../../src-main/hosts/package-version.ts';
import type { NamedAtStart } from '../../../src-main/hosts/electron/open-desktop.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import { PRACTICE_ID } from '../../../src-shared/domain/identity.ts';
import {
  app,
  BrowserWindow,
  callNames,
  calls,
  type FakeWebContents,
  nativeTheme,
  powerMonitor,
  resetElectron,
  screen,
} from '../../doubles/electron.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { RecordedApplication } from '../../doubles/recorded-application.ts';
import { RecordedShell } from '../../doubles/recorded-shell.ts';
import { SilentLog } from '../../doubles/silent-log.ts';

vi.mock('electron', () => import('../../doubles/electron.ts'));

let folder: string;
beforeEach(async () => {
  resetElectron();
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-life-'));
  await mkdir(join(folder, 'build', 'renderer'), { recursive: true });
  await writeFile(join(folder, 'build', 'renderer', 'index.html'), '<title>Watchfloor</title>');
});
afterEach(() => rm(folder, { recursive: true }));

/** A desktop app that runs, and what it asked of its backend, in order. */
class RunningDesktop {
  readonly asked: unknown[] = [];
  readonly shell = new RecordedShell();
  readonly log = new SilentLog();
  readonly clock = new FakeClock();
  readonly process = new EventEmitter();
  /** Thrown where something more shall be watched. */
  problem: Error | null = null;
  /** Programs that shall outlive this one, with their arguments. */
  readonly started: unknown[] = [];
  /** Resolves when the store is closed. */
  closing: Promise<unknown> = Promise.resolve();

  run(changes: Partial<DesktopSurroundings> = {}): this {
    runDesktop({
      createShell: async () => this.shell,
      openApplication: async () => ({
        application: Object.assign(new RecordedApplication(), {
          awake: () => void this.asked.push('awake'),
          show: (target: unknown, profile: unknown) => void this.asked.push({ show: target, profile }),
        }),
        exports: null,
        clock: this.clock,
        log: this.log,
        warnings: [],
        watchAlso: async (named: NamedAtStart) => {
          if (this.problem !== null) throw this.problem;
          if (Object.keys(named).length > 0) this.asked.push({ watch: named });
          return named.practice === undefined ? null : PRACTICE_ID;
        },
        stop: () => {
          this.asked.push('stop');
          return this.closing;
        },
      }),
      argv: ['--data-dir', join(folder, 'data')],
      cwd: folder,
      env: { LANG: 'en_GB.UTF-8' },
      buildFolder: join(folder, 'build'),
      entry: ['/out/main/index.js'],
      startProgram: (path, args) => void this.started.push([path, ...args]),
      process: this.process,
      ...changes,
    });
    return this;
  }
  async opened(): Promise<this> {
    app.becomeReady();
    await called('window.loadURL');
    // What follows the window follows it from here on.
    await settled();
    return this;
  }
}
const called = (name: string) => vi.waitFor(() => expect(callNames()).toContain(name));
const settled = () => new Promise((resolve) => setImmediate(resolve));
const started = (argv: string[], cwd = '/home/noc') => {
  app.emit('second-instance', {}, ['electron', ...argv], cwd, { argv, cwd });
  return settled();
};
const relaunched = () => calls.filter(({ name }) => name === 'app.relaunch').map((one) => one.arguments[0]);
const boxes = () => calls.filter(({ name }) => name === 'dialog.showMessageBox').map((call) => call.arguments[0]);

describe('a second start', () => {
  test('[HOST-8] hands over what it was started with, says so, and opens nothing', () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    app.holdsLock = false;
    const argv = ['--practice', '--data-dir', join(folder, 'data')];
    new RunningDesktop().run({ argv, env: { WATCHFLOOR_TELL_STARTER: '1' } });
    expect([calls.find(({ name }) => name === 'app.requestSingleInstanceLock')?.arguments, said.mock.calls]).toEqual([
      [{ argv, cwd: folder }],
      [['watchfloor-desktop: handed-over\n']],
    ]);
    said.mockRestore();
  });

  test('[HOST-52] that no other holds the lock against is not taken for one: a disk without links is told', async () => {
    app.holdsLock = false;
    app.canLock = false;
    new RunningDesktop().run();
    app.becomeReady();
    await called('app.exit');
    expect(calls.find(({ name }) => name === 'dialog.showErrorBox')?.arguments).toEqual([
      'Watchfloor cannot start',
      expect.stringContaining('cannot lock a folder'),
    ]);
  });

  test('[HOST-8] has its profile watched and shown, and the window comes to the front', async () => {
    const { asked } = await new RunningDesktop().run().opened();
    await started(['--practice=failure-storm']);
    await started(['--profile', 'acme.json', '--replace-profile']);
    expect(asked).toEqual([
      { watch: { practice: 'failure-storm' } },
      { show: { kind: 'screen', screen: 'watch' }, profile: PRACTICE_ID },
      { watch: { profile: '/home/noc/acme.json', replaceProfile: true } },
    ]);
    expect(callNames().slice(-3)).toEqual(['window.restore', 'window.show', 'window.focus']);
  });

  test('[HOST-8] that wants what cannot be is told so over the window, and watching goes on', async () => {
    const desktop = await new RunningDesktop().run().opened();
    desktop.problem = appError('NO_SCENARIO', { scenario: 'calm', known: ['calm-shift'] });
    await started(['--practice=calm']);
    expect([boxes(), desktop.asked]).toEqual([
      [
        {
          type: 'error',
          message: 'Watchfloor cannot show that',
          detail: 'There is no scenario "calm". Choose one of: calm-shift.',
        },
      ],
      [],
    ]);
  });

  const ending = async (changes: Partial<DesktopSurroundings> = {}) => {
    const desktop = await new RunningDesktop().run(changes).opened();
    desktop.closing = new Promise(() => undefined);
    app.quit();
    await settled();
    if (BrowserWindow.last !== null) BrowserWindow.last.state.destroyed = true;
    return { desktop, before: callNames().length };
  };

  test('[HOST-8, HOST-45] that comes while the app ends touches no window, and is started when it is gone', async () => {
    const { desktop, before } = await ending({ argv: ['--data-dir', join(folder, 'data'), '--vault-key-file', 'key'] });
    const same = [`--data-dir=${join(folder, 'data')}`, `--vault-key-file=${join(folder, 'key')}`];
    await started(['--practice']);
    await started(['--practice']);
    app.emit('activate');
    app.emit('open-url', { preventDefault: () => undefined }, 'watchfloor://coverage');
    await settled();
    expect([callNames().slice(before), desktop.asked, relaunched()]).toEqual([
      ['app.relaunch', 'app.relaunch', 'app.relaunch'],
      ['stop'],
      [
        { args: ['/out/main/index.js', '--practice', ...same] },
        { args: ['/out/main/index.js', ...same] },
        { args: ['/out/main/index.js', ...same, 'watchfloor://coverage'] },
      ],
    ]);
  });

  test('[HOST-45] of an AppImage is the file itself, when all is closed: the image goes with what was mounted', async () => {
    const env = { LANG: 'en_GB.UTF-8', APPIMAGE: '/home/noc/Watchfloor.AppImage' };
    const { desktop } = await ending({ env, entry: [] });
    await started([]);
    expect([desktop.started, relaunched()]).toEqual([[], []]);
    app.emit('will-quit', {});
    expect([desktop.started, callNames().at(-1)]).toEqual([
      [['/home/noc/Watchfloor.AppImage', `--data-dir=${join(folder, 'data')}`]],
      'app.releaseSingleInstanceLock',
    ]);
  });

  test('[HOST-45] is left to the update that ends the app, which starts the new one', async () => {
    const { desktop, before } = await ending();
    desktop.shell.updating = true;
    await started([]);
    expect(callNames().slice(before)).toEqual([]);
  });
});

test('[HOST-8] a click beside the page, when the window is gone already, touches nothing', async () => {
  const { shell } = await new RunningDesktop().run().opened();
  expect(shell.parts?.window()).toBe(BrowserWindow.last);
  if (BrowserWindow.last !== null) BrowserWindow.last.state.destroyed = true;
  const before = callNames().length;
  shell.parts?.show();
  expect([shell.parts?.window(), callNames().slice(before)]).toEqual([null, []]);
});

test('[HOST-47] after an update it starts as it was started before, once', async () => {
  app.isPackaged = true;
  const usual = join(folder, 'usual');
  const args = [`--data-dir=${join(folder, 'data')}`, '--wall'];
  await keepRestartWords(join(usual, 'watchfloor'), { version: packageVersion(), at: Date.now(), args });
  const env = { LANG: 'en_GB.UTF-8', XDG_DATA_HOME: usual, LOCALAPPDATA: usual };
  const start = async () => {
    resetElectron();
    app.isPackaged = true;
    await new RunningDesktop().run({ argv: [], env }).opened();
    const loaded = calls.find(({ name }) => name === 'window.loadURL')?.arguments[0];
    return [loaded, calls.find(({ name }) => name === 'app.setPath')?.arguments[1]];
  };
  expect([await start(), await start()]).toEqual([
    ['app://watchfloor/?wall', join(folder, 'data')],
    ['app://watchfloor/', join(usual, 'watchfloor')],
  ]);
});

describe('a link', () => {
  const shown = { show: { kind: 'event', seq: 4712 }, profile: null };

  test('[HOST-7] that starts the app is followed once the window is there', async () => {
    const { asked } = await new RunningDesktop().run({ argv: ['--data-dir=data', 'watchfloor://event/4712'] }).opened();
    await vi.waitFor(() => expect(asked).toEqual([shown]));
  });

  test('[HOST-7] is followed by the app that runs, whoever hands it over', async () => {
    const { asked } = await new RunningDesktop().run().opened();
    await started(['watchfloor://event/4712']);
    app.emit('open-url', { preventDefault: () => undefined }, 'watchfloor://event/4712');
    await settled();
    expect(asked).toEqual([shown, shown]);
  });

  test('[HOST-7] of macOS, which comes before anything is open, waits for it', async () => {
    const desktop = new RunningDesktop().run();
    app.emit('open-url', { preventDefault: () => undefined }, 'watchfloor://event/4712');
    await desktop.opened();
    expect(desktop.asked).toEqual([shown]);
  });

  test('[HOST-7] that leads nowhere is told without its text, also at the start', async () => {
    const { asked } = await new RunningDesktop().run({ argv: ['--data-dir=data', 'watchfloor://evil'] }).opened();
    const box = {
      type: 'error',
      message: 'Watchfloor cannot show that',
      detail: 'This link leads to nothing that Watchfloor can show.',
    };
    await vi.waitFor(() => expect(boxes()).toEqual([box]));
    expect(asked).toEqual([]);
  });
});

describe('an end', () => {
  test.each<[string, () => void]>([
    ['a sign-out or shutdown of Windows', () => BrowserWindow.last?.emit('session-end', {})],
    ['a shutdown of Linux or macOS', () => powerMonitor.emit('shutdown', { preventDefault: () => undefined })],
  ])('[HOST-12] by %s closes the store before the program is gone', async (_, end) => {
    const desktop = await new RunningDesktop().run().opened();
    end();
    await called('app.quit');
    expect([desktop.asked, desktop.shell.asked]).toEqual([['stop'], ['mount', 'attach', 'quitting', 'close']]);
  });

  test('[HOST-12] of the session begins to close the store before Windows is answered', async () => {
    const { asked } = await new RunningDesktop().run().opened();
    BrowserWindow.last?.emit('session-end', {});
    expect(asked).toEqual(['stop']);
  });

  test('[HOST-12] a shutdown is held up for as long as closing takes', async () => {
    await new RunningDesktop().run().opened();
    let heldUp = 0;
    powerMonitor.emit('shutdown', { preventDefault: () => (heldUp += 1) });
    expect([heldUp, powerMonitor.holdsShutdown]).toEqual([1, true]);
  });

  test.each([
    'uncaughtException',
    // Of which Electron, other than Node, ends nothing.
    'unhandledRejection',
  ])(
    '[HOST-16, HOST-36] by a bug that nobody caught (%s) is in the log, closes the store, and starts the app anew',
    async (what) => {
      const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const argv = ['--data-dir', join(folder, 'data'), '--ozone-platform=x11', '--wall'];
      const desktop = await new RunningDesktop().run({ argv }).opened();
      const bug = new Error('a bug');
      desktop.process.emit(what, bug);
      await called('app.exit');
      const ended = callNames().slice(-2);
      expect([desktop.asked, desktop.log.lines, ended, stderr.mock.calls.join().includes('a bug')]).toEqual([
        ['stop'],
        [{ level: 'error', message: 'a bug ends the desktop app', fields: { error: bug } }],
        ['app.relaunch', 'app.exit'],
        true,
      ]);
      const args = ['/out/main/index.js', '--ozone-platform=x11', `--data-dir=${join(folder, 'data')}`, '--wall'];
      expect(relaunched()).toEqual([{ args }]);
      stderr.mockRestore();
    },
  );

  test('[HOST-16] by a bug again and again is said after three new starts within an hour', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const ends: unknown[] = [];
    for (let times = 1; times <= 4; times += 1) {
      resetElectron();
      // oxlint-disable no-await-in-loop -- one start after the other
      const desktop = await new RunningDesktop().run().opened();
      desktop.process.emit('uncaughtException', new Error('a bug'));
      await called('app.exit');
      // oxlint-enable no-await-in-loop
      ends.push(callNames().at(-2));
    }
    expect(ends).toEqual(['app.relaunch', 'app.relaunch', 'app.relaunch', 'dialog.showErrorBox']);
    stderr.mockRestore();
  });

  test('[HOST-16] by a bug of an AppImage starts the file itself', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const env = { LANG: 'en_GB.UTF-8', APPIMAGE: '/home/noc/Watchfloor.AppImage' };
    const desktop = await new RunningDesktop().run({ env, entry: [] }).opened();
    desktop.process.emit('uncaughtException', new Error('a bug'));
    await called('app.exit');
    expect([desktop.started, callNames().slice(-2)]).toEqual([
      [['/home/noc/Watchfloor.AppImage', `--data-dir=${join(folder, 'data')}`]],
      ['app.releaseSingleInstanceLock', 'app.exit'],
    ]);
    stderr.mockRestore();
  });

  test('[HOST-42] comes within half a minute of being asked for, also where a disk never answers', async () => {
    const desktop = await new RunningDesktop().run().opened();
    desktop.closing = new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    app.quit();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(callNames()).not.toContain('app.quit');
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(callNames().at(-1)).toBe('app.quit');
  });

  test('[HOST-12] by all of them together stops the backend once', async () => {
    const { asked } = await new RunningDesktop().run().opened();
    BrowserWindow.last?.emit('session-end', {});
    powerMonitor.emit('shutdown');
    app.quit();
    await called('app.quit');
    await settled();
    expect(asked).toEqual(['stop']);
  });
});

test('[HOST-11] a computer that wakes has its watches try at once, and no more after the end', async () => {
  const desktop = await new RunningDesktop().run().opened();
  powerMonitor.emit('resume');
  app.quit();
  await called('app.quit');
  powerMonitor.emit('resume');
  expect(desktop.asked).toEqual(['awake', 'stop']);
});

test('[HOST-9] the page of the window is kept alive', async () => {
  const { log } = await new RunningDesktop().run().opened();
  BrowserWindow.last?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  await called('contents.reload');
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 1 });
  expect(log.lines.map(({ message }) => message)).toEqual(['the page stopped', 'a process of Electron stopped']);
});

test('[HOST-46] a page that crashes while it is loaded first does not end the app', async () => {
  BrowserWindow.nextLoad = async (contents) => {
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    throw new Error('ERR_FAILED');
  };
  const { log } = await new RunningDesktop().run().opened();
  await settled();
  expect(callNames().filter((name) => name === 'window.loadURL' || name === 'app.exit')).toEqual([
    'window.loadURL',
    'window.loadURL',
  ]);
  expect(log.lines.map(({ message }) => message)).toEqual(['the page stopped']);
});

describe('the window', () => {
  const made = () => calls.find(({ name }) => name === 'new BrowserWindow')?.arguments[0];

  test('[HOST-10] stands where it was left, on a screen that is there', async () => {
    const bounds = { x: 5_000, y: 100, width: 1_000, height: 700 };
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'window.json'), JSON.stringify({ bounds, mode: 'maximized' }));
    screen.displays.push({ id: 2, workArea: { x: 1920, y: 0, width: 2560, height: 1400 } });
    await new RunningDesktop().run().opened();
    expect(made()).toMatchObject({ x: 3_480, y: 100, width: 1_000, height: 700, show: false });
    expect(callNames().slice(-2)).toEqual(['window.maximize', 'window.show']);
  });

  test.each([
    [
      'after its page was loaded, where nobody says that it is drawn',
      500,
      async (contents: FakeWebContents) => void contents.emit('did-finish-load'),
    ],
    ['after three seconds, where nothing is said at all', 3_000, () => new Promise<void>(() => undefined)],
  ])('[HOST-50] is shown %s', async (_when, ms, load) => {
    BrowserWindow.tellsReady = false;
    BrowserWindow.nextLoad = load;
    const { clock } = await new RunningDesktop().run().opened();
    await clock.advance(ms - 1);
    expect(callNames()).not.toContain('window.show');
    await clock.advance(1);
    await called('window.show');
    await clock.advance(10_000);
    expect(callNames().filter((name) => name === 'window.show')).toHaveLength(1);
  });

  test('[HOST-51] is painted in the ground of the theme before its page is there', async () => {
    const colours: unknown[] = [];
    for (const isDark of [true, false]) {
      resetElectron();
      nativeTheme.shouldUseDarkColors = isDark;
      // oxlint-disable-next-line no-await-in-loop -- one Electron
      await new RunningDesktop().run().opened();
      colours.push(made());
    }
    expect(colours).toMatchObject([{ backgroundColor: '#0f1419' }, { backgroundColor: '#f7f8fa' }]);
  });

  test.runIf(process.platform === 'linux')('[HOST-43] has its picture where no program file brings one', async () => {
    await new RunningDesktop().run().opened();
    expect(made()).toMatchObject({ icon: join(folder, 'build', 'icons', 'png', '256x256.png') });
  });

  test('[HOST-13] of a wall is the whole screen with the page for it, and is no place to come back to', async () => {
    await new RunningDesktop().run({ argv: ['--data-dir=data', '--wall'] }).opened();
    expect(calls.find(({ name }) => name === 'window.loadURL')?.arguments).toEqual(['app://watchfloor/?wall']);
    expect(calls.slice(-2)).toEqual([
      { name: 'window.setFullScreen', arguments: [true] },
      { name: 'window.show', arguments: [] },
    ]);
    expect(BrowserWindow.last?.listenerCount('move')).toBe(0);
  });
});

test('[HOST-14] whoever started it is told when the window is there, and that a failure was told', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const env = { LANG: 'en_GB.UTF-8', WATCHFLOOR_TELL_STARTER: '1' };
  await new RunningDesktop().run({ env }).opened();
  resetElectron();
  new RunningDesktop().run({ env, argv: ['--practice', '--profile=x'] });
  app.becomeReady();
  await called('app.exit');
  expect(said.mock.calls.map(([text]) => text)).toEqual(['watchfloor-desktop: window\n', 'watchfloor-desktop: told\n']);
  said.mockRestore();
});

test.each<[NodeJS.ProcessEnv, string[]]>([
  [{}, ['dialog.showErrorBox', 'app.exit']],
  // The web host takes over: nobody may be there to close a dialog.
  [{ WATCHFLOOR_TELL_STARTER: '1' }, ['app.exit']],
])('[HOST-14] a bug at the start is a dialog only where nobody waits for a word (%j)', async (env, ended) => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  new RunningDesktop().run({
    env: { LANG: 'en_GB.UTF-8', ...env },
    openApplication: () => Promise.reject(new Error('a bug')),
  });
  app.becomeReady();
  await called('app.exit');
  expect([callNames().slice(callNames().indexOf('protocol.handle') + 1), said.mock.calls]).toEqual([ended, []]);
  stderr.mockRestore();
  said.mockRestore();
});
