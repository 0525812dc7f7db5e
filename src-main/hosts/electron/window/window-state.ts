/** Stores the window's position. If `window.json` is missing, damaged or not writable, only the position is lost. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { readJsonFile } from '../read-json-file.ts';
import { type WindowState, windowStateSchema } from './window-bounds.ts';

const FILE_NAME = 'window.json';
const MAX_BYTES = 10_000;
/** A dragged window moves 60 times per second. */
const DEBOUNCE_MS = 500;

export function readWindowState(dataDir: string): WindowState | null {
  return readJsonFile(join(dataDir, FILE_NAME), MAX_BYTES, windowStateSchema);
}

type ObservedWindow = Pick<
  BrowserWindow,
  'on' | 'isDestroyed' | 'isMinimized' | 'isMaximized' | 'isFullScreen' | 'getNormalBounds'
>;

/** Stores the state 500 ms after the last change, in case the power fails, and when the window closes. */
export function persistWindowState(
  window: ObservedWindow,
  { dataDir, clock, log, stopSignal }: { dataDir: string; clock: Clock; log: Log; stopSignal: AbortSignal },
): void {
  let moved = new AbortController();

  function save(): void {
    if (window.isDestroyed()) return;
    const mode = window.isFullScreen() ? 'full-screen' : window.isMaximized() ? 'maximized' : 'normal';
    const path = join(dataDir, FILE_NAME);
    try {
      rmSync(`${path}.new`, { force: true });
      const text = JSON.stringify({ bounds: window.getNormalBounds(), mode });
      writeFileSync(`${path}.new`, text, { flag: 'wx', mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      log.warn('the window position could not be saved', { error });
    }
  }
  function saveSoon(): void {
    moved.abort();
    moved = new AbortController();
    clock.sleep(DEBOUNCE_MS, AbortSignal.any([moved.signal, stopSignal])).then(save, () => undefined);
  }
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('enter-full-screen', saveSoon);
  window.on('leave-full-screen', saveSoon);
  window.on('close', () => {
    moved.abort();
    save();
  });
}
