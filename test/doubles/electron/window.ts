/** Electron's window and its contents. A page loads immediately, and a test can simulate Chromium's events. */
import { EventEmitter } from 'node:events';
import { record } from './calls.ts';

export class FakeWebContents extends EventEmitter {
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined;
  url = '';
  /** False simulates a page that hangs. */
  isResponsive = true;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
  getURL(): string {
    return this.url;
  }
  isLoadingMainFrame(): boolean {
    return false;
  }
  getOSProcessId(): number {
    return 4_711;
  }
  isDevToolsOpened(): boolean {
    return false;
  }
  executeJavaScript(_code: string): Promise<unknown> {
    return this.isResponsive ? Promise.resolve(0) : new Promise(() => undefined);
  }
  reload(): void {
    this.isResponsive = true;
    record('contents.reload');
  }
  forcefullyCrashRenderer(): void {
    record('contents.forcefullyCrashRenderer');
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
}
async function loads(contents: FakeWebContents): Promise<void> {
  contents.emit('did-finish-load');
  if (BrowserWindow.emitsReady) BrowserWindow.last?.emit('ready-to-show');
}
export class BrowserWindow extends EventEmitter {
  static last: BrowserWindow | null = null;
  /** False simulates Wayland, where a hidden window may not get `ready-to-show`. */
  static emitsReady = true;
  static reset(): void {
    BrowserWindow.last = null;
    BrowserWindow.emitsReady = true;
    BrowserWindow.nextLoad = loads;
  }
  readonly webContents = new FakeWebContents();
  state = { destroyed: false, visible: false, minimized: true, maximized: false, fullScreen: false, focused: false };
  bounds = { x: 0, y: 0, width: 0, height: 0 };
  constructor(options: { fullscreen?: boolean }) {
    super();
    BrowserWindow.last = this;
    record('new BrowserWindow', options);
    // In Electron, `false` forbids full screen on macOS for ever, and `true` shows a hidden window on Linux.
    if (options.fullscreen !== undefined)
      throw new Error('The window would be shown at once, or never be full screen.');
  }
  /** Simulates the next load. Like Chromium, a successful load is reported by an event. */
  static nextLoad: (contents: FakeWebContents) => Promise<void> = loads;
  async loadURL(address: string): Promise<void> {
    const load = BrowserWindow.nextLoad;
    BrowserWindow.nextLoad = loads;
    this.webContents.url = address;
    record('window.loadURL', address);
    await load(this.webContents);
  }
  /** Like in Electron, a destroyed window answers only this method. */
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
  /** Emits no event, because Electron does so only after the animation. */
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
  /** Like Electron, emits `close` and destroys the window if no listener prevents it. */
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
