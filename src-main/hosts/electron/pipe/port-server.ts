/** Serves the router over MessagePorts, with the handler that the web host uses for sockets. */
import { WebSocketServer } from 'ws';
import type { Backend } from '../../../core/backend.ts';
import { serveRouter } from '../../serve-router.ts';
import { PortServerSocket, type ServerPort } from './port-server-socket.ts';

/** tRPC reads a request only for connection parameters, which a port does not have. */
const noRequest = { url: '/', headers: {} };

export function createPortServer(backend: Backend): (port: ServerPort) => PortServerSocket {
  // Does not listen; the handler only takes its connections from this object.
  const server = new WebSocketServer({ noServer: true });
  serveRouter(server, backend);
  return (port) => {
    const socket = new PortServerSocket(port);
    server.emit('connection', socket, noRequest);
    return socket;
  };
}
