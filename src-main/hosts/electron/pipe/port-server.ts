/** Serves the router over MessagePorts, with the handler that the web host uses for sockets. */
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { WebSocketServer } from 'ws';
import type { ApiContext } from '../../../core/api/procedures.ts';
import type { Backend } from '../../../core/backend.ts';
import { type AppRouter, appRouter } from '../../../core/api/router.ts';
import { PortServerSocket, type ServerPort } from './port-server-socket.ts';

/**
 * A suspended page is disconnected and resumes when it wakes. A port does not report how many messages wait in it, and
 * the page would show hours of old messages as if they were new.
 */
const PING_INTERVAL_MS = 2_000;
const PONG_TIMEOUT_MS = 3_000;

/** tRPC reads a request only for connection parameters, which a port does not have. */
const noRequest = { url: '/', headers: {} };

/** Each call serves one more port until either end closes it. */
export function createPortServer(backend: Backend): (port: ServerPort) => PortServerSocket {
  // Does not listen; the handler only takes its connections from this object.
  const server = new WebSocketServer({ noServer: true });
  applyWSSHandler<AppRouter>({
    wss: server,
    router: appRouter,
    keepAlive: { enabled: true, pingMs: PING_INTERVAL_MS, pongWaitMs: PONG_TIMEOUT_MS },
    createContext: (): ApiContext => ({ backend, connection: { feeds: 0 } }),
  });
  return (port) => {
    const socket = new PortServerSocket(port);
    server.emit('connection', socket, noRequest);
    return socket;
  };
}
