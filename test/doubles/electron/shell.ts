/** Electron's parts outside of the window: menus, tray and notifications. */
import { EventEmitter } from 'node:events';
import { record } from './calls.ts';

export interface MenuEntry {
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly MenuEntry[];
}
export const Menu = {
  buildFromTemplate: (template: readonly MenuEntry[]) => template,
  setApplicationMenu: (menu: readonly MenuEntry[]) => record('Menu.setApplicationMenu', menu),
};
export const nativeImage = { createFromPath: (path: string) => ({ path }) };

export class Tray extends EventEmitter {
  static last: Tray | null = null;
  picture: string;
  tooltip = '';
  menu: readonly MenuEntry[] = [];
  constructor(image: { path: string }) {
    super();
    this.picture = image.path;
    Tray.last = this;
    record('new Tray', image.path);
  }
  setImage(image: { path: string }): void {
    this.picture = image.path;
    record('tray.setImage', image.path);
  }
  setToolTip(tooltip: string): void {
    this.tooltip = tooltip;
  }
  setContextMenu(menu: readonly MenuEntry[]): void {
    this.menu = menu;
  }
  destroy(): void {
    record('tray.destroy');
  }
}

export class Notification extends EventEmitter {
  static supported = true;
  /**
   * How the system handles new notifications: it shows them and reports it, shows them without a report, or refuses
   * them with this message.
   */
  static showResult: 'shown' | 'silent' | { readonly refused: string } = 'shown';
  static readonly made: Notification[] = [];
  readonly options: unknown;
  /** @throws Error if the id is too long for Windows */
  constructor(options: { readonly id?: string }) {
    super();
    if ((options.id?.length ?? 0) > 64) throw new Error('The id of a notification has at most 64 characters.');
    this.options = options;
    Notification.made.push(this);
  }
  static isSupported(): boolean {
    return Notification.supported;
  }
  /** Reports a click as Windows does. Null on other systems and before the program listens. */
  static activate: ((details: { readonly arguments: string }) => void) | null = null;
  static handleActivation(listener: (details: { readonly arguments: string }) => void): void {
    Notification.activate = listener;
  }
  /** Notifications of an earlier run that are still in the list of macOS. */
  static history: Notification[] = [];
  static async getHistory(): Promise<Notification[]> {
    return Notification.history;
  }
  get id(): string {
    return String(Object(this.options).id);
  }
  show(): void {
    record('notification.show', this.options);
    const { showResult } = Notification;
    if (showResult === 'shown') this.emit('show');
    else if (showResult !== 'silent') this.emit('failed', {}, showResult.refused);
  }
  close(): void {
    record('notification.close', this.options);
    this.emit('close', { reason: 'applicationHidden' });
  }
}
