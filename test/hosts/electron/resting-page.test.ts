import type { BrowserWindow as ElectronWindow } from 'electron';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PageOutlet } from '../../../src-main/core/outlets/local/page-outlet.ts';
import { restHiddenPage } from '../../../src-main/hosts/electron/window/resting-page.ts';
import { aNotice } from '../../doubles/alarms.ts';
import { BrowserWindow, callNames, resetElectron } from '../../doubles/electron.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { SilentLog } from '../../doubles/silent-log.ts';

const TEN_MINUTES = 600_000;

beforeEach(resetElectron);

function hidden() {
  const window = new BrowserWindow({});
  window.state.minimized = false;
  const contents = window.webContents;
  const mayRest = vi.spyOn(contents, 'executeJavaScript').mockResolvedValue(true);
  const clock = new FakeClock();
  const ends = new AbortController();
  onTestFinished(() => ends.abort(new Error('the test is over')));
  const pages = new PageOutlet(clock, ends.signal);
  const ended: number[] = [];
  const resting = restHiddenPage({
    window: window as unknown as ElectronWindow,
    pages,
    clock,
    log: new SilentLog(),
    stopSignal: ends.signal,
    endProcess: (pid) => ended.push(pid),
  });
  window.emit('hide');
  const show = () => {
    window.show();
    window.emit('show');
  };
  const reloads = () => callNames().filter((name) => name === 'contents.reload').length;
  return { window, contents, mayRest, clock, pages, ended, resting, show, reloads };
}

test('the process of a page ends after ten minutes in which it was hidden, and the page is loaded again when the window opens', async () => {
  const { clock, ended, resting, show, reloads } = hidden();
  await clock.advance(TEN_MINUTES - 1);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect([ended, resting.isResting(), reloads()]).toEqual([[4_711], true, 0]);
  show();
  expect([resting.isResting(), reloads()]).toEqual([false, 1]);
  await clock.advance(TEN_MINUTES);
  expect(ended).toHaveLength(1);
});

test('the process goes on if the window was shown within the ten minutes, and the time begins again', async () => {
  const { window, clock, ended, show } = hidden();
  await clock.advance(TEN_MINUTES - 1);
  show();
  window.hide();
  window.emit('hide');
  await clock.advance(TEN_MINUTES - 1);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect(ended).toHaveLength(1);
});

test.each<[string, (page: ReturnType<typeof hidden>) => unknown]>([
  ['has a text or a dialog that the user has begun', ({ mayRest }) => mayRest.mockResolvedValue(false)],
  ['does not answer', ({ mayRest }) => mayRest.mockRejectedValue(new Error('no page'))],
  ['is halted in the developer tools', ({ contents }) => vi.spyOn(contents, 'isDevToolsOpened').mockReturnValue(true)],
  ['has no process', ({ contents }) => vi.spyOn(contents, 'getOSProcessId').mockReturnValue(0)],
  ['is minimized', ({ window }) => (window.state.minimized = true)],
])('a hidden page is left alone if it %s', async (_why, prepare) => {
  const page = hidden();
  prepare(page);
  await page.clock.advance(2 * TEN_MINUTES);
  expect([page.ended, page.resting.isResting()]).toEqual([[], false]);
});

test('an alarm whose sound the page must play loads the resting page, which gets it, and which rests again later', async () => {
  const { clock, pages, ended, resting, reloads } = hidden();
  // A connection that does not know yet that its page is gone.
  const before = pages.subscribe(undefined);
  void before.next();
  await clock.advance(TEN_MINUTES);
  pages.play(aNotice({ sound: true }));
  await clock.advance(0);
  expect([resting.isResting(), reloads()]).toEqual([false, 1]);
  const { value } = await pages.subscribe(undefined).next();
  expect(value).toMatchObject({ notice: { kind: 'show', notice: { banner: false, sound: true } } });
  await clock.advance(TEN_MINUTES);
  expect(ended).toHaveLength(2);
});

test('an alarm starts the ten minutes again, so that its sound is not cut off', async () => {
  const { clock, pages, ended } = hidden();
  await clock.advance(TEN_MINUTES - 1);
  pages.play(aNotice({ sound: true }));
  await clock.advance(1_000);
  expect(ended).toEqual([]);
});
