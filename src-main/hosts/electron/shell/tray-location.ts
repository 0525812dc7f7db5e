/** Where the program is found while its window is closed, and which picture stands there: pure. */
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import type { ShellState } from './shell-view.ts';

export type TrayLocation = DesktopState['place'];

/**
 * Many desktops of Linux have no tray (GNOME as it comes), and Electron makes one there all the same, which nobody sees. A
 * strip of our own is no way out: on Wayland, which such desktops run, a program may neither place a window nor keep it
 * above others. There closing the window minimizes it, and its line in the taskbar tells state and count.
 */
export function trayLocation(platform: NodeJS.Platform, hasTrayHost: boolean): TrayLocation {
  if (platform === 'darwin') return 'menu-bar';
  return platform === 'win32' || hasTrayHost ? 'tray' : 'taskbar';
}

export interface TrayIcon {
  readonly state: ShellState;
  readonly hasAlarms: boolean;
  readonly platform: NodeJS.Platform;
  /** The bar that it stands in. */
  readonly isDark: boolean;
}

/** Windows has a theme of its own for its bar, and the bar of GNOME is always dark; elsewhere it goes with the programs. */
export function isBarDark(theme: {
  readonly platform: NodeJS.Platform;
  readonly desktop: string;
  readonly programs: boolean;
  readonly system: boolean;
}): boolean {
  if (theme.platform === 'win32') return theme.system;
  return theme.programs || (theme.platform === 'linux' && theme.desktop.split(':').includes('GNOME'));
}

/** A file of `build/icons/tray`, with one of twice the size beside it. */
export function trayIconFile({ state, hasAlarms, platform, isDark }: TrayIcon): string {
  const name = hasAlarms ? `${state}-alarm` : state;
  if (platform === 'darwin') return `${name}Template.png`;
  return `${name}-on-${isDark ? 'dark' : 'light'}.png`;
}

/** Of the button in the taskbar of Windows; `null` where there is nothing to tell. */
export function overlayIconFile(state: ShellState, unacknowledged: number): string | null {
  return state === 'none' || (state === 'watching' && unacknowledged === 0) ? null : `overlay-${state}.png`;
}
