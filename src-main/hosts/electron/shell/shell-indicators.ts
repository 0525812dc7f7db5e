/**
 * Tray, badge, title and their kin, kept as the view says. They are set where something changed and at no other time: some
 * trays flicker at each. What a system does not have, Electron ignores.
 */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, type NativeImage, nativeImage, nativeTheme, Tray } from 'electron';
import { trayMenu, type TrayActions } from './app-menu.ts';
import { isBarDark, overlayIconFile, type TrayLocation, trayIconFile } from './tray-location.ts';
import { alarmWords, type ShellView } from './shell-view.ts';

export interface ShellIndicatorsParts {
  /** At the start. */
  readonly location: TrayLocation;
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP`, of Linux. */
  readonly desktop: string;
  /** Folder of the tray's pictures. */
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

  /** Makes a tray, or takes it away. */
  setLocation(place: TrayLocation): void {
    const hasTray = place !== 'taskbar';
    if (hasTray === (this.#tray !== null)) return;
    this.#tray?.destroy();
    this.#tray = hasTray ? new Tray(this.#image(this.#trayIconFile(this.#view))) : null;
    this.#tray?.on('click', () => {
      // On a Mac a click opens the menu.
      if (this.#parts.platform !== 'darwin') this.#parts.actions.open();
    });
    if (this.#view !== null) this.#showInTray(this.#view);
  }

  show(view: ShellView): void {
    const before = this.#view;
    if (before !== null && JSON.stringify(before) === JSON.stringify(view)) return;
    this.#view = view;
    this.#showInTray(view);
    // Dock and launcher; of Linux those that know Unity's count.
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

  /** A window that was made, or came back, is as the present view says. */
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

  /** The button in the taskbar, until somebody looks: what a taskbar has beside a badge. */
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
    const known = this.#images.get(name) ?? nativeImage.createFromPath(join(this.#parts.iconFolder, name));
    this.#images.set(name, known);
    return known;
  }
}
