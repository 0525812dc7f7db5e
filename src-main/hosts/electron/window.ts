/** The only place that makes a window. Its page has no Node, no other origin's rights and no way to another address. */
import { app, BrowserWindow, nativeTheme, shell, type WebPreferences } from 'electron';
import type { Clock } from '../../core/ports/clock.ts';
import { APP_ORIGIN } from './app-address.ts';
import { lockNavigation } from './navigation-lock.ts';
import { LEAST_SIZE, type WindowState } from './window-place.ts';

/** Most are Electron's defaults, said all the same: a default can change, and a reader need not know it. */
function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    // Chromium would fetch dictionaries from the internet.
    spellcheck: false,
    // Who gets at the page's tools gets at everything that it is told.
    devTools: !app.isPackaged,
    // The page's own sounds of alarms, which nobody may be there to allow by a press.
    autoplayPolicy: 'no-user-gesture-required',
  };
}

interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preload: string;
  /** Where no program file brings one (Linux); an absolute path. */
  readonly icon: string | null;
  readonly place: WindowState;
}

/** A page that has been loaded is drawn by then. */
const DRAWN_AFTER_MS = 500;
/** As long as a person waits for a window before they start the program again. */
const SHOWN_WITHIN_MS = 3_000;
/** Of the page (`--ground` of its theme), for what Electron paints before the page does and while it is gone. */
const GROUND = { dark: '#0f1419', light: '#f7f8fa' } as const;

/** What the page of a window is. */
export function pageAddress({ wall }: { readonly wall: boolean }): string {
  return `${APP_ORIGIN}/${wall ? '?wall' : ''}`;
}

/** Shows nothing yet: what follows the window follows it from its beginning, and `showWhenDrawn` shows it. */
export function makeWindow({ preload, icon, place }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Watchfloor',
    ...(icon !== null && { icon }),
    ...place.bounds,
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    // Nothing is said of the whole screen: `false` would forbid it on a Mac, `true` shows a hidden window on Linux.
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  });
  lockNavigation(window.webContents, (address) => shell.openExternal(address));
  return window;
}

/**
 * Shows a new window when it has something to show. A hidden window is not always told so on Wayland
 * (electron/electron#48859), hence what comes first counts: that, its page loaded, or time.
 * @returns when it is shown, or is not wanted any more; never rejects
 */
export async function showWhenDrawn(
  window: BrowserWindow,
  /** `wall`: to be read from across a room, the whole screen. */
  { place, wall }: { readonly place: WindowState; readonly wall: boolean },
  clock: Clock,
  ends: AbortSignal,
): Promise<void> {
  const shown = new AbortController();
  const either = AbortSignal.any([ends, shown.signal]);
  const after = (ms: number) => clock.sleep(ms, either).catch(() => undefined);
  await Promise.race([
    new Promise<void>((resolve) => window.once('ready-to-show', resolve)),
    new Promise<void>((resolve) =>
      window.webContents.once('did-finish-load', () => void after(DRAWN_AFTER_MS).then(resolve)),
    ),
    after(SHOWN_WITHIN_MS),
  ]);
  shown.abort();
  if (ends.aborted || window.isDestroyed()) return;
  if (wall || place.mode === 'full-screen') window.setFullScreen(true);
  else if (place.mode === 'maximized') window.maximize();
  window.show();
}
