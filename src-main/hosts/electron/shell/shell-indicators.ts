/** Shows the status in tray, badge, title and taskbar. Repeats none, because some trays flicker on each update. */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, type NativeImage, nativeImage, nativeTheme, Tray } from 'electron';
import { trayMenu, type TrayActions } from './app-menu.ts';
import { isBarDark, overlayIconFile, type TrayLocation, trayIconFile } from './tray-location.ts';
import { alarmWords, type ShellView } from './shell-view.ts';

export interface ShellIndicatorsParts {
  readonly location: TrayLocation;
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP` on Linux. */
  readonly desktop: string;
  readonly iconFolder: string;
  readonly actions: TrayActions;
  readonly window: () => BrowserWindow | null;
}

export class ShellIndicators {
  readonly #parts: ShellIndicatorsParts;
  readonly #images = new Map<string, NativeImage>();
  #tray: Tray | null = null;
  #view: ShellView | null = null;

  constructor(parts: ShellIndicatorsParts) {
    this.#parts = parts;
    this.setLocation(parts.location);
    nativeTheme.on('updated', this.#onTheme);
  }

  setLocation(location: TrayLocation): void {
    const hasTray = location !== 'taskbar';
    if (hasTray === (this.#tray !== null)) return;
    this.#tray?.destroy();
    this.#tray = hasTray ? new Tray(this.#image(this.#trayIconFile(this.#view))) : null;
    this.#tray?.on('click', () => {
      if (this.#parts.platform !== 'darwin') this.#parts.actions.open();
    });
    if (this.#view !== null) this.#showInTray(this.#view);
  }

  show(view: ShellView): void {
    const before = this.#view;
    if (before !== null && JSON.stringify(before) === JSON.stringify(view)) return;
    this.#view = view;
    this.#showInTray(view);
    // Sets the count on the Dock, and on Linux launchers that support Unity's count.
    if (before?.unacknowledged !== view.unacknowledged) app.setBadgeCount(view.unacknowledged);
    this.applyToWindow(this.#parts.window());
    if (before !== null && view.unacknowledged > before.unacknowledged) this.#requestAttention();
  }

  #showInTray(view: ShellView): void {
    const alarms = view.unacknowledged === 0 ? null : alarmWords(view.unacknowledged);
    this.#tray?.setImage(this.#image(this.#trayIconFile(view)));
    this.#tray?.setToolTip(view.tooltip);
    this.#tray?.setContextMenu(Menu.buildFromTemplate(trayMenu(this.#parts.actions, { lines: view.lines, alarms })));
  }

  applyToWindow(window: BrowserWindow | null): void {
    const view = this.#view;
    if (view === null || window === null || window.isDestroyed()) return;
    window.setTitle(view.title);
    if (this.#parts.platform !== 'win32') return;
    const overlay = overlayIconFile(view.state, view.unacknowledged);
    window.setOverlayIcon(overlay === null ? null : this.#image(overlay), overlay === null ? '' : view.tooltip);
  }

  close(): void {
    nativeTheme.off('updated', this.#onTheme);
    this.#tray?.destroy();
  }

  readonly #onTheme = (): void => {
    this.#tray?.setImage(this.#image(this.#trayIconFile(this.#view)));
  };

  #requestAttention(): void {
    const window = this.#parts.window();
    if (window === null || window.isDestroyed() || window.isFocused() || this.#parts.platform === 'darwin') return;
    window.flashFrame(true);
    window.once('focus', () => window.flashFrame(false));
  }

  #trayIconFile(view: ShellView | null): string {
    return trayIconFile({
      state: view?.state ?? 'none',
      hasAlarms: (view?.unacknowledged ?? 0) > 0,
      platform: this.#parts.platform,
      isDark: isBarDark({
        ...this.#parts,
        programs: nativeTheme.shouldUseDarkColors,
        system: nativeTheme.shouldUseDarkColorsForSystemIntegratedUI,
      }),
    });
  }

  #image(name: string): NativeImage {
    const cached = this.#images.get(name) ?? nativeImage.createFromPath(join(this.#parts.iconFolder, name));
    this.#images.set(name, cached);
    return cached;
  }
}
