/**
 * Tray, badge, title and their kin, kept as the view says. They are set where something changed and at no other time: some
 * trays flicker at each. What a system does not have, Electron ignores.
 */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, type NativeImage, nativeImage, nativeTheme, Tray } from 'electron';
import { trayMenu, type TrayDeeds } from './app-menu.ts';
import { isBarDark, overlayPicture, type Place, trayPicture } from './place.ts';
import { alarmWords, type ShellView } from './shell-view.ts';

export interface SignParts {
  /** At the start. */
  readonly place: Place;
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP`, of Linux. */
  readonly desktop: string;
  /** Folder of the tray's pictures. */
  readonly pictures: string;
  readonly deeds: TrayDeeds;
  readonly window: () => BrowserWindow | null;
}

export class Signs {
  readonly #parts: SignParts;
  readonly #images = new Map<string, NativeImage>();
  #tray: Tray | null = null;
  #view: ShellView | null = null;

  constructor(parts: SignParts) {
    this.#parts = parts;
    this.moveTo(parts.place);
    nativeTheme.on('updated', this.#onTheme);
  }

  /** Makes a tray, or takes it away. */
  moveTo(place: Place): void {
    const hasTray = place !== 'taskbar';
    if (hasTray === (this.#tray !== null)) return;
    this.#tray?.destroy();
    this.#tray = hasTray ? new Tray(this.#image(this.#picture(this.#view))) : null;
    this.#tray?.on('click', () => {
      // On a Mac a click opens the menu.
      if (this.#parts.platform !== 'darwin') this.#parts.deeds.open();
    });
    if (this.#view !== null) this.#showInTray(this.#view);
  }

  show(view: ShellView): void {
    const before = this.#view;
    if (before !== null && JSON.stringify(before) === JSON.stringify(view)) return;
    this.#view = view;
    this.#showInTray(view);
    // Dock and launcher; of Linux those that know Unity's count.
    if (before?.unseen !== view.unseen) app.setBadgeCount(view.unseen);
    this.dress(this.#parts.window());
    if (before !== null && view.unseen > before.unseen) this.#call();
  }

  #showInTray(view: ShellView): void {
    const alarms = view.unseen === 0 ? null : alarmWords(view.unseen);
    this.#tray?.setImage(this.#image(this.#picture(view)));
    this.#tray?.setToolTip(view.tooltip);
    this.#tray?.setContextMenu(Menu.buildFromTemplate(trayMenu(this.#parts.deeds, { lines: view.lines, alarms })));
  }

  /** A window that was made, or came back, is as the present view says. */
  dress(window: BrowserWindow | null): void {
    const view = this.#view;
    if (view === null || window === null || window.isDestroyed()) return;
    window.setTitle(view.title);
    if (this.#parts.platform !== 'win32') return;
    const overlay = overlayPicture(view.state, view.unseen);
    window.setOverlayIcon(overlay === null ? null : this.#image(overlay), overlay === null ? '' : view.tooltip);
  }

  close(): void {
    nativeTheme.off('updated', this.#onTheme);
    this.#tray?.destroy();
  }

  readonly #onTheme = (): void => {
    this.#tray?.setImage(this.#image(this.#picture(this.#view)));
  };

  /** The button in the taskbar, until somebody looks: what a taskbar has beside a badge. */
  #call(): void {
    const window = this.#parts.window();
    if (window === null || window.isDestroyed() || window.isFocused() || this.#parts.platform === 'darwin') return;
    window.flashFrame(true);
    window.once('focus', () => window.flashFrame(false));
  }

  #picture(view: ShellView | null): string {
    return trayPicture({
      state: view?.state ?? 'none',
      hasAlarms: (view?.unseen ?? 0) > 0,
      platform: this.#parts.platform,
      isDark: isBarDark({
        ...this.#parts,
        programs: nativeTheme.shouldUseDarkColors,
        system: nativeTheme.shouldUseDarkColorsForSystemIntegratedUI,
      }),
    });
  }

  #image(name: string): NativeImage {
    const known = this.#images.get(name) ?? nativeImage.createFromPath(join(this.#parts.pictures, name));
    this.#images.set(name, known);
    return known;
  }
}
