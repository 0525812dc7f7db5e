import type { Socket } from 'node:net';

/** Cuts a connection with a TCP reset. Inside TLS there is none: it is closed without the notice that TLS asks for. */
export function resetConnection(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
