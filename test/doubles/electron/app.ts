/** Electron's `app`: its paths, its lock, its end, and what the system starts at login. */
import { EventEmitter } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { calls, record } from './calls.ts';

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
