import type { Socket } from 'node:net';

/** Cuts a connection with a TCP reset. A TLS socket has no reset, so it is closed without a TLS close notice. */
export function resetConnection(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
