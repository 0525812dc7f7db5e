/** Exposes `send` and `onMessage`, nothing else. Must never give the page a port, an event or an object of Electron. */
import { contextBridge, ipcRenderer } from 'electron';
import { OPEN_WIRE, WIRE_PORT } from '../src-shared/api/port-socket.ts';
import { portBridge } from './bridge.ts';

const { bridge, takePort } = portBridge(() => ipcRenderer.send(OPEN_WIRE));

ipcRenderer.on(WIRE_PORT, (event) => {
  const [port] = event.ports;
  if (port !== undefined) takePort(port);
});
contextBridge.exposeInMainWorld('watchfloor', bridge);
