/** The only place that makes a window. Its page has no Node, no other origin's rights and no way to another address. */
import { BrowserWindow, shell, type WebPreferences } from 'electron';
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
  /** To be read from across a room: the whole screen, and the page for it. */
  readonly wall: boolean;
}

/** What the page of a window is. */
export function pageAddress({ wall }: { readonly wall: boolean }): string {
  return `${APP_ORIGIN}/${wall ? '?wall' : ''}`;
}

/** Shows nothing yet: what follows the window follows it from its beginning. */
export function makeWindow({ preload, icon, place, wall }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Watchfloor',
    ...(icon !== null && { icon }),
    ...place.bounds,
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    fullscreen: wall || place.mode === 'full-screen',
    show: false,
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  });
  lockNavigation(window.webContents, (address) => shell.openExternal(address));
  // Shown when it has something to show, so that a dark room sees no white flash.
  window.once('ready-to-show', () => {
    if (place.mode === 'maximized' && !wall) window.maximize();
    window.show();
  });
  return window;
}
