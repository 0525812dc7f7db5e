/** Electron's `app`: paths, single-instance lock, quitting, and the login items of the system. */
import { EventEmitter } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { calls, record } from './calls.ts';

/** Follows Chromium's `AddQuoteForArg`: a backslash is doubled only before a quote. */
function quotedForWindows(argument: string): string {
  if (!/[ \\"]/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))}"`;
}

class FakeApp extends EventEmitter {
  holdsLock = true;
  /** False simulates a disk without symbolic links. */
  canLock = true;
  isPackaged = false;
  becomeReady: () => void = () => undefined;
  #ready: Promise<void> = Promise.resolve();

  readonly commandLine = {
    /** Chromium's switches, including those that environment variables set. */
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
    this.isQuitting = false;
    this.login = { openAtLogin: false, executableWillLaunchAtLogin: false };
    this.loginLine = [];
    this.refusesLogin = false;
    this.#ready = new Promise((resolve) => (this.becomeReady = resolve));
  }
  /** Removes the switch like Electron, so that later checks cannot find it. */
  enableSandbox(): void {
    record('app.enableSandbox');
    this.commandLine.switches.delete('no-sandbox');
  }
  setPath(name: string, path: string): void {
    record('app.setPath', name, path);
  }
  requestSingleInstanceLock(data: unknown): boolean {
    record('app.requestSingleInstanceLock', data);
    // Like Chromium, the process that holds the lock has created a link in the folder, if the disk supports links.
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
  isQuitting = false;
  /** Like Electron, emits `before-quit` first and does not quit if a listener prevents it. */
  quit(): void {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    this.isQuitting = !prevented;
    record(prevented ? 'app.quit prevented' : 'app.quit');
  }
  /**
   * Simulates the closing of the last window while the app quits. Like Electron, does not exit if a listener prevents it.
   * @returns true if the process exits
   */
  exitAfterWindows(): boolean {
    let prevented = false;
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    if (prevented) this.isQuitting = false;
    return !prevented;
  }
  /**
   * Simulates the end of a session of Windows. Like Electron 45, ends the process when the handlers have returned, unless
   * the app is quitting by then and no window refuses to close.
   */
  endSession(window: EventEmitter & { close(): void; isDestroyed(): boolean }): void {
    window.emit('session-end', {});
    if (this.isQuitting) window.close();
    if (!window.isDestroyed()) record('process ended');
  }
  relaunch(options: unknown): void {
    record('app.relaunch', options);
  }
  exit(code: number): void {
    record('app.exit', code);
  }
  /**
   * Login items of the system. The second value exists only on Windows, and the Task Manager changes it. `refusesLogin`
   * simulates a policy that forbids changes.
   */
  login = { openAtLogin: false, executableWillLaunchAtLogin: false };
  /** The arguments as Windows stores them. Electron quotes each of them. */
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
