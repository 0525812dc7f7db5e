import type { BrowserWindow as ElectronWindow } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepPageAlive } from '../../../src-main/hosts/electron/window/page-watchdog.ts';
import { afterPageCrash } from '../../../src-main/hosts/electron/window/page-restarts.ts';
import { BrowserWindow, callNames, calls, type FakeWebContents, resetElectron } from '../../doubles/electron.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { SilentLog } from '../../doubles/silent-log.ts';

beforeEach(resetElectron);

const STOPPED = 'app://watchfloor/stopped.html';

test.each<[number[], number, ReturnType<typeof afterPageCrash>]>([
  [[], 0, { kind: 'reload', restarts: [0] }],
  [[0, 1_000], 2_000, { kind: 'reload', restarts: [0, 1_000, 2_000] }],
  [[0, 1_000, 2_000], 3_000, { kind: 'stopped-page', restarts: [] }],
  [[0, 1_000, 2_000], 60_000, { kind: 'reload', restarts: [1_000, 2_000, 60_000] }],
])(
  '[HOST-9] a page that was loaded again at %j and crashes at %i is reloaded at most three times per minute',
  (restarts, now, expected) => expect(afterPageCrash(restarts, now)).toEqual(expected),
);

function alive(address = 'app://watchfloor/', wasThere = true, isResting = false) {
  const window = new BrowserWindow({});
  window.webContents.url = `${address}#/timeline`;
  const clock = new FakeClock();
  const log = new SilentLog();
  const ends = new AbortController();
  const loadPage = keepPageAlive({
    window: window as unknown as ElectronWindow,
    address,
    clock,
    log,
    stopSignal: ends.signal,
    isResting: () => isResting,
  });
  if (wasThere) window.webContents.emit('did-finish-load');
  const crash = async (reason = 'crashed') => {
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { window, clock, log, ends, crash, loadPage };
}
const done = () => callNames().filter((name) => name !== 'new BrowserWindow');
const loaded = () => calls.filter(({ name }) => name === 'window.loadURL').map((one) => one.arguments[0]);

test('[HOST-9] a page whose process is gone is reloaded immediately, and the log has the reason', async () => {
  const { crash, log } = alive();
  await crash('oom');
  expect([done(), log.lines]).toEqual([
    ['contents.reload'],
    [{ level: 'error', message: 'the page stopped', fields: { reason: 'oom', exitCode: 5, next: 'reload' } }],
  ]);
});

test('leaves a page alone while it rests', async () => {
  const { crash, clock } = alive(undefined, true, true);
  await crash('killed');
  await clock.advance(600_000);
  expect(done()).toEqual([]);
});

test.each([
  ['app://watchfloor/', STOPPED],
  ['app://watchfloor/?wall', `${STOPPED}?wall`],
])(
  '[HOST-9] after four crashes within a minute, %s is replaced with the stopped page and loaded again after 5 min',
  async (page, stopped) => {
    const { crash, clock } = alive(page);
    for (let time = 0; time < 4; time += 1) await crash();
    expect([done().slice(0, 3), loaded()]).toEqual([
      ['contents.reload', 'contents.reload', 'contents.reload'],
      [stopped],
    ]);
    await clock.advance(300_000);
    expect(loaded()).toEqual([stopped, page]);
  },
);

test('[HOST-9] a page that the user has opened again is not reloaded', async () => {
  const { window, crash, clock } = alive();
  for (let time = 0; time < 4; time += 1) await crash();
  window.webContents.url = 'app://watchfloor/#/watch';
  await clock.advance(300_000);
  expect(loaded()).toEqual([STOPPED]);
});

test('[HOST-9] a page that hangs in a hidden window is found by a query, stopped and reloaded', async () => {
  const { window, clock, log } = alive();
  await clock.advance(600_000);
  expect(done()).toEqual([]);
  window.webContents.isResponsive = false;
  await clock.advance(59_999);
  expect(done()).toEqual([]);
  await clock.advance(1);
  await vi.waitFor(() => expect(done()).toEqual(['contents.forcefullyCrashRenderer', 'contents.reload']));
  await clock.advance(600_000);
  expect([done().length, log.lines.map(({ message }) => message)]).toEqual([
    2,
    ['the page did not answer and was stopped', 'the page stopped'],
  ]);
});

test('[HOST-9] a page that a developer has paused is left alone', async () => {
  const { window, clock } = alive();
  window.webContents.isResponsive = false;
  window.webContents.isDevToolsOpened = () => true;
  await clock.advance(600_000);
  expect(done()).toEqual([]);
});

test('[HOST-9] a page that does not respond is stopped and reloaded after 10 s', async () => {
  const { window, clock, log } = alive();
  window.webContents.emit('unresponsive');
  await clock.advance(9_999);
  expect(done()).toEqual([]);
  await clock.advance(1);
  await vi.waitFor(() => expect(done()).toEqual(['contents.forcefullyCrashRenderer', 'contents.reload']));
  expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'warn: the page does not answer',
    'error: the page did not answer and was stopped',
    'error: the page stopped',
  ]);
});

test('[HOST-9] a page that responds again in time is left alone', async () => {
  const { window, clock } = alive();
  const { sleeping } = clock;
  window.webContents.emit('unresponsive');
  await clock.advance(5_000);
  window.webContents.emit('responsive');
  await clock.advance(60_000);
  expect([done(), clock.sleeping]).toEqual([[], sleeping]);
});

test('a window that is closed, or about to close, is not reloaded', async () => {
  const first = alive();
  first.ends.abort();
  await first.crash();
  const second = alive();
  second.window.state.destroyed = true;
  await second.crash();
  expect(done()).toEqual([]);
});

describe('[HOST-9] the first page', () => {
  const failed = (code: string) => Object.assign(new Error(`${code} loading the page`), { code });
  const crashing = (contents: FakeWebContents) =>
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  const fresh = () => alive('app://watchfloor/', false);

  test('is loaded again if it crashes before it was loaded, in whichever order that is reported', async () => {
    for (const isReportedLate of [false, true]) {
      resetElectron();
      const { window, loadPage, clock } = fresh();
      BrowserWindow.nextLoad = async (contents) => {
        if (!isReportedLate) crashing(contents);
        throw failed('ERR_FAILED');
      };
      const loading = loadPage();
      await new Promise((resolve) => setImmediate(resolve));
      if (isReportedLate) {
        await clock.advance(999);
        crashing(window.webContents);
      }
      await loading;
      await vi.waitFor(() => expect(done()).toEqual(['window.loadURL', 'window.loadURL']));
    }
  });

  test('causes no failure if it is reloaded before it was loaded', async () => {
    const { loadPage } = fresh();
    BrowserWindow.nextLoad = () => Promise.reject(failed('ERR_ABORTED'));
    await loadPage();
    expect(done()).toEqual(['window.loadURL']);
  });

  test('fails the start if it cannot be loaded although its process runs', async () => {
    const { loadPage, clock } = fresh();
    BrowserWindow.nextLoad = () => Promise.reject(failed('ERR_FAILED'));
    const outcome = loadPage().catch((error: unknown) => error);
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(1_000);
    expect(await outcome).toEqual(failed('ERR_FAILED'));
  });
});
