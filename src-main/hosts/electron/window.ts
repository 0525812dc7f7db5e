/** The only place that makes a window. Its page has no Node, no other origin's rights and no way to another address. */
import { BrowserWindow, shell, type WebPreferences } from 'electron';
import { APP_ORIGIN } from './app-address.ts';
import { lockNavigation } from './navigation-lock.ts';

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
  };
}

/** @param preload absolute path of the built preload */
export async function openWindow(preload: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    title: 'Watchfloor',
    width: 1440,
    height: 900,
    // The frame of the page (rail, top bar, a readable row) needs as much.
    minWidth: 960,
    minHeight: 600,
    show: false,
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  });
  lockNavigation(window.webContents, (address) => shell.openExternal(address));
  // Shown when it has something to show, so that a dark room sees no white flash.
  window.once('ready-to-show', () => window.show());
  await window.loadURL(`${APP_ORIGIN}/`);
  return window;
}
