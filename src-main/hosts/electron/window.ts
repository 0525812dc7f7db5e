/** The only place that makes a window. Its page has no Node, no other origin's rights and no way to another address. */
import { app, BrowserWindow, nativeTheme, shell, type WebPreferences } from 'electron';
import type { Clock } from '../../core/ports/clock.ts';
import { APP_ORIGIN } from './app-address.ts';
import { lockNavigation } from './navigation-lock.ts';
import { MIN_WINDOW_SIZE, type WindowState } from './window-bounds.ts';

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
  readonly state: WindowState;
}

/** A page that has been loaded is drawn by then. */
const DRAW_DELAY_MS = 500;
/** As long as a person waits for a window before they start the program again. */
const SHOW_TIMEOUT_MS = 3_000;
/** Of the page (`--ground` of its theme), for what Electron paints before the page does and while it is gone. */
const BACKGROUND_COLORS = { dark: '#0f1419', light: '#f7f8fa' } as const;

/** What the page of a window is. */
export function pageAddress({ wall }: { readonly wall: boolean }): string {
  return `${APP_ORIGIN}/${wall ? '?wall' : ''}`;
}

/** Shows nothing yet: what follows the window follows it from its beginning, and `showWhenDrawn` shows it. */
export function makeWindow({ preload, icon, state }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Watchfloor',
    ...(icon !== null && { icon }),
    ...state.bounds,
    minWidth: MIN_WINDOW_SIZE.width,
    minHeight: MIN_WINDOW_SIZE.height,
    // Nothing is said of the whole screen: `false` would forbid it on a Mac, `true` shows a hidden window on Linux.
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND_COLORS.dark : BACKGROUND_COLORS.light,
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
