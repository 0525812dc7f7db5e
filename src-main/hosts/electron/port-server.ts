/** Serves the router over MessagePorts, by the handler that serves it over sockets on the web host. */
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import type { ApiContext, Application } from '../../core/api/procedures.ts';
import { type AppRouter, appRouter } from '../../core/api/router.ts';
import { PortServerSocket, type ServerPort } from './port-server-socket.ts';

/** tRPC reads a request only to look for connection parameters; a port has neither. */
const noRequest = { url: '/', headers: {} };

/** Each call serves one port more, until either end of it hangs up. */
export function createPortServer(application: Application): (port: ServerPort) => PortServerSocket {
  // Listens nowhere: it is what the handler takes its connections from.
  const server = new WebSocketServer({ noServer: true });
  applyWSSHandler<AppRouter>({
    wss: server,
    router: appRouter,
    // Called once for each port.
    createContext: (): ApiContext => ({ application, connection: { feeds: 0 } }),
  });
  return (port) => {
    const socket = new PortServerSocket(port);
    server.emit('connection', socket, noRequest);
    return socket;
  };
}
