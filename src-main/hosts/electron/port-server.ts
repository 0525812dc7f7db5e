/** Serves the router over MessagePorts, by the handler that serves it over sockets on the web host. */
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import type { ApiContext, Application } from '../../core/api/procedures.ts';
import { type AppRouter, appRouter } from '../../core/api/router.ts';
import { PortServerSocket, type ServerPort } from './port-server-socket.ts';

/**
 * A page that was put to sleep is cut, and resumes when it wakes: nothing says how much waits in a port, and hours of
 * old news would be shown piece by piece as if they were new.
 */
const PING_INTERVAL_MS = 2_000;
const PONG_TIMEOUT_MS = 3_000;

/** tRPC reads a request only to look for connection parameters; a port has neither. */
const noRequest = { url: '/', headers: {} };

/** Each call serves one port more, until either end of it hangs up. */
export function createPortServer(application: Application): (port: ServerPort) => PortServerSocket {
  // Listens nowhere: it is what the handler takes its connections from.
  const server = new WebSocketServer({ noServer: true });
  applyWSSHandler<AppRouter>({
    wss: server,
    router: appRouter,
    keepAlive: { enabled: true, pingMs: PING_INTERVAL_MS, pongWaitMs: PONG_TIMEOUT_MS },
    // Called once for each port.
    createContext: (): ApiContext => ({ application, connection: { feeds: 0 } }),
  });
  return (port) => {
    const socket = new PortServerSocket(port);
    server.emit('connection', socket, noRequest);
    return socket;
  };
}
