/**
 * Stands in for the npm package `electron` where its binary is not: records what is asked of it, in order, and lets a
 * test play what Chromium would do. Ports are Node's own, so that wires really carry.
 */
import { EventEmitter } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Everything asked of Electron since `resetElectron`, oldest first: `app.enableSandbox`, `new BrowserWindow` … */
export const calls: { name: string; arguments: unknown[] }[] = [];
function record(name: string, ...args: unknown[]): void {
  calls.push({ name, arguments: args });
}
export const callNames = (): string[] => calls.map((call) => call.name);

export class FakeMessagePortMain extends EventEmitter {
  readonly nodePort: MessagePort;
  constructor(nodePort: MessagePort) {
    super();
    this.nodePort = nodePort;
    nodePort.on('message', (data) => this.emit('message', { data, ports: [] }));
    nodePort.on('close', () => this.emit('close'));
  }
  postMessage(message: unknown): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end, and no origins
    this.nodePort.postMessage(message);
  }
  start(): void {
    this.nodePort.start();
  }
  close(): void {
    this.nodePort.close();
  }
}

export class MessageChannelMain {
  readonly port1: FakeMessagePortMain;
  readonly port2: { readonly nodePort: MessagePort };
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new FakeMessagePortMain(port1);
    // Belongs to the page from the start: listening here would take its messages.
    this.port2 = { nodePort: port2 };
  }
}

/** Chromium's `AddQuoteForArg`: a backslash counts before a quote alone. */
function quotedForWindows(argument: string): string {
  if (!/[ \\"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`;
}

class FakeApp extends EventEmitter {
  holdsLock = true;
  /** `false`: a disk without symbolic links. */
  canLock = true;
  isPackaged = false;
  becomeReady: () => void = () => undefined;
  #ready: Promise<void> = Promise.resolve();

  readonly commandLine = {
    /** Of Chromium, also what variables of the environment set. */
    switches: new Set<string>(),
    hasSwitch: (name: string): boolean => this.commandLine.switches.has(name),
    appendSwitch: (name: string, value?: string) => record('app.commandLine.appendSwitch', name, value),
  };
  reset(): void {
    this.removeAllListeners();
    this.commandLine.switches.clear();
    this.holdsLock = true;
    this.canLock = true;
    this.isPackaged = false;
    this.login = { openAtLogin: false, executableWillLaunchAtLogin: false };
    this.loginLine = [];
    this.refusesLogin = false;
    this.#ready = new Promise((resolve) => (this.becomeReady = resolve));
  }
  /** As Electron: takes the switch away, so that nobody can ask for it afterwards. */
  enableSandbox(): void {
    record('app.enableSandbox');
    this.commandLine.switches.delete('no-sandbox');
  }
  setPath(name: string, path: string): void {
    record('app.setPath', name, path);
  }
  requestSingleInstanceLock(data: unknown): boolean {
    record('app.requestSingleInstanceLock', data);
    // As Chromium: whoever holds it has made a link in the folder, where the disk can.
    const folder = calls.find(({ name, arguments: [path] }) => name === 'app.setPath' && path === 'userData')
      ?.arguments[1];
    if (!this.holdsLock && this.canLock) symlinkSync('noc-1', join(String(folder), 'SingletonLock'));
    return this.holdsLock;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    record('app.setAsDefaultProtocolClient', scheme);
    return true;
  }
  async whenReady(): Promise<void> {
    await this.#ready;
    record('ready');
  }
  /** As Electron: asks `before-quit` first, and stays where that is prevented. */
  quit(): void {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    record(prevented ? 'app.quit prevented' : 'app.quit');
  }
  relaunch(options: unknown): void {
    record('app.relaunch', options);
  }
  exit(code: number): void {
    record('app.exit', code);
  }
  /** What the system keeps; the second is Windows' own, which the Task Manager changes. `refusesLogin`: a policy says no. */
  login = { openAtLogin: false, executableWillLaunchAtLogin: false };
  /** The arguments as Windows keeps them: Electron puts each of them into quotes. */
  loginLine: string[] = [];
  refusesLogin = false;
  getLoginItemSettings(options: unknown): typeof this.login {
    record('app.getLoginItemSettings', options);
    return this.login;
  }
  setLoginItemSettings(settings: { openAtLogin: boolean; args?: string[] }): void {
    record('app.setLoginItemSettings', settings);
    if (this.refusesLogin) return;
    this.login = { openAtLogin: settings.openAtLogin, executableWillLaunchAtLogin: settings.openAtLogin };
    this.loginLine = (settings.args ?? []).map(quotedForWindows);
  }
  setBadgeCount(count: number): void {
    record('app.setBadgeCount', count);
  }
  setAboutPanelOptions(options: unknown): void {
    record('app.setAboutPanelOptions', options);
  }
  showAboutPanel(): void {
    record('app.showAboutPanel');
  }
  releaseSingleInstanceLock(): void {
    record('app.releaseSingleInstanceLock');
  }
}
export const app = new FakeApp();

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown) => record('protocol.registerSchemesAsPrivileged', schemes),
  handle: (scheme: string, handler: unknown) => record('protocol.handle', scheme, handler),
};
export const session = {
  defaultSession: {
    protocol,
    setPermissionRequestHandler: (handler: unknown) => record('session.setPermissionRequestHandler', handler),
    setPermissionCheckHandler: (handler: unknown) => record('session.setPermissionCheckHandler', handler),
    /** What the computer's own settings answer. */
    resolveProxy: async (url: string) => {
      record('session.resolveProxy', url);
      return 'DIRECT';
    },
    setDevicePermissionHandler: (handler: unknown) => record('session.setDevicePermissionHandler', handler),
  },
};
export const crashReporter = { start: (options: unknown) => record('crashReporter.start', options) };
export const dialog = {
  showErrorBox: (title: string, content: string) => record('dialog.showErrorBox', title, content),
  showMessageBox: async (_window: unknown, options: unknown) => {
    record('dialog.showMessageBox', options);
    return { response: 0 };
  },
};
export const shell = {
  openExternal: async (address: string) => record('shell.openExternal', address),
};
export const ipcMain = new EventEmitter();

/** As Electron for Linux: it holds a shutdown only for a listener of `shutdown` that is not the first of all. */
class FakePowerMonitor extends EventEmitter {
  holdsShutdown = false;
  reset(): void {
    this.removeAllListeners();
    this.holdsShutdown = false;
    this.once('newListener', () => {
      this.holdsShutdown = this.listenerCount('shutdown') > 0;
      this.on('newListener', (event) => (this.holdsShutdown ||= event === 'shutdown'));
    });
  }
}
export const powerMonitor = new FakePowerMonitor();
/** What is held back, by what it is called for. */
export const powerSaveBlocker = {
  held: new Map<number, string>(),
  start(kind: string): number {
    const id = calls.length;
    record('powerSaveBlocker.start', kind);
    powerSaveBlocker.held.set(id, kind);
    return id;
  },
  stop(id: number): void {
    record('powerSaveBlocker.stop');
    powerSaveBlocker.held.delete(id);
  },
};
/** What the system says of its network. */
export const net = { online: true, isOnline: () => net.online };
interface FakeDisplay {
  id: number;
  workArea: { x: number; y: number; width: number; height: number };
}
export const screen = {
  /** The primary one first. */
  displays: [] as FakeDisplay[],
  getPrimaryDisplay: () => screen.displays[0],
  getAllDisplays: () => screen.displays,
};

export class FakeWebContents extends EventEmitter {
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined;
  url = '';
  /** `false`: its page hangs. */
  answers = true;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
  getURL(): string {
    return this.url;
  }
  isLoadingMainFrame(): boolean {
    return false;
  }
  isDevToolsOpened(): boolean {
    return false;
  }
  executeJavaScript(_code: string): Promise<unknown> {
    return this.answers ? Promise.resolve(0) : new Promise(() => undefined);
  }
  reload(): void {
    this.answers = true;
    record('contents.reload');
  }
  /** As Chromium: what is killed is told as gone. */
  forcefullyCrashRenderer(): void {
    record('contents.forcefullyCrashRenderer');
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
}
async function loads(contents: FakeWebContents): Promise<void> {
  contents.emit('did-finish-load');
  if (BrowserWindow.tellsReady) BrowserWindow.last?.emit('ready-to-show');
}
export class BrowserWindow extends EventEmitter {
  /** The one that was made last. */
  static last: BrowserWindow | null = null;
  /** Hidden windows on Wayland are not always told so. */
  static tellsReady = true;
  readonly webContents = new FakeWebContents();
  state = { destroyed: false, visible: false, minimized: true, maximized: false, fullScreen: false, focused: false };
  bounds = { x: 0, y: 0, width: 0, height: 0 };
  constructor(options: { fullscreen?: boolean }) {
    super();
    BrowserWindow.last = this;
    record('new BrowserWindow', options);
    // As Electron: `false` forbids it on a Mac for good, `true` shows a hidden window on Linux.
    if (options.fullscreen !== undefined)
      throw new Error('The window would be shown at once, or never be full screen.');
  }
  /** What becomes of the next page; as Chromium, one that is there is told. */
  static nextLoad: (contents: FakeWebContents) => Promise<void> = loads;
  async loadURL(address: string): Promise<void> {
    const load = BrowserWindow.nextLoad;
    BrowserWindow.nextLoad = loads;
    this.webContents.url = address;
    record('window.loadURL', address);
    await load(this.webContents);
  }
  /** As Electron: a window that is gone answers nothing else. */
  isDestroyed(): boolean {
    return this.state.destroyed;
  }
  #present(): void {
    if (this.state.destroyed) throw new TypeError('Object has been destroyed');
  }
  show(): void {
    this.#present();
    record('window.show');
    this.state.visible = true;
  }
  showInactive(): void {
    record('window.showInactive');
    this.state.visible = true;
  }
  isVisible(): boolean {
    return this.state.visible;
  }
  maximize(): void {
    record('window.maximize');
  }
  isMinimized(): boolean {
    this.#present();
    return this.state.minimized;
  }
  isMaximized(): boolean {
    return this.state.maximized;
  }
  isFullScreen(): boolean {
    return this.state.fullScreen;
  }
  /** Told when it is done, which takes as long as its animation. */
  setFullScreen(on: boolean): void {
    record('window.setFullScreen', on);
    this.state.fullScreen = on;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.bounds;
  }
  restore(): void {
    record('window.restore');
  }
  hide(): void {
    record('window.hide');
    this.state.visible = false;
  }
  minimize(): void {
    record('window.minimize');
  }
  isFocused(): boolean {
    return this.state.focused;
  }
  setTitle(title: string): void {
    record('window.setTitle', title);
  }
  setOverlayIcon(image: { path: string } | null, description: string): void {
    record('window.setOverlayIcon', image?.path ?? null, description);
  }
  flashFrame(on: boolean): void {
    record('window.flashFrame', on);
  }
  /** As Electron: asks, and is gone where nobody prevents it. */
  close(): void {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    record(prevented ? 'window.close prevented' : 'window.close');
    this.state.destroyed = !prevented;
  }
  focus(): void {
    record('window.focus');
  }
}

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
export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: true,
  /** Of Windows' taskbar. */
  shouldUseDarkColorsForSystemIntegratedUI: true,
});

export class Tray extends EventEmitter {
  /** The one that was made last. */
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
  /** What the system does with the next ones: shows and says so, shows in silence, or refuses in these words. */
  static answer: 'shown' | 'silent' | { readonly refused: string } = 'shown';
  static readonly made: Notification[] = [];
  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
    Notification.made.push(this);
  }
  static isSupported(): boolean {
    return Notification.supported;
  }
  static handleActivation(listener: () => void): void {
    record('Notification.handleActivation', listener);
  }
  show(): void {
    record('notification.show', this.options);
    const { answer } = Notification;
    if (answer === 'shown') this.emit('show');
    else if (answer !== 'silent') this.emit('failed', {}, answer.refused);
  }
  close(): void {
    record('notification.close', this.options);
    this.emit('close', { reason: 'applicationHidden' });
  }
}

class FakeIpcRenderer extends EventEmitter {
  send(channel: string, ...args: unknown[]): void {
    record('ipcRenderer.send', channel, ...args);
  }
}
export const ipcRenderer = new FakeIpcRenderer();
export const contextBridge = {
  exposeInMainWorld: (key: string, value: unknown) => record('contextBridge.exposeInMainWorld', key, value),
};

export function resetElectron(): void {
  calls.length = 0;
  app.reset();
  powerMonitor.reset();
  powerSaveBlocker.held.clear();
  net.online = true;
  screen.displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];
  BrowserWindow.last = null;
  BrowserWindow.tellsReady = true;
  BrowserWindow.nextLoad = loads;
  Tray.last = null;
  Notification.supported = true;
  Notification.answer = 'shown';
  Notification.made.length = 0;
  nativeTheme.removeAllListeners();
  nativeTheme.shouldUseDarkColors = true;
  nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = true;
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
}
