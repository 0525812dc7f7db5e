import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow as ElectronWindow } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { persistWindowState, readWindowState } from '../../../src-main/hosts/electron/window/window-state.ts';
import { BrowserWindow, resetElectron } from '../../doubles/electron.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';
import { SilentLog } from '../../doubles/silent-log.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

let dataDir: string;
beforeEach(async () => {
  resetElectron();
  dataDir = temporaryDirectory();
});

const bounds = { x: 10, y: 20, width: 1200, height: 800 };

function restoredWindow(folder = dataDir) {
  const window = new BrowserWindow({});
  window.bounds = bounds;
  const clock = new FakeClock();
  const log = new SilentLog();
  const ends = new AbortController();
  persistWindowState(window as unknown as ElectronWindow, { dataDir: folder, clock, log, stopSignal: ends.signal });
  return { window, clock, log, ends };
}

test('[HOST-10] the state of the window is stored when it closes and read at the next start', async () => {
  const { window } = restoredWindow();
  window.state.maximized = true;
  window.emit('close');
  expect([readWindowState(dataDir), await readdir(dataDir)]).toEqual([{ bounds, mode: 'maximized' }, ['window.json']]);
});

test('[HOST-10] the state is stored once, half a second after the window came to rest', async () => {
  const { window, clock } = restoredWindow();
  for (let moved = 0; moved < 100; moved += 1) window.emit('move');
  await clock.advance(499);
  expect(readWindowState(dataDir)).toBe(null);
  await clock.advance(1);
  expect([readWindowState(dataDir), clock.sleeping]).toEqual([{ bounds, mode: 'normal' }, 0]);
});

test('a window that is gone is not read, and the end leaves no timer', async () => {
  const { window, clock, ends } = restoredWindow();
  window.emit('enter-full-screen');
  ends.abort();
  await clock.advance(500);
  window.state.destroyed = true;
  window.emit('close');
  expect([readWindowState(dataDir), clock.sleeping]).toEqual([null, 0]);
});

test.each([
  '',
  '{',
  '[]',
  '{"bounds":null,"mode":"normal"}',
  '{"bounds":{"x":0,"y":0,"width":0,"height":0},"mode":"normal"}',
  '{"bounds":{"x":1e9,"y":0,"width":1,"height":1},"mode":"normal"}',
  '{"bounds":{"x":0,"y":0,"width":1,"height":1},"mode":"sideways"}',
])('[HOST-10] a damaged file (%j) counts as missing', async (text) => {
  await writeFile(join(dataDir, 'window.json'), text);
  expect(readWindowState(dataDir)).toBe(null);
});

test('a folder that cannot be written is reported in the log', () => {
  const { window, log } = restoredWindow(join(dataDir, 'gone'));
  window.emit('close');
  expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'warn: the window position could not be saved',
  ]);
});
