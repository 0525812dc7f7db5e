/**
 * Replaces the npm package `electron` where its binary is missing. Records all calls in order, lets a test simulate
 * Chromium, and follows rules of Electron that its documentation does not mention.
 */
import { app } from './electron/app.ts';
import { calls } from './electron/calls.ts';
import { ipcMain, ipcRenderer } from './electron/ipc.ts';
import { Notification, Tray } from './electron/shell.ts';
import { nativeTheme, net, powerMonitor, powerSaveBlocker, screen } from './electron/system.ts';
import { BrowserWindow } from './electron/window.ts';

export * from './electron/app.ts';
export { callNames, calls } from './electron/calls.ts';
export * from './electron/ipc.ts';
export * from './electron/shell.ts';
export * from './electron/system.ts';
export * from './electron/window.ts';
export { UtilityProcess as utilityProcess } from './electron-utility-process.ts';

export function resetElectron(): void {
  calls.length = 0;
  app.reset();
  powerMonitor.reset();
  powerSaveBlocker.active.clear();
  net.online = true;
  screen.displays = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];
  BrowserWindow.reset();
  Tray.last = null;
  Notification.supported = true;
  Notification.showResult = 'shown';
  Notification.made.length = 0;
  Notification.activate = null;
  Notification.history = [];
  nativeTheme.removeAllListeners();
  nativeTheme.shouldUseDarkColors = true;
  nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = true;
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
}
