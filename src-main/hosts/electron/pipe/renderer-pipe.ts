/** Gives this app's page a MessagePort. The only module that listens to Electron's IPC, on one channel. */
import { ipcMain, type IpcMainEvent, MessageChannelMain } from 'electron';
import { OPEN_WIRE, WIRE_PORT } from '../../../../src-shared/api/port-socket.ts';
import type { Backend } from '../../../core/backend.ts';
import type { PortServerSocket } from './port-server-socket.ts';
import { createPortServer } from './port-server.ts';
import { isTrustedFrame } from './trusted-frame.ts';

export interface RendererPipe {
  close(): void;
}

export function openRendererPipe(backend: Backend): RendererPipe {
  const serve = createPortServer(backend);
  const sockets = new Set<PortServerSocket>();

  function onOpenWire({ senderFrame }: IpcMainEvent): void {
    if (senderFrame === null || !isTrustedFrame(senderFrame)) return;
    const { port1, port2 } = new MessageChannelMain();
    const socket = serve(port1);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    senderFrame.postMessage(WIRE_PORT, null, [port2]);
  }
  ipcMain.on(OPEN_WIRE, onOpenWire);

  return {
    close() {
      ipcMain.off(OPEN_WIRE, onOpenWire);
      for (const socket of sockets) socket.close();
    },
  };
}
