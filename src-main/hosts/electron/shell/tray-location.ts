import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import type { ShellState } from './shell-view.ts';

export type TrayLocation = DesktopState['place'];

/**
 * Many Linux desktops have no tray (for example plain GNOME), and Electron creates an invisible one there. A strip
 * window is no alternative: on Wayland a program cannot place a window or keep it on top.
 */
export function trayLocation(platform: NodeJS.Platform, hasTrayHost: boolean): TrayLocation {
  if (platform === 'darwin') return 'menu-bar';
  return platform === 'win32' || hasTrayHost ? 'tray' : 'taskbar';
}

export interface TrayIcon {
  readonly state: ShellState;
  readonly hasAlarms: boolean;
  readonly platform: NodeJS.Platform;
  readonly isDark: boolean;
}

/** Windows has a separate theme for its taskbar, and GNOME's bar is always dark. */
export function isBarDark(theme: {
  readonly platform: NodeJS.Platform;
  readonly desktop: string;
  readonly programs: boolean;
  readonly system: boolean;
}): boolean {
  if (theme.platform === 'win32') return theme.system;
  return theme.programs || (theme.platform === 'linux' && theme.desktop.split(':').includes('GNOME'));
}

/** Returns the name of a file in `build/icons/tray`. Each has a version of twice the size next to it. */
export function trayIconFile({ state, hasAlarms, platform, isDark }: TrayIcon): string {
  const name = hasAlarms ? `${state}-alarm` : state;
  if (platform === 'darwin') return `${name}Template.png`;
  return `${name}-on-${isDark ? 'dark' : 'light'}.png`;
}

export function overlayIconFile(state: ShellState, unacknowledged: number): string | null {
  return state === 'none' || (state === 'watching' && unacknowledged === 0) ? null : `overlay-${state}.png`;
}
