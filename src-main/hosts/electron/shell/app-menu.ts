/** Builds the menu with keys for editing and the window only: a menu takes its keys away from the page. Pure. */
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly openSettings: () => void;
  readonly testAlarm: () => void;
  readonly reload: () => void;
  readonly openLogs: () => void;
  readonly about: () => void;
  readonly quit: () => void;
}

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly isDevelopment: boolean;
}

export function appMenu(actions: MenuActions, { platform, isDevelopment }: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const about: MenuItemConstructorOptions = { label: 'About Watchfloor', click: actions.about };
  const settings: MenuItemConstructorOptions[] = [
    { label: 'Settings', click: actions.openSettings },
    { label: 'Test alarm', click: actions.testAlarm },
  ];
  const quit: MenuItemConstructorOptions = {
    label: 'Quit Watchfloor',
    // Every Mac program has this key. On other systems Alt+F4 closes the window, which does not quit.
    ...(isMac && { accelerator: 'Command+Q' }),
    click: actions.quit,
  };
  const first: MenuItemConstructorOptions = isMac
    ? {
        label: 'Watchfloor',
        submenu: [
          about,
          line,
          ...settings,
          line,
          { role: 'services' },
          line,
          { role: 'hide' },
          { role: 'hideOthers' },
          { role: 'unhide' },
          line,
          quit,
        ],
      }
    : { label: '&Watchfloor', submenu: [...settings, line, { label: 'Close window', role: 'close' }, quit] };
  return [
    first,
    { label: isMac ? 'Edit' : '&Edit', role: 'editMenu' },
    {
      label: isMac ? 'View' : '&View',
      submenu: [
        { label: 'Reload page', click: actions.reload },
        ...(isDevelopment ? [{ label: 'Developer tools', role: 'toggleDevTools' } as const] : []),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: isMac ? 'Help' : '&Help',
      role: 'help',
      submenu: [{ label: 'Show logs', click: actions.openLogs }, ...(isMac ? [] : [line, about])],
    },
  ];
}

export interface TrayActions extends Pick<MenuActions, 'testAlarm' | 'quit'> {
  readonly open: () => void;
}

export function trayMenu(
  actions: TrayActions,
  { lines, alarms }: { readonly lines: readonly string[]; readonly alarms: string | null },
): MenuItemConstructorOptions[] {
  return [
    { label: 'Open Watchfloor', click: actions.open },
    { type: 'separator' },
    // A single "&" in a label would mark a shortcut letter.
    ...[...lines, ...(alarms === null ? [] : [alarms])].map((label) => ({
      label: label.replaceAll('&', '&&'),
      enabled: false,
    })),
    { type: 'separator' },
    { label: 'Test alarm', click: actions.testAlarm },
    { label: 'Quit Watchfloor', click: actions.quit },
  ];
}
