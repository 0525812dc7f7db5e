/** Creates the window; no other module does. Its page has no Node and cannot navigate to another address. */
import { app, BrowserWindow, nativeTheme, shell, type WebPreferences } from 'electron';
import type { Clock } from '../../../core/ports/clock.ts';
import { APP_ORIGIN } from '../app-address.ts';
import { lockNavigation } from './navigation-lock.ts';
import { MIN_WINDOW_SIZE, type WindowState } from './window-bounds.ts';

/** Sets most of Electron's defaults explicitly, because a default can change. */
function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    // Chromium would download dictionaries from the internet.
    spellcheck: false,
    // The developer tools give access to all data of the page.
    devTools: !app.isPackaged,
    // The page plays alarm sounds, possibly before any user has clicked.
    autoplayPolicy: 'no-user-gesture-required',
  };
}

interface WindowOptions {
  readonly preload: string;
  /** Absolute path on Linux; null if the program file contains the icon. */
  readonly icon: string | null;
  readonly state: WindowState;
  /** True if the page may open the address in the system's browser. */
  readonly mayOpenOutside: (address: string) => Promise<boolean>;
}

/** Time in which a loaded page is drawn. */
const DRAW_DELAY_MS = 500;
/** Users who wait longer for a window start the program again. */
const SHOW_TIMEOUT_MS = 3_000;
/** Background of the page (`--ground` of its theme), painted before the page loads and while it is gone. */
const BACKGROUND_COLORS = { dark: '#0f1419', light: '#f7f8fa' } as const;

export function pageAddress({ wall }: { readonly wall: boolean }): string {
  return `${APP_ORIGIN}/${wall ? '?wall' : ''}`;
}

/** Creates a hidden window, so that listeners see its events from the start. `showWhenDrawn` shows it. */
export function makeWindow({ preload, icon, state, mayOpenOutside }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Watchfloor',
    ...(icon !== null && { icon }),
    ...state.bounds,
    minWidth: MIN_WINDOW_SIZE.width,
    minHeight: MIN_WINDOW_SIZE.height,
    // `fullscreen` is not set: `false` would forbid it on macOS, `true` shows a hidden window on Linux.
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND_COLORS.dark : BACKGROUND_COLORS.light,
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  });
  lockNavigation(window.webContents, { mayOpen: mayOpenOutside, open: (address) => shell.openExternal(address) });
  return window;
}

/**
 * On Wayland a hidden window may get no `ready-to-show` (electron/electron#48859), so the load of the page or a timeout
 * also count. Never rejects.
 */
export async function showWhenDrawn(
  window: BrowserWindow,
  /** `wall` opens the window full-screen, to be read from a distance. */
  { state, wall }: { readonly state: WindowState; readonly wall: boolean },
  clock: Clock,
  stopSignal: AbortSignal,
): Promise<void> {
  const shown = new AbortController();
  const either = AbortSignal.any([stopSignal, shown.signal]);
  const after = (ms: number) => clock.sleep(ms, either).catch(() => undefined);
  await Promise.race([
    new Promise<void>((resolve) => window.once('ready-to-show', resolve)),
    new Promise<void>((resolve) =>
      window.webContents.once('did-finish-load', () => void after(DRAW_DELAY_MS).then(resolve)),
    ),
    after(SHOW_TIMEOUT_MS),
  ]);
  shown.abort();
  if (stopSignal.aborted || window.isDestroyed()) return;
  if (wall || state.mode === 'full-screen') window.setFullScreen(true);
  else if (state.mode === 'maximized') window.maximize();
  window.show();
}
