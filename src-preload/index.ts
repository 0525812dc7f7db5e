/**
 * The only door between the page and the backend in Electron: `window.watchfloor` with `send` and `onMessage`, nothing
 * else. It must never hand the page a port, an event or anything of Electron's.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { OPEN_WIRE, WIRE_PORT } from '../src-shared/api/port-socket.ts';
import { portBridge } from './bridge.ts';

const { bridge, takePort } = portBridge(() => ipcRenderer.send(OPEN_WIRE));

ipcRenderer.on(WIRE_PORT, (event) => {
  const [port] = event.ports;
  if (port !== undefined) takePort(port);
});
contextBridge.exposeInMainWorld('watchfloor', bridge);
