/**
 * Stands in for the npm package `electron` where its binary is not: records what is asked of it, in order, and lets a
 * test play what Chromium would do. Ports are Node's own, so that wires really carry.
 */
import { EventEmitter } from 'node:events';
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

class FakeApp extends EventEmitter {
  holdsLock = true;
  becomeReady: () => void = () => undefined;
  #ready: Promise<void> = Promise.resolve();

  readonly commandLine = {
    appendSwitch: (name: string, value?: string) => record('app.commandLine.appendSwitch', name, value),
  };
  reset(): void {
    this.removeAllListeners();
    this.holdsLock = true;
    this.#ready = new Promise((resolve) => (this.becomeReady = resolve));
  }
  enableSandbox(): void {
    record('app.enableSandbox');
  }
  setPath(name: string, path: string): void {
    record('app.setPath', name, path);
  }
  requestSingleInstanceLock(): boolean {
    record('app.requestSingleInstanceLock');
    return this.holdsLock;
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
  exit(code: number): void {
    record('app.exit', code);
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
    setDevicePermissionHandler: (handler: unknown) => record('session.setDevicePermissionHandler', handler),
  },
};
export const dialog = {
  showErrorBox: (title: string, content: string) => record('dialog.showErrorBox', title, content),
};
export const shell = {
  openExternal: async (address: string) => record('shell.openExternal', address),
};
export const ipcMain = new EventEmitter();

export class FakeWebContents extends EventEmitter {
  windowOpenHandler: ((details: { url: string }) => { action: string }) | undefined;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler;
  }
}
export class BrowserWindow extends EventEmitter {
  readonly webContents = new FakeWebContents();
  constructor(options: unknown) {
    super();
    record('new BrowserWindow', options);
  }
  async loadURL(address: string): Promise<void> {
    record('window.loadURL', address);
  }
  show(): void {
    record('window.show');
  }
  isMinimized(): boolean {
    return true;
  }
  restore(): void {
    record('window.restore');
  }
  focus(): void {
    record('window.focus');
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
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
}
