/** Electron's IPC: messages between the main process and the preload script, and ports, which are Node.js ports. */
import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { record } from './calls.ts';

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
    // Belongs to the page from the start. A listener here would receive its messages.
    this.port2 = { nodePort: port2 };
  }
}

export const ipcMain = new EventEmitter();

class FakeIpcRenderer extends EventEmitter {
  send(channel: string, ...args: unknown[]): void {
    record('ipcRenderer.send', channel, ...args);
  }
}
export const ipcRenderer = new FakeIpcRenderer();
export const contextBridge = {
  exposeInMainWorld: (key: string, value: unknown) => record('contextBridge.exposeInMainWorld', key, value),
};
