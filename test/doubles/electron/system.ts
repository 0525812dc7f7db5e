/** Electron's system functions apart from windows: protocol, session, dialogs, power, network, screens, theme. */
import { EventEmitter } from 'node:events';
import { record, calls } from './calls.ts';

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown) => record('protocol.registerSchemesAsPrivileged', schemes),
  handle: (scheme: string, handler: unknown) => record('protocol.handle', scheme, handler),
};
export const session = {
  defaultSession: {
    protocol,
    setPermissionRequestHandler: (handler: unknown) => record('session.setPermissionRequestHandler', handler),
    setPermissionCheckHandler: (handler: unknown) => record('session.setPermissionCheckHandler', handler),
    /** Answer of the computer's own proxy settings. */
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

/** Like Electron on Linux, holds a shutdown only for a `shutdown` listener that is not the first listener. */
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
export const powerSaveBlocker = {
  active: new Map<number, string>(),
  start(kind: string): number {
    const id = calls.length;
    record('powerSaveBlocker.start', kind);
    powerSaveBlocker.active.set(id, kind);
    return id;
  },
  stop(id: number): void {
    record('powerSaveBlocker.stop');
    powerSaveBlocker.active.delete(id);
  },
};
export const net = { online: true, isOnline: () => net.online };
interface FakeDisplay {
  id: number;
  workArea: { x: number; y: number; width: number; height: number };
}
export const screen = {
  displays: [] as FakeDisplay[],
  getPrimaryDisplay: () => screen.displays[0],
  getAllDisplays: () => screen.displays,
};

export const nativeTheme = Object.assign(new EventEmitter(), {
  shouldUseDarkColors: true,
  shouldUseDarkColorsForSystemIntegratedUI: true,
});
